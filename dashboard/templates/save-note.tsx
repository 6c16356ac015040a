import type { SaveState } from './use-autosave.ts';

const WORDS = { saved: 'Saved', waiting: 'Not saved yet', saving: 'Saving…', refused: 'Cannot be saved' };

export function SaveNote({ state }: { state: SaveState }) {
  return (
    <span role="status" className={state.is === 'refused' ? 'text-danger' : ''}>
      {WORDS[state.is]}
    </span>
  );
}
