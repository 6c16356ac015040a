import { Area, Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { type ChartProps, type Series, TONE_COLOR } from './chart-parts.ts';
import { dayName, number } from './format.ts';

const TICK = { fill: 'var(--ink-faint)', fontSize: 12 };

/** Drawn by recharts; imported by Chart alone, lazily. */
export function ChartDrawing({ kind, data, x, series, isStacked = false, format = number }: ChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={[...data]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey={x}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          tickFormatter={dayName}
          minTickGap={32}
          tickMargin={8}
        />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width={48}
          allowDecimals={false}
          tickFormatter={(value: number) => format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-strong)', fill: 'var(--hover)' }}
          labelFormatter={(label) => dayName(String(label))}
          formatter={(value) => format(Number(value))}
          contentStyle={{
            background: 'var(--raised)',
            border: '1px solid var(--line)',
            borderRadius: 8,
            fontSize: 13,
            color: 'var(--ink)',
          }}
        />
        {series.map((each) => drawn(each, kind, isStacked))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function drawn({ key, label, tone }: Series, kind: ChartProps['kind'], isStacked: boolean) {
  const common = {
    key,
    dataKey: key,
    name: label,
    isAnimationActive: false,
    ...(isStacked ? { stackId: 'all' } : {}),
  };
  const color = TONE_COLOR[tone];
  if (kind === 'bars') return <Bar {...common} key={key} fill={color} maxBarSize={24} />;
  if (kind === 'area') {
    return (
      <Area {...common} key={key} type="linear" stroke={color} fill={color} fillOpacity={0.15} strokeWidth={1.5} />
    );
  }
  return <Line {...common} key={key} type="linear" stroke={color} strokeWidth={1.5} dot={false} />;
}
