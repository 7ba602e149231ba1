import { memberNames, runAtOnce, type Sliced } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hiddenAnswerInSteps, hidingInSteps } from './hide-in-large.js';
import { hiddenAnswer, hiding } from './hide-secrets.js';

const secret = 'planted-4f8a91c2d7';
const secrets = [secret, 'planted', 'key-of-others'];
const hide = <T>(value: T): T => runAtOnce(hidingInSteps(value, secrets));

function stepsOf(work: Sliced<unknown>): number {
  let steps = 1;
  while (!work.next().done) steps += 1;
  return steps;
}

describe('hidingInSteps', () => {
  it('hides what hiding does', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(secret, `x ${secret}`, 'planted-4f8…', 'key-of-oth', 'planted', '__proto__', 'key-of-other s'),
    );
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(text, tie('value')),
      ),
    })).value;
    fc.assert(fc.property(tree, (value) => expect(hide(value)).toEqual(hiding(secrets)(value))));
  });

  it('hands back what holds none as it is', () => {
    const value = { rows: Array.from({ length: 2_000 }, (_, at) => ({ id: at, name: `n${at}` })) };
    expect(hide(value)).toBe(value);
  });

  it('stops after every few hundred values, and within a text that is full of beginnings', () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
    expect(stepsOf(hidingInSteps(wide, secrets))).toBeGreaterThan(35);
    const last = { ...wide, last: secret };
    expect(stepsOf(hidingInSteps(last, secrets))).toBeGreaterThan(70);
    expect(stepsOf(hidingInSteps('planted-planted- '.repeat(20_000), [secret]))).toBeGreaterThan(5);
    expect(stepsOf(hidingInSteps({ a: [secret] }, secrets))).toBe(1);
  });

  it('knows the names of a wide object that it copied', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]));
    const clean = hide({ ...wide, [`z${secret}`]: 1 });
    expect(memberNames(clean)).toEqual([...Object.keys(wide), 'z[hidden]']);
    expect(memberNames(clean)).toBe(memberNames(clean));
  });
});

it('takes what a tool echoes out of its answer, in steps', () => {
  const content = [{ type: 'text', text: `token=${secret}` }];
  const meta = { 'example.com/echo': secret };
  const answer = { content, structured: { token: secret }, meta, isError: false, source: 'mcp:acme/orders' };
  expect(runAtOnce(hiddenAnswerInSteps(answer, secrets))).toEqual(hiddenAnswer(answer, hiding(secrets)));
});
