import { describe, expect, it } from '@jest/globals';
import { baseUrlOf } from './base-url.js';

const at = 'https://docs.example/v2/openapi.json?key=1';

describe('baseUrlOf', () => {
  // the first server's url, the document's address, the base
  it.each<[string | undefined, string | null, string | undefined]>([
    ['https://api.example/v1/', null, 'https://api.example/v1'],
    ['https://API.example', null, 'https://api.example'],
    ['/', at, 'https://docs.example'],
    ['api', at, 'https://docs.example/v2/api'],
    [undefined, at, 'https://docs.example'],
    [undefined, null, undefined],
    ['/v1', null, undefined],
    ['ftp://api.example', null, undefined],
    ['https://user:pass@api.example', null, undefined],
    ['https://api.example/?key=1', null, undefined],
    ['https://{region}.example/{version}', null, 'https://eu.example/3'],
    ['https://{absent}.example', null, undefined],
    ['no address at all', null, undefined],
  ])('of %j relative to %j is %j', (url, address, base) => {
    const variables = { region: { default: 'eu', enum: ['eu', 'us'] }, version: { default: '3' } };
    expect(
      baseUrlOf(url === undefined ? undefined : [{ url, variables }, { url: 'https://other.example' }], address),
    ).toBe(base);
  });
});
