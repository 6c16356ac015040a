const SAME_YEAR = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** "Nov 17, 09:30": a point in time that may be ahead. */
export const momentOf = (iso: string): string => SAME_YEAR.format(new Date(iso));
