import { useState } from 'react';
import { exportContacts } from '../../contract/contact-tools.ts';
import { type ApiError, call } from '../api.ts';
import { download } from '../ui/download.ts';
import { toastError } from '../ui/toast.tsx';

interface Filter {
  search: string | undefined;
  subscribed: string | undefined;
}

/** The contacts that the list shows, as a file. */
export function useExport(query: Filter): { isBusy: boolean; start: () => void } {
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      const csv = await call(exportContacts, { query });
      download('contacts.csv', 'text/csv', new TextEncoder().encode(csv));
    } catch (error) {
      toastError(error as ApiError);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, start: () => void run() };
}
