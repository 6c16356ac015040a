import { useState } from 'react';
import { listRecipients } from '../../contract/campaign-tools.ts';
import { requestFor } from '../../contract/client.ts';
import type { Email } from '../../contract/emails.ts';
import { ApiError } from '../api.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { download } from '../ui/download.ts';
import { toastError } from '../ui/toast.tsx';

/** The whole ledger as a file: the same endpoint, which answers CSV when asked. */
export function useRecipientsCsv(
  id: string,
  status: Email['status'] | undefined,
): { isBusy: boolean; start: () => void } {
  const projectId = useProjectId();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    const query = { format: 'csv' as const, status };
    const { url } = requestFor(listRecipients, { params: { id }, query });
    const response = await fetch(url, { headers: { 'x-project-id': projectId } });
    setIsBusy(false);
    if (!response.ok) {
      return toastError(new ApiError(`The server answered ${response.status}`, { status: response.status, code: '' }));
    }
    download('recipients.csv', 'text/csv', new Uint8Array(await response.arrayBuffer()));
  };
  return { isBusy, start: () => void run() };
}
