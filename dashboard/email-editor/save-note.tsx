import type { SaveState } from './use-autosave.ts';

const WORDS = { saved: 'Saved', waiting: 'Not saved yet', saving: 'Saving…', refused: 'Cannot be saved' };

export const SaveNote = ({ state }: { state: SaveState }) => (
  <span
    role="status"
    className={`text-sm whitespace-nowrap ${state.is === 'refused' ? 'text-danger' : 'text-ink-faint'}`}
  >
    {WORDS[state.is]}
  </span>
);
