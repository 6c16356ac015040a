import { lazy, Suspense } from 'react';
import { type ChartProps, type Series, TONE_COLOR } from './chart-parts.ts';
import { Skeleton } from './skeleton.tsx';

const Drawing = lazy(async () => ({ default: (await import('./chart-drawing.tsx')).ChartDrawing }));

/** A chart over time. The library that draws it loads with the first one. */
export function Chart(props: ChartProps) {
  const { height = 260 } = props;
  return (
    <figure aria-label={props.label} className="min-w-0">
      <div style={{ height }}>
        <Suspense fallback={<Skeleton className="size-full" />}>
          <Drawing {...props} height={height} />
        </Suspense>
      </div>
      <Legend series={props.series} />
    </figure>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      {series.map(({ key, label, tone }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className="size-2 rounded-full" style={{ background: TONE_COLOR[tone] }} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
