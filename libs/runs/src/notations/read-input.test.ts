import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { referencesIn } from '../template.js';
import { Problems } from './draft.js';
import { inOrder, type ReadInput, readInput, settingsOf } from './read-input.js';

const clock = new FakeClock();
const plan = (problems: Problems): ReadInput => ({
  reference: () => undefined,
  expressions: { clock, all: undefined, prev: undefined, sourceOf: (name) => (name === 'a' ? 0 : undefined) },
  missing: 'null',
  problems,
});
const problemsOf = (value: unknown): string[] => {
  const problems = new Problems();
  readInput(value, '/arguments', plan(problems));
  return problems.issues.map(({ path, message }) => `${path}: ${message}`);
};

describe('reading arguments', () => {
  it('finds expressions at any depth, and the steps they need', () => {
    const problems = new Problems();
    const rule = readInput({ x: [{ $expr: '$sum(steps.a.items.price)' }] }, '/arguments', plan(problems));
    expect(problems.issues).toEqual([]);
    expect(rule.expressions?.map(([{ text }, place]) => [text, place])).toEqual([
      ['$sum(steps.a.items.price)', '/x/0'],
    ]);
    expect(referencesIn(rule.template)).toEqual([{ source: 0, path: [] }]);
  });

  it.each([
    [{ x: { $expr: 1 } }, '/arguments/x/$expr: "$expr" must be a JSONata expression'],
    [{ x: { $expr: 'a', also: 1 } }, '/arguments/x/$expr: an object with "$expr" has no other member'],
    [{ $expr: 'steps.b' }, '/arguments/$expr: no step before this one is called b'],
    [{ $expr: '$keys(steps)' }, '/arguments/$expr: names no step: write steps.<id> for each that is used'],
    [{ $expr: 'steps[0]' }, '/arguments/$expr: "steps" has the steps by their ids: write steps.<id>'],
    [{ $expr: '(' }, expect.stringMatching(/no JSONata expression/)],
  ])('reports what cannot be computed: %j', (value, problem) => expect(problemsOf(value)).toEqual([problem]));

  it('offers earlier steps by name and position where steps run in order', () => {
    const { sourceOf, all, prev } = inOrder(2, clock, { names: ['first', undefined, 'later'] });
    expect([sourceOf('first'), sourceOf('1'), sourceOf('2'), sourceOf('later')]).toEqual([0, 1, undefined, undefined]);
    expect([all?.length, prev]).toEqual([2, 1]);
    expect(inOrder(0, clock, { before: 'incoming' }).prev).toBe('incoming');
  });

  it('takes the settings of a call, and nothing else', () => {
    expect(settingsOf({ retries: 0, repair: 'off' })).toEqual({ settings: { retries: 0, repair: 'off' } });
    expect(settingsOf({})).toEqual({});
  });
});
