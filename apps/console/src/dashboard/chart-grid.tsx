import { Part } from '../frame/part.js';
import { CallsChart, LatencyChart, SpendingChart, TokensChart } from './charts.js';
import type { Period } from './periods.js';

/** The charts of the dashboard; the table of groups has the same figures as text. */
export function ChartGrid({ periods }: { readonly periods: Period[] }) {
  return (
    <div className="figure-columns">
      <Part title="Calls">
        <CallsChart periods={periods} />
      </Part>
      <Part title="Latency">
        <LatencyChart periods={periods} />
      </Part>
      <Part title="Tokens">
        <TokensChart periods={periods} />
      </Part>
      <Part title="Spending">
        <SpendingChart periods={periods} />
      </Part>
    </div>
  );
}
