import type { IndexQuery, ToolDocument } from '@assay/discovery';
import { aDocument } from '@assay/discovery/testing';
import { describe, expect, it } from '@jest/globals';
import { EmbeddedToolIndex } from './embedded-tool-index.js';

const filler = Array.from({ length: 30 }, (_, n) => aDocument(`f/t${n}`, { description: `counts thing number ${n}` }));

async function found(documents: readonly ToolDocument[], text: string, more: Partial<IndexQuery> = {}) {
  const index = new EmbeddedToolIndex();
  await index.put([...filler, ...documents]);
  const { candidates } = await index.search({ text, capabilities: [], audience: ['public'], limit: 20, ...more });
  return candidates;
}
const ids = async (...asked: Parameters<typeof found>) => (await found(...asked)).map(({ id }) => id);

describe('TextRelevance', () => {
  it('brings up the best of each thing asked for, before the second best of one of them', async () => {
    const about = (n: number) =>
      aDocument(`a/invoice${n}`, { name: 'invoice', description: 'sends overdue invoice reminder' });
    const documents = [about(1), about(2), aDocument('a/hotel', { description: 'finds hotel' })];
    const asked = 'Send an overdue invoice reminder. Then find a hotel.';
    expect((await ids(documents, asked)).indexOf('a/hotel')).toBeLessThan(3);
    const [best, , third] = await found(documents, asked);
    expect((third?.relevance ?? 0) / (best?.relevance ?? 1)).toBeGreaterThan(0.55);
  });

  it('prefers words side by side as asked, in name and in description', async () => {
    const pairs: readonly (readonly [Partial<ToolDocument>, Partial<ToolDocument>])[] = [
      [{ name: 'credit_card_issue' }, { name: 'card_issue_credit' }],
      [{ description: 'walrus seal herd' }, { description: 'seal herd walrus' }],
    ];
    for (const [asked, other] of pairs) {
      const text = Object.values(asked).join(' ').replaceAll('_', ' ');
      expect(
        await ids([aDocument('a/other', { name: 'x', ...other }), aDocument('b/asked', { name: 'x', ...asked })], text),
      ).toEqual(['b/asked', 'a/other']);
    }
  });

  it('prefers the tool whose name and description are about nothing else', async () => {
    const documents = [
      aDocument('a/more', { name: 'x', description: 'weather forecast, tides, marriages and the price of wheat' }),
      aDocument('b/only', { name: 'x', description: 'weather forecast' }),
    ];
    expect(await ids(documents, 'the weather forecast please')).toEqual(['b/only', 'a/more']);
  });

  it('takes words in which requests are wrapped for little', async () => {
    const documents = [
      aDocument('a/help', { name: 'help', description: 'help additional plan' }),
      aDocument('b/invoice', { name: 'x', description: 'invoice' }),
    ];
    expect(await ids(documents, 'Additionally, help me plan an invoice')).toEqual(['b/invoice', 'a/help']);
  });

  it('finds what only hints at the matter, behind what names it, and says which word that was for', async () => {
    const documents = [aDocument('a/film', { description: 'film' }), aDocument('b/movie', { description: 'movie' })];
    const [first, second] = await found(documents, 'movies');
    expect([first?.id, second?.id]).toEqual(['b/movie', 'a/film']);
    expect(second?.matched).toEqual(['movies']);
    expect(first?.relevance).toBeGreaterThan((second?.relevance ?? 0) * 2);
  });

  it('lets no hidden tool be the best of a thing asked for', async () => {
    const hidden = aDocument('a/hidden', { name: 'hotel', description: 'find hotel', audience: ['org:2'] });
    const seen = [
      aDocument('a/hotels', { description: 'finds hotels in many towns of the world' }),
      aDocument('a/mail', { description: 'sends mail' }),
    ];
    const asked = 'Find a hotel. Send mail.';
    expect(await ids([...seen, hidden], asked)).toEqual(await ids(seen, asked));
    expect((await found([...seen, hidden], asked)).map(({ id }) => id)).not.toContain('a/hidden');
  });

  it('gives a tool the same relevance under any filter, order, limit and page', async () => {
    const documents = [
      aDocument('a/one', { description: 'finds hotel', readOnly: true }),
      aDocument('a/two', { description: 'sends mail to a hotel' }),
    ];
    const asked = 'Find a hotel. Send mail.';
    const all = new Map((await found(documents, asked)).map(({ id, relevance }) => [id, relevance]));
    const others: readonly Partial<IndexQuery>[] = [
      { filter: { readOnly: true } },
      { sort: 'name' },
      { limit: 1, offset: 1 },
    ];
    for (const more of others) {
      const some = await found(documents, asked, more);
      expect(some.length).toBeGreaterThan(0);
      for (const { id, relevance } of some) expect(relevance).toBe(all.get(id));
    }
  });
});
