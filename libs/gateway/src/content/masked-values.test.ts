import { createHash } from 'node:crypto';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { InMemoryMaskedValues } from '../testing/in-memory-masked-values.js';
import { MaskedValues, maskedKeepMs, ownerOf } from './masked-values.js';
import { placeholdersIn } from './placeholder.js';

const owner = { organisationId: 'o', principalId: 'p', session: null };
const item = { class: 'personal.phone', text: '+49 30 123456' };

function setUp() {
  const clock = new FakeClock();
  const mac = (text: string) => createHash('sha256').update(`key ${text}`).digest('base64url');
  const values = new MaskedValues({ store: new InMemoryMaskedValues(), mac, clock });
  const mask = async (of: typeof owner | object, source = 'acme/crm', it = item) =>
    (await values.mask({ ...owner, ...of }, source, [it]))(it.class, it.text);
  const tokenOf = (text: string) => placeholdersIn(text)[0]?.token ?? '';
  return { clock, values, mask, tokenOf };
}

describe('MaskedValues', () => {
  it('a value has one placeholder for an owner and a source, and another for any other', async () => {
    const { mask } = setUp();
    const one = await mask({});
    expect(await mask({})).toBe(one);
    const others = await Promise.all([
      mask({ session: 's' }),
      mask({ principalId: 'q' }),
      mask({ organisationId: 'n' }),
      mask({}, 'acme/other'),
      mask({}, 'acme/crm', { ...item, text: '+49 30 123457' }),
    ]);
    expect(new Set([one, ...others]).size).toBe(6);
  });

  it('is found by its owner for a day, or for as long as its session', async () => {
    const { clock, values, mask, tokenOf } = setUp();
    const inSession = { ...owner, session: 's' };
    const tokens = [tokenOf(await mask({})), tokenOf(await mask(inSession))];
    expect(await values.find(owner, tokens)).toMatchObject([
      { value: item.text, class: item.class, source: 'acme/crm' },
    ]);
    expect(await values.find({ ...owner, principalId: 'q' }, tokens)).toEqual([]);
    await clock.advance(maskedKeepMs);
    expect(await values.find(owner, tokens)).toEqual([]);
    expect(await values.find(inSession, tokens)).toHaveLength(1);
  });

  it('refuses to mask more values at once than are kept', async () => {
    const { values } = setUp();
    const many = Array.from({ length: 5_001 }, (_, index) => ({ ...item, text: `${index}` }));
    await expect(values.mask(owner, 'x', many)).rejects.toThrow('more than 5000');
  });

  it('a caller without a key has none', () => {
    const request = { tool: 'a/b', input: {}, session: 's' };
    expect(ownerOf(aCall({ request }))).toMatchObject({ session: 's' });
    expect(ownerOf(aCall({ caller: { ...aCaller(), principalId: null }, request }))).toBeUndefined();
  });
});
