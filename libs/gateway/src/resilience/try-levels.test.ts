import { type Failure, ok, startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addResolved, type Call } from '../call.js';
import { LocalFaultMemory } from '../faults/fault-memory.js';
import type { InvocationPorts } from '../invocation-ports.js';
import { aCall } from '../testing/a-call.js';
import { closedCircuits } from '../testing/closed-circuits.js';
import { noLimits } from '../testing/no-limits.js';
import { noEscalations, noFallbacks } from '../testing/standing-alone.js';
import type { FallbackLevel } from './fallback-level.js';
import type { Pace } from './levels.js';
import { shareTime } from './share-time.js';
import { TryLevels } from './try-levels.js';

const reading = (name: string, { p50Ms = 10, p99Ms = 100 }: Partial<Pace> = {}) => {
  const sla = { p50Ms, p95Ms: p99Ms, p99Ms, availability: 0.9 };
  return aVersion(aManifest({ name, annotations: { readOnlyHint: true }, sla }));
};
const broken: Failure = { code: 'upstream_error', message: 'broken' };
const running = { move: () => undefined, beside: () => () => undefined };

function setUp(
  levels: readonly FallbackLevel[],
  walk: (call: Call, clock: FakeClock) => Failure | undefined,
  ms = 1_000,
) {
  const clock = new FakeClock();
  const whole = startDeadline(clock, ms);
  const finished: string[] = [];
  const missing: string[] = [];
  const ports = {
    ...{ clock, limits: noLimits(), escalations: noEscalations, circuits: closedCircuits },
    fallbacks: {
      ...noFallbacks,
      levelsOf: () => ok(levels),
      hierarchyOf: () => ({ capability: 'a.b', escalates: false }),
    },
    faults: new LocalFaultMemory(clock),
    catalogue: { serverFor: () => ({ id: 'server' }) },
    onMissingTool: (serverId: string) => missing.push(serverId),
    mapInput: async () => ok({}),
    finished: (event: { tool: string; code: string | null }) => finished.push(`${event.tool} ${event.code}`),
  } as unknown as InvocationPorts;
  const tried: number[] = [];
  const first = aCall({
    ...{ request: { capability: 'a.b', input: {} }, level: 0, reference: 'a.b' },
    ...{ whole, deadline: whole, attempted: [], begunAfter: 0 },
  });
  const run = () =>
    new TryLevels(ports, async (call) => {
      tried.push(call.requested.level);
      const { pace } = levels.find((it) => it.level === call.requested.level) ?? {};
      Object.assign(call.resolved, { version: reading(call.requested.reference, pace) });
      call.resolved.upstreamMs = 0;
      addResolved(call, await shareTime(ports).run(call));
      return walk(call, clock);
    }).run(first, running);
  return { run, first, whole, clock, tried, finished, missing };
}

const level = (number: number, parts: Partial<FallbackLevel> = {}): FallbackLevel => ({
  ...{ level: number, tool: `acme/t${number}`, accuracy: 1, versionId: `v${number}` },
  pace: { p50Ms: 10, p99Ms: 100 },
  ...parts,
});

describe('TryLevels', () => {
  it('ends with the first level that succeeds; each one before it is reported as a finished call', async () => {
    const { run, finished } = setUp([level(1), level(2), level(3)], ({ requested: { level: at } }) =>
      at === 1 ? broken : undefined,
    );
    const { call, failure } = await run();
    expect([call.requested.level, failure, finished]).toEqual([2, undefined, ['acme/t1 upstream_error']]);
    expect(call.happened.attempted).toMatchObject([{ tool: 'acme/t1', outcome: 'failed', reason: 'upstream_error' }]);
  });

  it('tells which server does not know its own tool, and of no other failure', async () => {
    const unknown: Failure = { ...broken, fault: 'missing_tool' };
    const { run, missing } = setUp([level(1), level(2)], ({ requested: { level: at } }) =>
      at === 1 ? unknown : broken,
    );
    await run();
    expect(missing).toEqual(['server']);
  });

  it('ends with nothing available after the last level', async () => {
    const { run, first } = setUp([level(1), level(2)], () => broken);
    expect((await run()).failure?.code).toBe('nothing_available');
    expect(first.happened.attempted).toHaveLength(1);
  });

  it('ends at once where no level may be tried, and where nobody has the capability', async () => {
    const unfit = setUp([level(1, { unfit: 'version_revoked' })], () => undefined);
    const end = await unfit.run();
    expect([end.failure?.code, end.call.requested.level, unfit.tried]).toEqual(['nothing_available', 0, []]);
    expect((await setUp([], () => undefined).run()).failure?.code).toBe('not_found');
  });

  it('never takes longer than the deadline, tries no level twice, and leaves the next one its p99 where that fits', async () => {
    const ms = fc.integer({ min: 1, max: 900 });
    const one = fc.record({
      p50Ms: ms,
      p99Ms: ms,
      takesMs: fc.integer({ min: 1, max: 3_000 }),
      succeeds: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), ms, async (levels, deadlineMs) => {
        const standIns = levels.map(({ p50Ms, p99Ms }, at) => level(at + 1, { pace: { p50Ms, p99Ms } }));
        const { run, clock, tried, whole } = setUp(
          standIns,
          (call, time) => {
            const own = levels[call.requested.level - 1] as (typeof levels)[number];
            const given = call.resolved.deadline.remainingMs();
            const next = call.resolved.standIns?.find(
              (it) => (it.pace.p99Ms ?? 0) <= call.requested.whole.remainingMs() - (own.p99Ms ?? 0),
            );
            if (next !== undefined)
              expect(call.requested.whole.remainingMs() - given).toBeGreaterThanOrEqual(next.pace.p99Ms ?? 0);
            time.advance(Math.min(own.takesMs, given));
            if (own.takesMs > given) return { code: 'deadline_exceeded', message: 'late' };
            return own.succeeds ? undefined : broken;
          },
          deadlineMs,
        );
        const begun = clock.now();
        const { call, failure } = await run();
        expect(clock.now() - begun).toBeLessThanOrEqual(deadlineMs);
        expect(tried).toEqual([...new Set(tried)].sort((a, b) => a - b));
        if (failure === undefined) expect(levels[call.requested.level - 1]?.succeeds).toBe(true);
        whole.end();
        expect(clock.waiting).toBe(0);
      }),
    );
  });
});
