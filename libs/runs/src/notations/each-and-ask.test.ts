import { expect, it } from '@jest/globals';
import { planOf } from '../plan.js';
import { Problems } from './draft.js';
import { askNode, eachNode } from './each-and-ask.js';

const rule = { kind: 'template', template: { kind: 'literal', value: [] }, missing: 'null' } as const;

it('a list has a thousand elements at most, ten at a time, unless it is said', () => {
  const rest = { body: planOf({ nodes: [], forwardsFailures: false, outputs: [] }), inPlace: '/in', isStep: true };
  expect(eachNode({}, rule, rest)).toMatchObject({ kind: 'each', concurrency: 10, max: 1_000 });
  expect(eachNode({ concurrency: 2, max: 5 }, rule, rest)).toMatchObject({ concurrency: 2, max: 5 });
});

it('a question is open for a day, to anybody who may answer, unless it is said; its schema is checked', () => {
  const problems = new Problems();
  const asked = { question: 'Which?', schema: { type: 'string' } };
  expect(askNode(asked, rule, '/ask', problems)).toMatchObject({ to: null, timeoutMs: 86_400_000 });
  expect(askNode({ ...asked, to: 'ann', timeoutHours: 0.5 }, rule, '/ask', problems)).toMatchObject({
    to: 'ann',
    timeoutMs: 1_800_000,
  });
  expect(problems.issues).toEqual([]);
  askNode({ ...asked, schema: { type: 'nothing' } }, rule, '/ask', problems);
  expect(problems.issues.length).toBeGreaterThan(0);
  expect(problems.issues[0]?.path).toMatch(/^\/ask\/schema/);
});
