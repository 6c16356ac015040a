import { number } from './format.ts';

interface ProgressBarProps {
  label: string;
  value: number;
  total: number;
  /** A part of the value that went wrong, shown in red at its end. */
  failed?: number;
}

/** Long work: how far it is, in numbers too. */
export function ProgressBar({ label, value, total, failed = 0 }: ProgressBarProps) {
  const share = (part: number) => `${total === 0 ? 0 : Math.min((part / total) * 100, 100)}%`;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="text-ink-soft tabular-nums">
          {number(value)} of {number(total)}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={total}
        className="flex h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className="bg-brass transition-[width] duration-150" style={{ width: share(value - failed) }} />
        <div className="bg-danger transition-[width] duration-150" style={{ width: share(failed) }} />
      </div>
    </div>
  );
}
