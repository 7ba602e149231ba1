import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { DayFigures } from './usage-figures.js';

const tick = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 };

/** Calls by day. A table with the same figures is beside it. */
export function CallsChart({ days }: { readonly days: DayFigures[] }) {
  return (
    <div className="chart" role="img" aria-label="Calls by day, succeeded and failed">
      <ResponsiveContainer width="100%" height={220}>
        <BarChart data={days} accessibilityLayer={false} margin={{ left: -16, right: 8, top: 8 }}>
          <CartesianGrid strokeDasharray="3 3" stroke="var(--line)" vertical={false} />
          <XAxis dataKey="day" tick={tick} minTickGap={40} />
          <YAxis allowDecimals={false} tick={tick} />
          <Tooltip contentStyle={{ background: 'var(--mantine-color-default)', borderColor: 'var(--line)' }} />
          <Bar dataKey="succeeded" name="Succeeded" stackId="calls" fill="var(--ok)" isAnimationActive={false} />
          <Bar dataKey="failed" name="Failed" stackId="calls" fill="var(--bad)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
