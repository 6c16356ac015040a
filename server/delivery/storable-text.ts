const MAX_LENGTH = 1000;

/** What a stranger's server said, fit for a text column: no NUL, no lone surrogate, not endless. */
export const storableText = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_LENGTH).toWellFormed();
