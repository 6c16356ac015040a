export interface Series {
  key: string;
  label: string;
  /** Brass for the one that matters, red for bounces, the greys for the rest. */
  tone: 'brass' | 'ink' | 'grey' | 'faint' | 'danger' | 'good';
}

export interface ChartProps {
  /** What the chart shows, in words. */
  label: string;
  kind: 'line' | 'area' | 'bars';
  /** One object per point; the keys of the series hold numbers. */
  data: readonly Record<string, string | number>[];
  /** The key of the horizontal axis: ISO dates are shortened. */
  x: string;
  series: readonly Series[];
  isStacked?: boolean;
  height?: number;
  /** How numbers are written; whole numbers by default. */
  format?: (value: number) => string;
}

export const TONE_COLOR = {
  brass: 'var(--brass)',
  ink: 'var(--ink)',
  grey: 'var(--ink-faint)',
  faint: 'var(--line-strong)',
  danger: 'var(--danger)',
  good: 'var(--good)',
};
