import { type Failure, fail, ok, startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Call } from '../call.js';
import { aCall, aCallWith, type CallParts } from '../testing/a-call.js';
import { noFallbacks } from '../testing/standing-alone.js';
import type { FallbackLevel } from './fallback-level.js';
import { LatencyTrials } from './latency-trials.js';
import { firstLevel, type LevelPorts, nextCall } from './next-level.js';

const lost: Failure = { code: 'upstream_unavailable', message: 'gone' };
const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));

const fallback = (name: string, parts: Partial<FallbackLevel> = {}): FallbackLevel => ({
  level: 2,
  tool: `acme/${name}`,
  accuracy: 1,
  versionId: name,
  pace: { p50Ms: 10, p99Ms: 100 },
  ...parts,
});

function after(
  standIns: readonly FallbackLevel[],
  parts: CallParts = {},
  failure = lost,
  trials?: LevelPorts['trials'],
) {
  const whole = startDeadline(new FakeClock(), 1_000);
  const call = aCall({ whole, attempted: [], ...parts }, parts.version ?? reading);
  const ports: LevelPorts = {
    fallbacks: { ...noFallbacks, standIns: () => standIns, levelsOf: () => ok(standIns) },
    circuits: { isOpen: (id) => id === 'open' },
    faults: { limitedForMs: (id) => (id === 'limited' ? 500 : 0) },
    mapInput: async (mapping, input) => (mapping === 'bad' ? fail('invalid_input', '') : ok({ [mapping]: input.item })),
    ...(trials && { trials }),
  };
  return { call, whole, ports, next: () => nextCall(call, failure, ports) };
}

describe('nextCall', () => {
  it('starts the next level afresh, with what is common to all levels', async () => {
    const { call, next } = after([fallback('b', { accuracy: 0.8, level: 3 }), fallback('c')], { output: 'old' });
    const level = await next();
    expect(level).toMatchObject({
      requested: { level: 3, reference: 'acme/b', accuracy: 0.8, id: call.requested.id },
      resolved: { input: { item: 'tea' } },
    });
    expect([level?.resolved.version, level?.resolved.output, level?.resolved.standIns?.length]).toEqual([
      undefined,
      undefined,
      1,
    ]);
    expect([level?.happened.warnings, level?.happened.trace, level?.happened.attempted]).toEqual([
      call.happened.warnings,
      call.happened.trace,
      call.happened.attempted,
    ]);
  });

  it('maps what was asked with, never what an earlier level made of it', async () => {
    const { next } = after([fallback('b', { mapping: 'article' })], { input: { article: 'from a mapping' } });
    expect((await next())?.resolved.input).toEqual({ article: 'tea' });
  });

  it('passes over a level whose mapping changes what is fixed, and hands on what that is', async () => {
    const fixed = { item: 'tea' };
    const standIns = [fallback('b', { mapping: 'article' }), fallback('c', { mapping: 'item' })];
    const { call, next } = after(standIns, { requested: { fixed } });
    expect(await next()).toMatchObject({
      requested: { reference: 'acme/c', fixed },
      resolved: { input: { item: 'tea' } },
    });
    expect(call.happened.attempted).toMatchObject([{ tool: 'acme/b', reason: 'mapping_failed' }]);
  });

  it('has attempts and tokens for repairs in total, not for each level', async () => {
    const healing = { attempts: 2, addedMs: 1, tokens: 900, tried: new Set(['d']) };
    const { next } = after([fallback('b')], { healing });
    expect((await next())?.happened.healing).toBe(healing);
  });

  it('continues with read-only tools where the answer needs corroboration', async () => {
    const request = { tool: 'acme/a', input: { item: 'tea' }, corroborate: 1 };
    const { call, next } = after([fallback('b'), fallback('c', { readOnly: true })], { request });
    expect((await next())?.requested.reference).toBe('acme/c');
    expect(call.happened.attempted).toMatchObject([{ tool: 'acme/b', reason: 'not_read_only' }]);
  });

  it('rejects acting tools as fallbacks for a read-only step of a composition, which has no key', async () => {
    const standIns = [fallback('b'), fallback('c', { readOnly: true })];
    const request = { tool: 'acme/a', input: { item: 'tea' } };
    const reading = after(standIns, { request, requested: { nesting: 1 } });
    expect((await reading.next())?.requested.reference).toBe('acme/c');
    expect(reading.call.happened.attempted).toMatchObject([{ tool: 'acme/b', reason: 'not_read_only' }]);
    const acting = after(standIns, { request: { ...request, idempotencyKey: 'k' }, requested: { nesting: 1 } });
    expect((await acting.next())?.requested.reference).toBe('acme/b');
  });

  it('passes over open circuits, levels that are too slow and mappings that fail, and notes each', async () => {
    const slow = fallback('slow', { pace: { p50Ms: 1, p99Ms: 5_000 } });
    const { call, next } = after([fallback('open'), slow, fallback('odd', { mapping: 'bad' }), fallback('d')]);
    expect((await next())?.requested.reference).toBe('acme/d');
    expect(call.happened.attempted.map(({ tool, reason }) => [tool, reason])).toEqual([
      ['acme/open', 'circuit_open'],
      ['acme/slow', 'too_slow'],
      ['acme/odd', 'mapping_failed'],
    ]);
  });

  it.each<[string, CallParts, Failure]>([
    ['a denial', {}, { code: 'denied', message: '' }],
    ['an effect that may have happened', { version: aVersion() }, { ...lost, outcome: 'unknown' }],
  ])('ends after %s', async (_, parts, failure) => {
    expect(await after([fallback('b')], parts, failure).next()).toBeUndefined();
  });

  it('passes over levels that are out of use or not what was asked for', async () => {
    const { call, next } = after([fallback('gone', { unfit: 'version_revoked' }), fallback('d')]);
    expect((await next())?.requested.reference).toBe('acme/d');
    expect(call.happened.attempted).toMatchObject([
      { tool: 'acme/gone', outcome: 'skipped', reason: 'version_revoked' },
    ]);
  });

  it('ends when the whole time is up, and says which levels it left', async () => {
    const late = after([fallback('b')]);
    late.whole.cancel();
    expect(await late.next()).toBeUndefined();
    expect(late.call.happened.attempted).toMatchObject([{ tool: 'acme/b', reason: 'no_time' }]);
    expect(await after([]).next()).toBeUndefined();
  });
});

describe('a level that its measured latency alone excludes', () => {
  const measured = { readOnly: true, isMeasured: true, pace: { p50Ms: 900, p99Ms: 5_000 } };
  const slow = fallback('slow', measured);
  const afterTrials = (standIns: readonly FallbackLevel[], parts: CallParts = {}, due = ['slow']) => {
    const asked: string[] = [];
    const trials = { isDue: (id: string) => asked.push(id) > 0 && due.includes(id) };
    return { ...after(standIns, parts, lost, trials), asked };
  };

  it('is tried when its turn has come, and leaves the others for afterwards', async () => {
    const { call, next } = afterTrials([slow, fallback('b', { accuracy: 0.8 })]);
    const trial = await next();
    expect(trial).toMatchObject({
      requested: { reference: 'acme/slow', isTrial: true },
      resolved: { input: { item: 'tea' } },
    });
    expect(trial?.resolved.standIns?.map((it) => it.tool)).toEqual(['acme/b']);
    expect(call.happened.attempted).toEqual([]);
    const level = await nextCall(aCallWith(trial as Call, { version: reading }), lost, afterTrials([]).ports);
    expect([level?.requested.reference, level?.requested.isTrial]).toEqual(['acme/b', undefined]);
  });

  it('is one call in twenty of those that skip it', async () => {
    const trials = new LatencyTrials();
    const references: (string | undefined)[] = [];
    for (let calls = 0; calls < 40; calls += 1)
      references.push((await after([slow, fallback('b')], {}, lost, trials).next())?.requested.reference);
    expect(references.flatMap((it, index) => (it === 'acme/slow' ? [index + 1] : []))).toEqual([20, 40]);
  });

  it('is tried in its place, and those before it are noted as too slow', async () => {
    const { call, next } = afterTrials([fallback('first', measured), slow, fallback('b')]);
    expect((await next())?.requested.reference).toBe('acme/slow');
    expect(call.happened.attempted).toMatchObject([{ tool: 'acme/first', outcome: 'skipped', reason: 'too_slow' }]);
  });

  const within = { tool: 'acme/a', input: { item: 'tea' }, constraints: { maxLatencyMs: 500 } };
  it.each<[string, FallbackLevel[], CallParts]>([
    ['it may change something', [fallback('slow', { ...measured, readOnly: false }), fallback('b')], {}],
    ['its latency is declared only', [fallback('slow', { ...measured, isMeasured: false }), fallback('b')], {}],
    ['the caller stated a latency', [slow, fallback('b')], { request: within }],
    ['nothing is called', [slow, fallback('b')], { requested: { dryRun: true } }],
    ['the next level keeps too little time', [slow, fallback('b', { pace: { p50Ms: 1, p99Ms: 1_001 } })], {}],
    ['its mapping fails', [fallback('slow', { ...measured, mapping: 'bad' }), fallback('b')], {}],
  ])('is not tried where %s', async (_, standIns, parts) => {
    const { next, asked } = afterTrials(standIns, parts);
    const level = await next();
    expect([level?.requested.isTrial, level?.requested.reference === 'acme/slow']).toEqual([undefined, false]);
    // Its turn is not used up, but where only the mapping was in the way.
    expect(asked).toEqual(standIns[0]?.mapping === undefined ? [] : ['slow']);
  });

  it('is called as the fastest, and not as a trial, where every level is too slow', async () => {
    const { next, asked } = afterTrials([slow]);
    const level = await next();
    expect([level?.requested.reference, level?.requested.isTrial, asked]).toEqual(['acme/slow', undefined, []]);
  });
});

describe('firstLevel', () => {
  it('takes the first level of a capability that may be tried', async () => {
    const { call, ports } = after([fallback('open', { level: 1 }), fallback('b', { mapping: 'article' })], {
      level: 0,
    });
    expect(await firstLevel(call, ports)).toMatchObject({
      ok: true,
      value: { requested: { level: 2, reference: 'acme/b', begunAfter: 1 }, resolved: { input: { article: 'tea' } } },
    });
  });

  it('says when nobody has the capability, and when nobody may be asked now', async () => {
    const none = after([], { level: 0, reference: 'geo.geocode' });
    expect(await firstLevel(none.call, none.ports)).toMatchObject({ error: { code: 'not_found' } });
    const open = after([fallback('open')], { level: 0 });
    expect(await firstLevel(open.call, open.ports)).toMatchObject({ error: { code: 'nothing_available' } });
  });
});
