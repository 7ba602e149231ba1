import { expect, it } from '@jest/globals';
import { metricsText } from './metrics-text.js';
import { repairMetrics } from './repair-metrics.js';

it('writes what Prometheus reads', () => {
  const labels = { by: 'a "b"\\c\nd' };
  expect(
    metricsText([
      { name: 'a_total', help: 'What\nis counted', type: 'counter', samples: [{ value: 1 }, { labels, value: 0.5 }] },
      { name: 'none', help: 'Nothing', type: 'gauge', samples: [] },
    ]),
  ).toBe('# HELP a_total What\\nis counted\n# TYPE a_total counter\na_total 1\na_total{by="a \\"b\\"\\\\c\\nd"} 0.5\n');
});

it('tells the four metrics of repair, and means only where there is something to take them of', () => {
  const none = { caller: 0, sanity: 0, corroboration: 0 };
  const text = metricsText(
    repairMetrics({ calls: 4, succeeded: 3, attempts: 6, addedMs: 100, false: { ...none, caller: 1 } }),
  );
  for (const line of [
    'assay_repair_success_ratio 0.75',
    'assay_repair_attempts_mean 1.5',
    'assay_repair_added_seconds_mean 0.025',
    'assay_repair_false_total{by="caller"} 1',
  ])
    expect(text).toContain(`${line}\n`);
  const begun = metricsText(repairMetrics({ calls: 0, succeeded: 0, attempts: 0, addedMs: 0, false: none }));
  expect(begun).not.toContain('_mean');
  expect(begun).toContain('assay_repair_calls_total 0\n');
});
