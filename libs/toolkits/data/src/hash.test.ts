import { describe, expect, it } from '@jest/globals';
import { compute } from './compute.fixture.js';

const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('hash', () => {
  it('hashes text, bytes and JSON', async () => {
    expect(await compute('hash', { text: 'abc' })).toMatchObject({ digest: abc, algorithm: 'sha256', bytes: 3 });
    expect(await compute('hash', { base64: 'YWJj' })).toMatchObject({ digest: abc });
    const one = await compute('hash', { json: { b: 1, a: [1, 'x'] } });
    expect(one).toEqual(await compute('hash', { json: { a: [1, 'x'], b: 1 } }));
    expect(one).toMatchObject({ digest: (await compute('hash', { text: '{"a":[1,"x"],"b":1}' })).digest });
    expect(await compute('hash', { text: 'abc', algorithm: 'md5', encoding: 'base64url' })).toMatchObject({
      digest: 'kAFQmDzST7DWlj99KOF_cg',
    });
  });

  it.each([
    [{}, /exactly one/],
    [{ text: 'a', base64: 'YQ==' }, /exactly one/],
    [{ base64: '***' }, /not valid/],
  ])('refuses %j', async (input, message) => {
    await expect(compute('hash', input)).rejects.toThrow(message);
  });
});
