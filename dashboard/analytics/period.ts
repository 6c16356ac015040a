export const RANGES = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];

const DAY = 24 * 60 * 60 * 1000;

export interface Period {
  startDate?: string;
}

/** Whole days, so that the same question is asked all day; nothing: the API's own last 30 days. */
export function periodOf(days: string | undefined): Period {
  if (!RANGES.some(({ value }) => value === days) || days === '30') return {};
  const midnight = Math.floor(Date.now() / DAY) * DAY;
  return { startDate: new Date(midnight - (Number(days) - 1) * DAY).toISOString() };
}
