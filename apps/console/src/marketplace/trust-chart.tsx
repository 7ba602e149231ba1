import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { TrustPoint } from './trust-line.js';

/** Past scores and the decay line. A table with the same figures is beside it. */
export function TrustChart({ points }: { readonly points: TrustPoint[] }) {
  return (
    <div className="chart" role="img" aria-label="Trust by day, and how it decays without new evidence">
      <ResponsiveContainer width="100%" height={220}>
        <LineChart data={points} accessibilityLayer={false} margin={{ left: -20, right: 8, top: 8 }}>
          <CartesianGrid strokeDasharray="3 3" stroke="var(--line)" />
          <XAxis dataKey="day" tick={{ fill: 'var(--mantine-color-dimmed)', fontSize: 12 }} minTickGap={40} />
          <YAxis domain={[0, 1]} tick={{ fill: 'var(--mantine-color-dimmed)', fontSize: 12 }} />
          <Tooltip contentStyle={{ background: 'var(--mantine-color-default)', borderColor: 'var(--line)' }} />
          <Line
            dataKey="score"
            name="Trust"
            stroke="var(--mantine-color-amber-7)"
            dot={false}
            strokeWidth={2}
            isAnimationActive={false}
          />
          <Line
            dataKey="decay"
            name="Without new evidence"
            stroke="var(--mantine-color-dimmed)"
            strokeDasharray="5 4"
            dot={false}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
