import { describe, expect, it } from '@jest/globals';
import { compilePredicate } from './compile-predicate.js';

const now = new Date(Date.UTC(2026, 0, 1));
const situation = { input: { n: 2 }, output: { n: 3, tags: ['a', 'b'] }, prev: 'text', steps: [{ id: 1 }], now };
function evaluated(text: string, more: object = {}) {
  const compiled = compilePredicate(text);
  if (!compiled.ok) throw new Error(compiled.error.message);
  const result = compiled.value.evaluate({ ...situation, ...more });
  return result.ok ? result.value : result.error;
}

describe('a predicate', () => {
  it.each<[string, unknown]>([
    ['output.n > input.n', true],
    ['output.n * 2 - 1', 5],
    ['prev == "text" ? "yes" : "no"', 'yes'],
    ['steps[0].id == 1', true],
    ['"b" in output.tags', true],
    ['output.tags.exists(t, t.startsWith("b"))', true],
    ['now < timestamp("2026-06-01T00:00:00Z")', true],
    ['timestamp("2026-01-02T00:00:00Z") - now > duration("23h59m")', true],
  ])('%s is %j', (text, expected) => {
    expect(evaluated(text)).toEqual(expected);
  });

  it('reports that it cannot be evaluated, and never throws', () => {
    expect(evaluated('output.none > 1')).toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/cannot be evaluated/),
    });
    expect(evaluated('output > 1')).toMatchObject({ code: 'invalid_input' });
  });

  it.each([
    ['output.', /is no CEL .*at character/],
    ['nobody == 1', /Unknown variable: nobody, at character 1/],
    ['output.matches("(a+)+$")', /matches\(\) is not offered/],
    ['output.a.all(x, output.b.exists(y, y == x))', /stands within another one/],
    [Array.from({ length: 5 }, () => 'output.a.all(x, x > 0)').join(' && '), /walks 5 lists/],
    [Array.from({ length: 10 }, () => 'output.a').join(' + '), /has 9 "\+"/],
    ['output.a.all(x, x in output.b || x in output.c || x in output.d)', /looks 3 times for each entry/],
    ['duration(prev) > duration("1s")', /duration\(\) takes a text of at most 40 characters/],
    ['prev.duration() > duration("1s")', /duration/],
    [`duration("${'1'.repeat(1_900)}") > duration("1s")`, /duration\(\) takes a text of at most 40 characters/],
    ['duration("1" + prev) > duration("1s")', /duration\(\) takes a text/],
    [Array.from({ length: 300 }, () => 'output.a == 1').join(' || '), /is no CEL/],
  ])('%s is refused', (text, why) => {
    expect(compilePredicate(text)).toMatchObject({ ok: false, error: { message: expect.stringMatching(why) } });
  });

  it('says why in few words, whatever it is given', () => {
    const failure = evaluated('bool(input.text)', { input: { text: 'a'.repeat(100_000) } }) as {
      readonly message: string;
    };
    expect(failure.message.length).toBeLessThan(400);
  });

  it('searches long texts for long ones in no time, as CEL has it', () => {
    const text = 'a'.repeat(1_000_000);
    const search = `${text.slice(0, 250_000)}b${text.slice(0, 250_000)}`;
    const more = { input: { text, search }, output: 'a b a' };
    expect(evaluated('input.text.contains(input.search) || input.text.lastIndexOf(input.search) >= 0', more)).toBe(
      false,
    );
    expect(evaluated('input.text.indexOf(input.search, 3) == -1', more)).toBe(true);
    expect(
      evaluated('output.indexOf("a", 1) == 4 && output.lastIndexOf("a", 3) == 0 && output.contains("\\u0062 a")', more),
    ).toBe(true);
    expect(evaluated('output.indexOf("a", 9) == 4', more)).toMatchObject({ code: 'invalid_input' });
    expect(compilePredicate('output.quick_contains("a")')).toMatchObject({ ok: false });
  });

  it('does not walk what is too large', () => {
    const large = Array.from({ length: 100_001 }, (_, at) => at);
    const failure = { code: 'invalid_input', message: expect.stringMatching(/too large/) };
    expect(evaluated('output.all(x, x >= 0.0)', { output: large })).toMatchObject(failure);
    const texts = Array.from({ length: 20_000 }, () => 'some text of a length');
    expect(evaluated('output.all(x, x in output)', { output: texts })).toMatchObject(failure);
    expect(evaluated('input.n == 2.0', { output: large })).toBe(true);
  });
});
