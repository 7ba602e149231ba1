import { Directory } from '@assay/identity';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { limitedFor } from './limited-for.js';
import { LimitCounters } from './policy/limit-counters.js';
import { LimitRules } from './policy/limit-rules.js';
import { LocalRateLimits } from './policy/local-rate-limits.js';

const hourMs = 3_600_000;

describe('limitedFor', () => {
  it('says how long an approved message waits, and counts nothing', async () => {
    const rates = new LocalRateLimits(new FakeClock());
    const counters = new LimitCounters(new LimitRules(), new Directory());
    const catalogue = new Catalogue();
    const version = aVersion(aManifest({ limits: [{ limit: 'recipient.messages', by: ['/to'] }] }), { stage: 'BETA' });
    catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
    const waitFor = limitedFor({ rates, counters }, catalogue);
    const input = { to: ['bob@x.example'] };
    const reference = `${version.namespace}/${version.tool}@${version.version}`;
    for (const _ of [1, 2, 3]) {
      expect(await waitFor(aCaller(), reference, input)).toBe(0);
      await rates.acquire(counters.ofArguments(aCaller(), version, input), 1);
    }
    const waitMs = await waitFor(aCaller(), reference, input);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(hourMs + hourMs / 60);
    expect(await waitFor(aCaller(), reference, { to: ['ann@x.example'] })).toBe(0);
    expect(await waitFor(aCaller(), 'acme/absent@1.0.0', input)).toBe(0);
  });
});
