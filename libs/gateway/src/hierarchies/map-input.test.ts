import { expect, it } from '@jest/globals';
import { mappingInput } from './map-input.js';

const map = mappingInput({ monotonic: () => 0 });

it('maps an input, again and again', async () => {
  expect(await map('{"q": address}', { address: 'a' })).toEqual({ ok: true, value: { q: 'a' } });
  expect(await map('{"q": address}', { address: 'b' })).toEqual({ ok: true, value: { q: 'b' } });
});

it.each([
  ['{{', /no JSONata/],
  ['address', /gives a string; an object is required/],
  ['nothing', /gives nothing/],
  ['[address]', /gives a list/],
  ['null', /gives null/],
  ['$error("no")', /failed/],
])('%s fails', async (mapping, message) => {
  const mapped = await map(mapping, { address: 'a' });
  expect(mapped).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(mapped.ok ? '' : mapped.error.message).toMatch(message);
});

it('keeps no more mappings than it says', async () => {
  for (let n = 0; n < 600; n += 1) await map(`{"q": ${n}}`, {});
  expect(await map('{"q": 1}', {})).toEqual({ ok: true, value: { q: 1 } });
});
