import type { Envelope, Invoke } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aPrincipal, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { InvocationContext } from '../invocation-context.js';
import { aCall, type CallParts } from '../testing/a-call.js';
import { noLimits } from '../testing/no-limits.js';
import type { Candidate } from './candidate.js';
import { type CandidateCounts, noCounts } from './candidate-store.js';
import { RunShadows } from './run-shadows.js';

const reads = { annotations: { readOnlyHint: true } };
const owner = aPrincipal({ id: 'olga', name: 'olga' });
const candidate: Candidate = {
  ...{ id: 'c', kind: 'shadow', organisationId: 'org-acme', place: 'desk/find', tool: 'acme/s', percent: 50 },
  ownerId: 'olga',
};

function setUp({ manifest = {}, isOpen = false }: { manifest?: object; isOpen?: boolean } = {}) {
  const [catalogue, directory, clock] = [new Catalogue(), new Directory(), new FakeClock()];
  directory.apply({ kind: 'principal', id: 'olga', state: owner });
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  const state = aVersion(aManifest({ name: 'acme/s', ...reads, ...manifest }), { id: 's', stage: 'BETA' });
  catalogue.apply({ kind: 'tool-version', id: 's', state });
  const added: Partial<CandidateCounts>[] = [];
  const made: [Invoke, InvocationContext][] = [];
  const none = noLimits();
  const limits = { ...none, rates: { ...none.rates } };
  let token = 'A';
  const shadows = new RunShadows({
    ...{ catalogue, directory, limits, clock, circuits: { isOpen: () => isOpen } },
    book: { add: (_, counts) => void added.push(counts) },
    mapInput: async (_, input) => ok({ mapped: input }),
    random: { token: () => token.repeat(8) },
  });
  let answer: Partial<Envelope> = { status: 'succeeded', output: { n: 1 } };
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const run = async (request: Invoke, context: InvocationContext) => {
    made.push([request, context]);
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    return { envelope: answer as Envelope, failure: undefined, limit: undefined, text: () => '' };
  };
  const offer = async (parts: CallParts = {}, failed = false) => {
    const call = aCall({ shadow: { candidate }, upstreamMs: 5, output: { n: 1 }, ...parts }, state);
    shadows.offer(call, failed ? { code: 'tool_error', message: '' } : undefined, run);
    for (let turn = 0; turn < 80; turn += 1) await Promise.resolve();
  };
  return {
    ...{ added, made, limits, offer, waiting },
    answers: (as: Partial<Envelope>) => {
      answer = as;
    },
    draws: (as: string) => {
      token = as;
    },
    slow: (as: boolean) => {
      isSlow = as;
    },
  };
}

describe('RunShadows', () => {
  it('calls the shadow in the name of its owner, as no evidence, and counts how it compares', async () => {
    const { added, made, offer, answers } = setUp();
    await offer();
    expect(made[0]).toMatchObject([
      { tool: 'acme/s@1.0.0', input: { item: 'tea' }, fallback: 'none', repair: 'off' },
      { caller: { principalId: 'olga' }, beside: 'shadow' },
    ]);
    answers({ status: 'succeeded', output: { n: 2 } });
    await offer();
    answers({ status: 'failed', error: { code: 'tool_error' } as never });
    await offer();
    await offer({}, true);
    expect(added.map((it) => ({ ...noCounts, ...it }))).toMatchObject([
      { calls: 1, failures: 0, same: 1, primaryCalls: 1 },
      { calls: 1, different: 1 },
      { calls: 1, failures: 1, same: 0, different: 0 },
      { calls: 1, failures: 1, primaryFailures: 1 },
    ]);
  });

  it('takes its share, and no call that did not reach its tool', async () => {
    const { added, offer, draws } = setUp();
    draws('_');
    await offer();
    draws('A');
    for (const parts of [{ upstreamMs: undefined }, { dryRun: true }, { pause: {} }, { shadow: undefined }])
      await offer(parts as CallParts);
    expect(added).toEqual([]);
  });

  const leftOut: readonly [string, Parameters<typeof setUp>[0], CallParts][] = [
    ['a shadow that acts', { manifest: { annotations: {} } }, {}],
    ['a credential of its caller', { manifest: { auth: { upstream: 'caller' } } }, {}],
    ['an open circuit', { isOpen: true }, {}],
    ['a caller that may not call it', {}, { caller: aCaller({ id: 'eve', organisationId: 'org-other' }) }],
    ['an owner that is gone', {}, { shadow: { candidate: { ...candidate, ownerId: 'gone' } } }],
    ['arguments that were masked', {}, { unmasked: {} }],
    ['an output that is too long', {}, { output: 'x'.repeat(300_000) }],
  ];

  it.each(leftOut)('leaves out %s', async (_, house, parts) => {
    const { added, made, offer } = setUp(house);
    await offer(parts);
    expect([made.length, added]).toEqual([0, [{ leftOut: 1 }]]);
  });

  it('leaves out what a limit or an approval would stop, and what would be too many at once', async () => {
    const { added, made, offer, answers, limits, slow, waiting } = setUp();
    answers({ status: 'failed', error: { code: 'denied' } as never });
    await offer();
    expect(added).toEqual([{ leftOut: 1 }]);
    slow(true);
    for (let n = 0; n < 9; n += 1) await offer();
    expect([made.length, added.length]).toEqual([9, 2]);
    for (const end of waiting.splice(0)) end();
    for (let turn = 0; turn < 80; turn += 1) await Promise.resolve();
    slow(false);
    limits.rates.peek = () => ({ granted: false, standings: [] }) as never;
    await offer();
    expect(made.length).toBe(9);
  });

  it('maps the input where its level does', async () => {
    const { made, offer } = setUp();
    await offer({ shadow: { candidate, mapping: '{"mapped": $}' } });
    expect(made[0]?.[0].input).toEqual({ mapped: { item: 'tea' } });
  });
});
