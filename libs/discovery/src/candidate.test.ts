import { describe, expect, it } from '@jest/globals';
import { aCandidate } from './candidate.fixture.js';
import { costUsd, p95Ms } from './candidate.js';

describe('p95Ms', () => {
  it('is the measured one where there is one, else the declared one, else unknown', () => {
    const declared = aCandidate({ manifest: { sla: { p95Ms: 200 } } });
    expect(p95Ms({ ...declared, measuredP95Ms: 90 })).toBe(90);
    expect(p95Ms({ ...declared, measuredP95Ms: null })).toBe(200);
    expect(p95Ms(aCandidate())).toBeUndefined();
  });
});

describe('costUsd', () => {
  it('tells free from unknown', () => {
    expect(costUsd(aCandidate({ manifest: { costPerCallUsd: 0 } }))).toBe(0);
    expect(costUsd(aCandidate())).toBeUndefined();
  });
});
