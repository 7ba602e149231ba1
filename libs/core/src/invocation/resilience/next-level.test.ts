import { aCall, aManifest, aVersion, FakeClock, noFallbacks } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { startDeadline } from '../../kernel/deadline.js';
import { type Failure, fail } from '../../kernel/failure.js';
import { ok } from '../../kernel/result.js';
import type { Call } from '../call.js';
import type { StandIn } from './fallbacks.js';
import { firstLevel, type LevelPorts, nextCall } from './next-level.js';

const lost: Failure = { code: 'upstream_unavailable', message: 'gone' };
const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));

const standIn = (name: string, parts: Partial<StandIn> = {}): StandIn => ({
  level: 2,
  tool: `acme/${name}`,
  accuracy: 1,
  versionId: name,
  pace: { p50Ms: 10, p99Ms: 100 },
  ...parts,
});

function after(standIns: readonly StandIn[], parts: Partial<Call> = {}, failure = lost) {
  const whole = startDeadline(new FakeClock(), 1_000);
  const call = aCall({ whole, attempted: [], ...parts }, parts.version ?? reading);
  const ports: LevelPorts = {
    fallbacks: { ...noFallbacks, standIns: () => standIns, levelsOf: () => ok(standIns) },
    circuits: { isOpen: (id) => id === 'open' },
    mapInput: async (mapping, input) => (mapping === 'bad' ? fail('invalid_input', '') : ok({ [mapping]: input.item })),
  };
  return { call, whole, ports, next: () => nextCall(call, failure, ports) };
}

describe('nextCall', () => {
  it('starts the next level afresh, with what is common to all levels', async () => {
    const { call, next } = after([standIn('b', { accuracy: 0.8, level: 3 }), standIn('c')], { output: 'old' });
    const level = await next();
    expect(level).toMatchObject({ level: 3, reference: 'acme/b', input: { item: 'tea' }, accuracy: 0.8, id: call.id });
    expect([level?.version, level?.output, level?.standIns?.length]).toEqual([undefined, undefined, 1]);
    expect([level?.warnings, level?.trace, level?.attempted]).toEqual([call.warnings, call.trace, call.attempted]);
  });

  it('maps what was asked with, never what an earlier level made of it', async () => {
    const { next } = after([standIn('b', { mapping: 'article' })], { input: { article: 'from a mapping' } });
    expect((await next())?.input).toEqual({ article: 'tea' });
  });

  it('passes over a level whose mapping changes what is fixed, and hands on what that is', async () => {
    const fixed = { item: 'tea' };
    const standIns = [standIn('b', { mapping: 'article' }), standIn('c', { mapping: 'item' })];
    const { call, next } = after(standIns, { fixed });
    expect(await next()).toMatchObject({ reference: 'acme/c', input: { item: 'tea' }, fixed });
    expect(call.attempted).toMatchObject([{ tool: 'acme/b', reason: 'mapping_failed' }]);
  });

  it('has attempts and tokens for mending in all, not for each level', async () => {
    const healing = { attempts: 2, addedMs: 1, tokens: 900, tried: new Set(['d']) };
    const { next } = after([standIn('b')], { healing });
    expect((await next())?.healing).toBe(healing);
  });

  it('goes on to tools that only read where the answer is to be borne out by others', async () => {
    const request = { tool: 'acme/a', input: { item: 'tea' }, corroborate: 1 };
    const { call, next } = after([standIn('b'), standIn('c', { readOnly: true })], { request });
    expect((await next())?.reference).toBe('acme/c');
    expect(call.attempted).toMatchObject([{ tool: 'acme/b', reason: 'not_read_only' }]);
  });

  it('lets nothing that acts stand in for a step of a composition that only reads, and has no key', async () => {
    const standIns = [standIn('b'), standIn('c', { readOnly: true })];
    const request = { tool: 'acme/a', input: { item: 'tea' } };
    const reading = after(standIns, { request, nesting: 1 });
    expect((await reading.next())?.reference).toBe('acme/c');
    expect(reading.call.attempted).toMatchObject([{ tool: 'acme/b', reason: 'not_read_only' }]);
    const acting = after(standIns, { request: { ...request, idempotencyKey: 'k' }, nesting: 1 });
    expect((await acting.next())?.reference).toBe('acme/b');
  });

  it('passes over open circuits, levels that are too slow and mappings that fail, and notes each', async () => {
    const slow = standIn('slow', { pace: { p50Ms: 1, p99Ms: 5_000 } });
    const { call, next } = after([standIn('open'), slow, standIn('odd', { mapping: 'bad' }), standIn('d')]);
    expect((await next())?.reference).toBe('acme/d');
    expect(call.attempted.map(({ tool, reason }) => [tool, reason])).toEqual([
      ['acme/open', 'circuit_open'],
      ['acme/slow', 'too_slow'],
      ['acme/odd', 'mapping_failed'],
    ]);
  });

  it.each<[string, Partial<Call>, Failure]>([
    ['a denial', {}, { code: 'denied', message: '' }],
    ['an effect that may have happened', { version: aVersion() }, { ...lost, outcome: 'unknown' }],
  ])('ends after %s', async (_, parts, failure) => {
    expect(await after([standIn('b')], parts, failure).next()).toBeUndefined();
  });

  it('passes over levels that are out of use or not what was asked for', async () => {
    const { call, next } = after([standIn('gone', { unfit: 'version_revoked' }), standIn('d')]);
    expect((await next())?.reference).toBe('acme/d');
    expect(call.attempted).toMatchObject([{ tool: 'acme/gone', outcome: 'skipped', reason: 'version_revoked' }]);
  });

  it('ends when the whole time is up, and says which levels it left', async () => {
    const late = after([standIn('b')]);
    late.whole.cancel();
    expect(await late.next()).toBeUndefined();
    expect(late.call.attempted).toMatchObject([{ tool: 'acme/b', reason: 'no_time' }]);
    expect(await after([]).next()).toBeUndefined();
  });
});

describe('firstLevel', () => {
  it('takes the first level of a capability that may be tried', async () => {
    const { call, ports } = after([standIn('open', { level: 1 }), standIn('b', { mapping: 'article' })], { level: 0 });
    expect(await firstLevel(call, ports)).toMatchObject({
      ok: true,
      value: { level: 2, reference: 'acme/b', input: { article: 'tea' }, begunAfter: 1 },
    });
  });

  it('says when nobody has the capability, and when nobody may be asked now', async () => {
    const none = after([], { level: 0, reference: 'geo.geocode' });
    expect(await firstLevel(none.call, none.ports)).toMatchObject({ error: { code: 'not_found' } });
    const open = after([standIn('open')], { level: 0 });
    expect(await firstLevel(open.call, open.ports)).toMatchObject({ error: { code: 'nothing_available' } });
  });
});
