import { expect, it } from '@jest/globals';
import { partOfPlan } from './needed-by.js';
import { type Node, type Plan, planOf, type ToolNode } from './plan.js';

const node = (id: string, needs: readonly number[] = []): ToolNode => ({
  kind: 'tool',
  id,
  ...{ place: '', inputPlace: '', tool: 'acme/x', needs },
  input: { kind: 'template', template: {} as never, missing: 'null' },
});
const planWith = (nodes: readonly Node[]): Plan => planOf({ nodes, forwardsFailures: false, outputs: [0] });
const run = { kind: 'run', id: 'r1' } as const;

it('names the steps that need one at first or second hand, and no others', () => {
  const [a, b, c, d] = [node('a'), node('b', [0]), node('c', [1]), node('d')];
  const of = partOfPlan(run, planWith([c, b, a, d].map((it) => it && { ...it, needs: [] })));
  expect(of('d', node('elsewhere'))).toMatchObject({ neededBy: [], neededByCount: 0 });
  const plan = planWith([a, b, c, d] as ToolNode[]);
  const asked = partOfPlan(run, plan);
  expect(asked('a', plan.nodes[0] as ToolNode)).toEqual({
    ...run,
    step: 'a',
    neededBy: ['b', 'c'],
    neededByCount: 2,
  });
  expect(asked('c', plan.nodes[2] as ToolNode)).toMatchObject({ neededBy: [] });
});

it('of a loop’s body names what comes after the loop, too', () => {
  const body = planWith([node('in'), node('in2', [0])]);
  const loop: Node = {
    ...{ kind: 'repeat', id: 'loop', place: '', needs: [], from: {} as never, body, max: 2, until: {} as never },
  };
  const plan = planWith([loop, node('last', [0])]);
  expect(partOfPlan(run, plan)('loop/1/in', body.nodes[0] as ToolNode).neededBy).toEqual(['in2', 'last']);
});

it('names twenty, and says how many there are; what undoes a step is needed by none', () => {
  const nodes = Array.from({ length: 101 }, (_, at) => node(`s${at}`, at === 0 ? [] : [0]));
  const plan = planWith(nodes);
  const reported = partOfPlan(run, plan)('s0', plan.nodes[0] as ToolNode);
  expect(reported.neededBy).toHaveLength(20);
  expect(reported.neededByCount).toBe(100);
  expect(partOfPlan(run, plan)('s0/undo')).toMatchObject({ step: 's0/undo', neededBy: [] });
});
