import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { dollarText, msText, numberText, type Period } from './periods.js';

const tick = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 };
const box = { background: 'var(--mantine-color-default)', borderColor: 'var(--line)' };
const height = 200;
const margin = { left: 0, right: 8, top: 8 };

interface ChartProps {
  readonly periods: Period[];
}

interface Series {
  readonly key: keyof Period;
  readonly name: string;
  readonly color: string;
}

interface FigureChartProps extends ChartProps {
  readonly label: string;
  readonly series: readonly Series[];
  readonly text: (value: number) => string;
}

/** Names of series with their colours, beside the chart: shape and words, not colour alone, in the tables below it. */
const Legend = ({ series }: { readonly series: readonly Series[] }) => (
  <ul className="plain-list chart-legend">
    {series.map(({ name, color }) => (
      <li key={name}>
        <svg width="10" height="10" aria-hidden="true">
          <rect width="10" height="10" rx="2" fill={color} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);

function Bars({ periods, label, series, text }: FigureChartProps) {
  return (
    <div>
      <Legend series={series} />
      <div className="chart" role="img" aria-label={label}>
        <ResponsiveContainer width="100%" height={height}>
          <BarChart data={periods} accessibilityLayer={false} margin={margin}>
            <CartesianGrid strokeDasharray="3 3" stroke="var(--line)" vertical={false} />
            <XAxis dataKey="time" tick={tick} minTickGap={40} />
            <YAxis tick={tick} width={72} tickFormatter={text} />
            <Tooltip contentStyle={box} cursor={{ fill: 'var(--line)' }} formatter={(value) => text(Number(value))} />
            {series.map(({ key, name, color }) => (
              <Bar key={key} dataKey={key} name={name} stackId="all" fill={color} isAnimationActive={false} />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

/** Calls by period. */
export const CallsChart = ({ periods }: ChartProps) => (
  <Bars
    periods={periods}
    label="Calls by period, succeeded and failed"
    series={[
      { key: 'succeeded', name: 'Succeeded', color: 'var(--ok)' },
      { key: 'failed', name: 'Failed', color: 'var(--bad)' },
    ]}
    text={numberText}
  />
);

export const TokensChart = ({ periods }: ChartProps) => (
  <Bars
    periods={periods}
    label="Tokens of results by period"
    series={[{ key: 'tokens', name: 'Tokens of results', color: 'var(--mantine-color-amber-7)' }]}
    text={numberText}
  />
);

export const SpendingChart = ({ periods }: ChartProps) => (
  <Bars
    periods={periods}
    label="Spending by period"
    series={[{ key: 'costUsd', name: 'Spending', color: 'var(--mantine-color-amber-7)' }]}
    text={dollarText}
  />
);

const latencies: readonly (Series & { readonly dash: string })[] = [
  { key: 'p50Ms', name: 'p50', color: 'var(--ok)', dash: '0' },
  { key: 'p95Ms', name: 'p95', color: 'var(--mantine-color-amber-7)', dash: '6 3' },
  { key: 'p99Ms', name: 'p99', color: 'var(--bad)', dash: '2 3' },
];

/** Quantiles of whole calls. Periods without a call interrupt the lines; single points are shown as dots. */
export function LatencyChart({ periods }: ChartProps) {
  return (
    <div>
      <Legend series={latencies} />
      <div className="chart" role="img" aria-label="Latency by period: median, p95 and p99">
        <ResponsiveContainer width="100%" height={height}>
          <LineChart data={periods} accessibilityLayer={false} margin={margin}>
            <CartesianGrid strokeDasharray="3 3" stroke="var(--line)" />
            <XAxis dataKey="time" tick={tick} minTickGap={40} />
            <YAxis tick={tick} width={72} tickFormatter={msText} />
            <Tooltip contentStyle={box} formatter={(value) => msText(Number(value))} />
            {latencies.map(({ key, name, color, dash }) => (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={color}
                strokeDasharray={dash}
                strokeWidth={2}
                dot={{ r: 2, strokeDasharray: '0' }}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}
