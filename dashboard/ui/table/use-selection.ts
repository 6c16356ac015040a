import { useMemo, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  set: (ids: Iterable<string>) => void;
  clear: () => void;
}

/** Which rows are ticked. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      toggle: (id) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setIds(next);
      },
      set: (all) => setIds(new Set(all)),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}
