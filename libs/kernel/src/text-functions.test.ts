import { expect, it } from '@jest/globals';
import { compileReshape } from './reshape.js';

async function reshaped(text: string, value: unknown = {}) {
  const compiled = compileReshape(text, { monotonic: () => 0 });
  return compiled.ok ? compiled.value.apply(value) : compiled;
}

it.each<[string, unknown]>([
  ['[$contains("abc", "b"), $contains("abc", "d")]', [true, false]],
  ['["a-b-c"] ~> $map(function($it) { $it ~> $substringBefore("-") })', 'a'],
  ['[$substringAfter("a-b", "-"), $substringAfter("ab", "-"), $substringBefore("ab", "-")]', ['b', 'ab', 'ab']],
  ['$split("a,b,c", ",")', ['a', 'b', 'c']],
  ['[$split("a,b,c", ",", 2), $split("ab", ""), $split("ab", ",")]', ['a', 'b', 'a', 'b', 'ab']],
  ['[$replace("aXbXc", "X", "-"), $replace("aXbXc", "X", "$0", 1)]', ['a-b-c', 'a$0bXc']],
  ['[$contains(none, "a"), $split(none, "a"), $replace(none, "a", "b")]', []],
])('%s is %j', async (text, expected) => {
  expect(await reshaped(text)).toEqual({ ok: true, value: expected });
});

it.each(['$replace("a", "", "b")', '$replace("a", "a", "b", -1)', '$split("a", "a", -1)'])('%s fails', async (text) => {
  expect(await reshaped(text)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
});

it('scans a text once for every search text', async () => {
  const text = 'a'.repeat(600_000);
  const half = 'a'.repeat(150_000);
  for (const call of [
    '$contains(text, search)',
    '$substringAfter(text, search) = text',
    '$split(text, search)[0] = text',
  ])
    expect(await reshaped(call, { text, search: `${half}b${half}` })).toEqual({
      ok: true,
      value: !call.startsWith('$contains'),
    });
});
