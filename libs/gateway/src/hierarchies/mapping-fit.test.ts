import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { mappingInput } from './map-input.js';
import { mappingFit } from './mapping-fit.js';

const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const primary = aManifest({ inputSchema: object({ address: { type: 'string' } }) });
const other = aManifest({ inputSchema: object({ q: { type: 'string', maxLength: 20 } }) });
const fit = (mapping: string, from = primary) => mappingFit(from, other, mapping, mappingInput({ monotonic: () => 0 }));

describe('mappingFit', () => {
  it('tries a mapping on a sample of the schema', async () => {
    expect(await fit('{"q": address}')).toEqual({ problems: [], doubts: [] });
    expect((await fit('{"query": address}')).problems[0]?.path).toMatch(/^\/inputSchema/);
  });

  it('tries it on the examples where there are some that fit', async () => {
    const examples = [
      { name: 'long', input: { address: 'a very long address, longer than allowed' } },
      { name: 'odd', input: { other: 1 } },
    ];
    const { problems } = await fit('{"q": address}', { ...primary, examples });
    expect(problems).toMatchObject([{ path: '/inputSchema/q', message: /Of the example "long"/ }]);
  });

  it('says what it could not try, and what it could not read', async () => {
    const strange = aManifest({
      inputSchema: { type: 'object', required: ['a'], properties: { a: { pattern: '^z{9}$', type: 'string' } } },
    });
    expect((await fit('{"q": a}', strange)).doubts).toMatchObject([{ path: '/mapping' }]);
    expect((await fit('{{', strange)).problems).toMatchObject([{ path: '/mapping' }]);
    expect((await fit('$error("no")')).problems).toMatchObject([{ path: '/mapping', message: /failed/ }]);
  });
});
