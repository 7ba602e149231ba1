import { describe, expect, it } from '@jest/globals';
import { expectedOf } from './expected.js';
import { type Node, type Plan, planOf } from './plan.js';

const times: Readonly<Record<string, number>> = { fast: 10, slow: 100 };
const expected = (plan: Plan) => expectedOf(plan, (it) => times[it] ?? 0);
const node = (parts: object, needs: number[] = []) => ({ id: 'x', place: '', needs, ...parts }) as unknown as Node;
const call = (tool: string, ...needs: number[]) => node({ kind: 'tool', tool }, needs);
const plan = (...nodes: Node[]) => planOf({ nodes, forwardsFailures: false, outputs: [] });
const branches = [plan(call('fast')), plan(call('slow'))].map((it, i) => ({ name: `${i}`, plan: it }));
const fanOut = (join: object) => plan(node({ kind: 'parallel', branches, join }));

describe('the expected time of a plan', () => {
  it('is that of its longest way', () => {
    expect(expected(plan(call('fast'), call('slow', 0), call('fast', 0), call('fast', 1, 2)))).toEqual({
      own: [10, 100, 10, 10],
      later: [110, 10, 10, 0],
      whole: 120,
    });
  });

  it('of no steps is none', () => expect(expected(plan()).whole).toBe(0));

  it.each([
    ['all', { kind: 'all' }, 100],
    ['first', { kind: 'first' }, 10],
    ['best', { kind: 'best' }, 100],
    ['half', { kind: 'quorum', share: 0.5 }, 10],
  ])('of a fan-out is the time its join takes: %s', (_, join, whole) => {
    expect(expected(fanOut(join)).whole).toBe(whole);
  });

  it('of a branch is that of its longest case, of a loop that of every round', () => {
    const cases = new Map(branches.map((it) => [it.name, it.plan]));
    expect(expected(plan(node({ kind: 'branch', cases, otherwise: null }))).whole).toBe(100);
    expect(expected(plan(node({ kind: 'repeat', body: plan(call('slow')), max: 3 }))).whole).toBe(300);
  });
});
