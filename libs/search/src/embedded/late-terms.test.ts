import type { IndexQuery, ToolDocument } from '@assay/discovery';
import { aDocument } from '@assay/discovery/testing';
import { describe, expect, it } from '@jest/globals';
import { EmbeddedToolIndex } from './embedded-tool-index.js';

/** A word that all have, one that every eighth has, and one that one has. */
const documents = Array.from({ length: 5_000 }, (_, n): ToolDocument => {
  const words = `common ${n % 8 === 0 ? 'walrus harbour' : `word${n}`} ${n === 16 ? 'zeppelin' : ''}`;
  const namespace = n % 16 === 0 ? 'n1' : 'n2';
  return aDocument(`${namespace}/t${n}`, { namespace, name: `t${n}`, description: words });
});

let index: EmbeddedToolIndex | undefined;
async function search(text: string, more: Partial<IndexQuery> = {}) {
  if (index === undefined) {
    index = new EmbeddedToolIndex();
    await index.put(documents);
  }
  return index.search({ text, capabilities: [], audience: ['public'], limit: 200, ...more });
}
const rated = ({ candidates }: Awaited<ReturnType<typeof search>>) =>
  candidates.map(({ id, relevance }) => [id, relevance.toFixed(9)]);

describe('terms that are common', () => {
  it('find nothing by themselves where enough is better, and change neither order nor relevance', async () => {
    const [best, all] = [
      await search('common walrus harbour zeppelin'),
      await search('common walrus harbour zeppelin', { limit: 201 }),
    ];
    expect(all.total).toBe(5_000);
    expect(best.total).toBe(625);
    expect(rated(best)).toEqual(rated(all).slice(0, 200));
    expect(best.candidates[0]).toMatchObject({ id: 'n1/t16', matched: ['common', 'walrus', 'harbour', 'zeppelin'] });
  });

  it('change nothing for what another clause finds', async () => {
    const text = 'A common walrus harbour. A common zeppelin.';
    expect(rated(await search(text))).toEqual(rated(await search(text, { limit: 201 })).slice(0, 200));
  });

  it('find everything where a filter leaves few of the better ones, and where all are counted', async () => {
    const filtered = await search('common walrus harbour', { filter: { namespaces: ['n1'] } });
    expect(filtered.total).toBe(313);
    const counted = await search('common walrus harbour', { facets: ['namespace'] });
    expect(counted.facets?.namespace).toEqual({ n1: 313, n2: 4_687 });
    expect((await search('common')).total).toBe(5_000);
  });
});
