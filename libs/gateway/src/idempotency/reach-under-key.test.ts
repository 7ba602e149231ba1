import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { PlainStage } from '../call.js';
import { aCall } from '../testing/a-call.js';
import type { Reach } from './idempotency-ledger.js';
import { reachUnderKey } from './reach-under-key.js';

const claim = { organisationId: 'o', principalId: 'p', key: 'k', invocationId: 'i', fence: 1 };

function setUp(answer: () => Promise<boolean> = async () => true) {
  const happened: (Reach | 'called')[] = [];
  const problems: unknown[] = [];
  const calling: PlainStage = { name: 'call', reaches: true, run: () => void happened.push('called') };
  const ledger = {
    reach: async (_: unknown, reach: Reach) => {
      happened.push(reach);
      return answer();
    },
  };
  const stage = reachUnderKey(ledger, (cause) => problems.push(cause), calling);
  return { happened, problems, stage };
}
const keyed = (version = aVersion()) =>
  aCall({ keyed: { key: 'k', held: { claim, earlier: null, end: () => {} } } }, version);

describe('reachUnderKey', () => {
  it('notes what may be reached before the call leaves, once for all retries', async () => {
    const { happened, stage } = setUp();
    const call = keyed(aVersion(aManifest({ annotations: { idempotentHint: true } })));
    await stage.run(call);
    await stage.run(call);
    const reach = {
      versionId: call.resolved.version?.id,
      tool: 'acme/orders.create',
      version: '1.0.0',
      repeatable: true,
    };
    expect(happened).toEqual([reach, 'called', 'called']);
  });

  it('writes nothing for what only reads, or has no key', async () => {
    const { happened, stage } = setUp();
    await stage.run(keyed(aVersion(aManifest({ annotations: { readOnlyHint: true } }))));
    await stage.run(aCall({}, aVersion()));
    expect(happened).toEqual(['called', 'called']);
  });

  it('does not call when the claim was taken over, or cannot be noted', async () => {
    const lost = setUp(async () => false);
    expect(await lost.stage.run(keyed())).toMatchObject({ code: 'unavailable' });
    const away = setUp(() => Promise.reject(new Error('away')));
    expect(await away.stage.run(keyed())).toMatchObject({ code: 'unavailable', retryAfterMs: 1_000 });
    expect([lost.happened, away.happened].flat()).not.toContain('called');
    expect(away.problems).toHaveLength(1);
  });
});
