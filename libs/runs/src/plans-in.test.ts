import { expect, it } from '@jest/globals';
import type { Node, Plan } from './plan.js';
import { plansIn, toolNodes } from './plans-in.js';

const plan = (...nodes: object[]) => ({ nodes }) as unknown as Plan;
const tool = (name: string) => plan({ kind: 'tool', tool: name });
const [a, b, c] = [tool('a'), tool('b'), tool('c')];
const branch = { kind: 'branch', cases: new Map([['x', a]]), otherwise: b };
const parallel = {
  kind: 'parallel',
  branches: [
    { name: 'x', plan: a },
    { name: 'y', plan: c },
  ],
};
const repeat = (body: Plan) => ({ kind: 'repeat', body });
const plansOf = (node: object) => plansIn(node as Exclude<Node, { kind: 'tool' }>);

it('a node holds the plans of its cases, branches or body', () => {
  expect(plansOf(branch)).toEqual([a, b]);
  expect(plansOf({ ...branch, otherwise: null })).toEqual([a]);
  expect(plansOf(parallel)).toEqual([a, c]);
  expect(plansOf(repeat(c))).toEqual([c]);
});

it('tools are found at every depth, in their order, with repetitions', () => {
  const whole = plan({ kind: 'tool', tool: 'first' }, repeat(plan(branch)), parallel);
  expect([...toolNodes(whole)].map((it) => it.tool)).toEqual(['first', 'a', 'b', 'a', 'c']);
});
