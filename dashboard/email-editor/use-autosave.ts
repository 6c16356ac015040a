import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api.ts';

export type SaveState = { is: 'saved' | 'waiting' | 'saving' } | { is: 'refused'; error: ApiError };

const REST_MS = 800;

/** Saves once the typing rests; what is refused stays in the editor with the reason. */
export function useAutosave<Draft>(
  draft: Draft,
  save: (draft: Draft) => Promise<unknown>,
): { state: SaveState; isDirty: boolean } {
  const text = JSON.stringify(draft);
  const saved = useRef(text);
  const now = useRef({ text, save });
  now.current = { text, save };
  // One after the other: an earlier draft must not arrive last.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [state, setState] = useState<SaveState>({ is: 'saved' });
  useEffect(() => {
    const tell = (next: SaveState) => {
      // Typed on meanwhile: the next save tells how it went.
      if (now.current.text === text) setState(next);
    };
    if (text === saved.current) return tell({ is: 'saved' });
    tell({ is: 'waiting' });
    const timer = setTimeout(() => {
      tell({ is: 'saving' });
      queue.current = queue.current
        .then(() => now.current.save(JSON.parse(text)))
        .then(() => {
          saved.current = text;
          tell({ is: 'saved' });
        })
        .catch((error: ApiError) => tell({ is: 'refused', error }));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { state, isDirty: text !== saved.current };
}
