import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { judgeSanity, judgeSanityInSteps } from './judge-sanity.js';
import { SanityPredicates } from './sanity-predicates.js';

const now = new Date(0);

function judge(expressions: readonly string[], output: unknown, clock: { monotonic(): number } = new FakeClock()) {
  const sanity = expressions.map((expression, at) => ({
    name: `p${at}`,
    kind: 'range' as const,
    expression,
    severity: 'CRITICAL' as const,
  }));
  const version = aVersion(aManifest({ sanity }));
  return judgeSanity(new SanityPredicates().of(version), { input: {}, output, now }, clock);
}

describe('judgeSanity', () => {
  it('tells name, value, expected and severity of what does not hold', () => {
    expect(judge(['output.n > 0', 'output.a < output.b', 'output.n < 9'], { n: -1, a: 2, b: 1 })).toEqual([
      {
        path: '/output/n',
        message: 'is not plausible: "p0" expects output.n > 0, but output.n is -1',
        layer: 'sanity',
        name: 'p0',
        value: -1,
        expected: 'output.n > 0',
        severity: 'CRITICAL',
      },
      expect.objectContaining({ name: 'p1', value: { 'output.a': 2, 'output.b': 1 } }),
    ]);
  });

  it('shows the beginning of what is long', () => {
    const [issue] = judge(['size(output.text) < 10'], { text: 'x'.repeat(1_000) });
    expect(String(issue?.value)).toHaveLength(200);
  });

  it('warns of predicates that cannot be evaluated, at any severity', () => {
    expect(judge(['output.none > 0', 'output.x'], { x: 'yes' })).toMatchObject([
      { severity: 'WARNING', message: 'could not be checked by "p0": No such key: none' },
      { severity: 'CRITICAL', name: 'p1' },
    ]);
    expect(judge(['output >'], {})).toMatchObject([{ severity: 'WARNING', message: expect.stringMatching(/no CEL/) }]);
  });

  it('asks nothing of what is too much', () => {
    const much = { list: Array.from({ length: 100_001 }, () => 0) };
    expect(judge(['output.list[0] == 0'], much)).toMatchObject([{ message: expect.stringMatching(/100000 values/) }]);
    const texts = Array.from({ length: 5_000 }, () => 'abcdef');
    expect(judge(['output.list.all(x, x in output.list)'], { list: texts })).toMatchObject([
      { severity: 'WARNING', message: expect.stringMatching(/for each entry, and input and output have/) },
    ]);
    expect(judge(['output.list.all(x, size(x) > 0)'], { list: texts })).toEqual([]);
    expect(judge(['output.list.all(x, x in output.list)'], { list: texts.slice(0, 50) })).toEqual([]);
  });

  it.each([
    [
      'two texts for each entry',
      'output.list.all(x, output.a == output.b)',
      { a: 'x'.repeat(50_000), b: 'y'.repeat(50_000) },
    ],
    ['the length of a text for each entry', 'output.list.all(x, size(output.a) > x)', { a: 'x'.repeat(50_000) }],
    [
      'every entry to a wide object',
      'output.list.exists(x, x == output.a)',
      { a: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`m${at}`, at])) },
    ],
    ['a hundred things of each entry', `output.list.all(x, ${Array(110).fill('x >= 0').join(' && ')})`, {}],
  ])('does not compare %s', (_, expression, members) => {
    const list = Array.from({ length: 20_000 }, (_, at) => at);
    expect(judge([expression], { list, ...members })).toMatchObject([
      { severity: 'WARNING', message: expect.stringMatching(/for each entry|of each entry/) },
    ]);
    const few = { list: [0, 1], ...members };
    expect(
      judge([expression], few)
        .map((it) => it.message)
        .join(),
    ).not.toMatch(/each entry/);
  });

  it('shows the beginning of a large list, and yields between predicates', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => at);
    const sanity = ['size(output.rows) < 5', 'output.rows == [1]', 'size(output.rows) == 20000'].map(
      (expression, at) => ({ name: `p${at}`, kind: 'range' as const, expression, severity: 'WARNING' as const }),
    );
    const asked = new SanityPredicates().of(aVersion(aManifest({ sanity })));
    const work = judgeSanityInSteps(asked, { input: {}, output: { rows }, now }, new FakeClock());
    const steps: unknown[] = [];
    let step = work.next();
    for (; !step.done; step = work.next()) steps.push(step.value);
    expect(step.value.map((it) => [it.name, String(it.value).length])).toEqual([
      ['p0', 200],
      ['p1', 200],
    ]);
    // The extent takes a step, and each predicate but the last is followed by one.
    expect(steps).toHaveLength(3);
  });

  it('does not go on for long', () => {
    let ms = 0;
    const slow = { monotonic: () => (ms += 60) };
    expect(judge(['output.n > 0', 'output.n > 0', 'output.n > 0'], { n: 1 }, slow).map((it) => it.message)).toEqual([
      expect.stringMatching(/the predicates before it took too long/),
      expect.stringMatching(/took too long/),
    ]);
  });
});

it('keeps the predicates of so many versions', () => {
  const predicates = new SanityPredicates(1);
  const of = (name: string) => {
    const sanity = [{ name: 'p', kind: 'range', expression: 'true', severity: 'WARNING' }] as const;
    return predicates.of(aVersion(aManifest({ name, sanity: [...sanity] })));
  };
  const first = of('acme/a');
  expect(of('acme/a')).toBe(first);
  of('acme/b');
  expect(of('acme/a')).not.toBe(first);
  expect(predicates.of(aVersion(aManifest()))).toEqual([]);
});
