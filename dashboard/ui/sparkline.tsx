const WIDTH = 100;
const HEIGHT = 28;

/** The shape of a series, without axes; what it says is said in words beside it. */
export function Sparkline({ values, className = '' }: { values: readonly number[]; className?: string }) {
  if (values.length < 2) return null;
  const top = Math.max(...values, 1);
  const points = values.map((value, i) => {
    const x = (i / (values.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 2 - (value / top) * (HEIGHT - 4)).toFixed(1)}`;
  });
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`h-7 w-full text-brass ${className}`}
      aria-hidden="true"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
