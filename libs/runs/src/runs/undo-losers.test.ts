import type { Envelope, Invoke } from '@assay/contracts';
import type { Invoked } from '@assay/gateway';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { planOf } from '../plan.js';
import { Effects, leavesBranches, type UndoPatience } from './undo-losers.js';

const context = { caller: aCaller(), traceId: 't', key: 'run', nesting: 1 };
const version = (compensation: object = { class: 'full', tool: 'acme/undo', input: '{"of": output.id}' }) =>
  aVersion(aManifest({ name: 'acme/act', compensation } as never));

function house(answer: (request: Invoke) => Partial<Envelope> = () => ({})) {
  const asked: Invoke[] = [];
  const invoke = {
    run: async (request: Invoke): Promise<Invoked> => {
      asked.push(request);
      const envelope = {
        id: `call-${asked.length}`,
        status: 'succeeded',
        warnings: [],
        ...answer(request),
      } as Envelope;
      return { envelope, failure: undefined, limit: undefined, text: () => '' };
    },
  };
  return { asked, ports: { invoke, clock: new FakeClock() } };
}
const acted = (effects: Effects, path: string, output: unknown = { id: path }) =>
  effects.note({ path, input: {} }, version(), output);

describe('effects that nobody wants', () => {
  it('are those within a branch that was lost, undone the latest first, each under a key of its own', async () => {
    const { asked, ports } = house();
    const effects = new Effects();
    for (const path of ['p.a.x', 'p.ab.x', 'p.a.y', 'other', 'p']) acted(effects, path);
    acted(effects, 'p.a.x', { id: 'again' });
    expect(effects.has(['p.none'])).toBe(false);
    expect(effects.has(['p.a'])).toBe(true);
    const undone = await effects.undo(['p.a', 'q'], context, ports);
    expect(undone.map(({ path }) => path)).toEqual(['p.a.x', 'p.a.y']);
    expect(asked.map(({ input }) => input)).toEqual([{ of: 'again' }, { of: 'p.a.y' }]);
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    effects.forget('p.a.x');
    expect(await effects.undo(['p.a'], context, ports)).toHaveLength(1);
  });

  it('that cannot be undone say why, and keep nothing else from being undone', async () => {
    const { ports } = house(({ input }) => {
      if (input.of === 'fails')
        return { status: 'failed', error: { code: 'tool_error', message: 'no' } as Envelope['error'] as never };
      if (input.of === 'throws') throw new Error('a bug');
      if (input.of === 'waits') return { status: 'awaiting_approval', approval: { id: 'a', url: 'http://here' } };
      return {};
    });
    const effects = new Effects();
    effects.note({ path: 'p.none', input: {} }, version({ class: 'irreversible' }), {});
    effects.note({ path: 'p.text', input: {} }, version({ class: 'full', tool: 'acme/undo', input: '"text"' }), {});
    effects.note({ path: 'p.bad', input: {} }, version({ class: 'full', tool: 'acme/undo', input: '$error("x")' }), {});
    for (const id of ['fails', 'throws', 'waits', 'works']) acted(effects, `p.${id}`, { id });
    const undone = await effects.undo(['p'], context, ports);
    expect(undone.map(({ path, problem }) => [path, problem])).toEqual([
      ['p.works', undefined],
      ['p.waits', "it is waiting for a person's decision at http://here"],
      ['p.throws', 'something went wrong here'],
      ['p.fails', 'no'],
      ['p.bad', expect.stringMatching(/its input cannot be computed/)],
      ['p.text', 'its input is not an object'],
      ['p.none', 'acme/act names no tool that undoes it'],
    ]);
  });

  it('wait for a person where there is patience, until somebody else goes on', async () => {
    const { ports } = house(() => ({ status: 'awaiting_approval', approval: { id: 'a', url: 'u' } }));
    const left = new AbortController();
    const reported: string[] = [];
    const patience: UndoPatience = {
      ...{ clock: ports.clock, signal: left.signal, completionOf: async () => undefined },
      approval: async () => ({ settledAt: 1 }),
      recorded: async (id) => ({ id, status: 'succeeded' }) as Envelope,
      onWaiting: (path) => {
        reported.push(`${path} waits`);
        return () => reported.push(`${path} goes on`);
      },
    };
    const effects = new Effects();
    acted(effects, 'p.a');
    acted(effects, 'p.b');
    const undoing = effects.undo(['p'], context, ports, patience);
    for (let turn = 0; turn < 60; turn += 1) {
      await Promise.resolve();
      if (turn === 40) ports.clock.advance(50);
    }
    left.abort();
    const undone = await undoing;
    expect(undone.map(({ path, problem }) => [path, problem])).toEqual([
      ['p.b', undefined],
      ['p.a', "it is waiting for a person's decision at u"],
    ]);
    expect(reported).toEqual(['p.b waits', 'p.b goes on', 'p.a waits', 'p.a goes on']);
  });
});

it('branches are left behind by joins other than all, however deep', () => {
  const empty = planOf({ nodes: [], forwardsFailures: false, outputs: [] });
  const fan = (kind: 'all' | 'first', plan = empty) =>
    planOf({
      nodes: [
        {
          ...{ kind: 'parallel', id: 'p', place: '', needs: [], from: 'incoming', score: null },
          ...{ join: { kind }, branches: [{ name: 'a', plan }] },
        },
      ],
      ...{ forwardsFailures: false, outputs: [0] },
    });
  expect([empty, fan('all'), fan('first'), fan('all', fan('first'))].map(leavesBranches)).toEqual([
    ...[false, false, true, true],
  ]);
});
