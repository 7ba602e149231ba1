import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { contractFit, fitsUnasked } from './contract-fit.js';

const text = { type: 'string' };
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const reads = { readOnlyHint: true };
const primary = aManifest({
  inputSchema: object({ item: text }, ['item']),
  outputSchema: object({ total: { type: 'number' } }, ['total']),
  annotations: reads,
});

describe('contractFit', () => {
  it('lets in a tool that takes more and answers no more', () => {
    const wider = aManifest({ ...primary, inputSchema: object({ item: text, note: text }) });
    expect(contractFit(primary, wider)).toEqual({ problems: [], doubts: [] });
  });

  it.each([
    ['asks for more', { inputSchema: object({ item: text, shop: text }, ['item', 'shop']) }, '/inputSchema'],
    ['answers something else', { outputSchema: object({ total: text }, ['total']) }, '/outputSchema'],
    ['promises nothing', { outputSchema: undefined }, '/outputSchema'],
    ['destroys where the other reads', { annotations: { destructiveHint: true } }, '/annotations/destructiveHint'],
  ])('says where a tool does not fit that %s', (_, parts, path) => {
    const { problems } = contractFit(primary, { ...primary, ...parts } as typeof primary);
    expect(problems[0]?.path.startsWith(path)).toBe(true);
  });

  it('leaves the input to a mapping, and asks nothing of an output where none is promised', () => {
    const other = aManifest({ ...primary, inputSchema: object({ q: text }, ['q']) });
    expect(contractFit(primary, other, 'output').problems).toEqual([]);
    const { outputSchema: _none, ...untyped } = primary;
    expect(contractFit(untyped, other, 'output').problems).toEqual([]);
  });
});

describe('fitsUnasked', () => {
  it('wants a contract that surely fits, and no effects where there were none', () => {
    expect(fitsUnasked(primary, { ...primary, name: 'acme/b' })).toBe(true);
    expect(fitsUnasked(primary, { ...primary, annotations: {} })).toBe(false);
    expect(fitsUnasked({ ...primary, annotations: {} }, { ...primary, annotations: { destructiveHint: true } })).toBe(
      false,
    );
    expect(fitsUnasked(primary, { ...primary, inputSchema: object({ q: text }, ['q']) })).toBe(false);
  });
});
