import { observed } from './ui/observed.ts';

// The session itself is a cookie that scripts cannot read. What is kept here is where the person is.
const STORED = 'posthorn.project';

/** The project of the page, sent with every call; undefined outside of projects. */
export const currentProject = observed<string | undefined>(undefined);

interface SessionEnd {
  /** Signed out, not thrown out: there is no page to come back to. */
  isByHand?: boolean;
}

let onEnd: (end: SessionEnd) => void = () => {};

/** main.tsx says here how the sign-in page is reached: the router imports this file. */
export function whenSessionEnds(lead: (end: SessionEnd) => void): void {
  onEnd = lead;
}

/** The server no longer knows who we are. */
export const sessionEnded = (end: SessionEnd = {}): void => onEnd(end);

export function enterProject(id: string): void {
  localStorage.setItem(STORED, id);
  currentProject.set(id);
}

export function leaveProjects(): void {
  currentProject.set(undefined);
}

export const lastProject = (): string | undefined => localStorage.getItem(STORED) ?? undefined;
