import { closedCircuits } from '@assay/gateway/testing';
import { expect, it } from '@jest/globals';
import { breakerMetrics } from './breaker-metrics.js';
import { metricsText } from './metrics-text.js';

it('counts breakers by state, without naming any', () => {
  const view = {
    versionId: 'v',
    state: 'OPEN' as const,
    calls: 10,
    failures: 9,
    openUntil: 1,
    openings: 1,
    shared: true,
  };
  const text = metricsText(breakerMetrics({ ...closedCircuits, list: () => [view, view], shared: true }));
  expect(text).toContain('assay_circuit_breakers{state="OPEN"} 2\n');
  expect(text).toContain('assay_circuit_breakers{state="CLOSED"} 0\n');
  expect(text).toContain('assay_circuit_breakers_shared 1\n');
});
