import { aDocument } from '@assay/discovery/testing';
import { FakeMeilisearch } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MeiliToolIndex } from './meili-tool-index.js';

const key = 'a-key-for-tests';
let server: FakeMeilisearch;

beforeAll(async () => {
  server = await FakeMeilisearch.start(key);
});
afterAll(() => server.stop());

const open = (uid: string) => new MeiliToolIndex({ url: server.url, key, uid });

const walrus = { text: 'walrus', capabilities: [], audience: ['public'], limit: 10 };
const tasksOf = (uid: string) =>
  server.engine.tasks.done.filter(({ indexUid }) => indexUid === uid).map(({ type }) => type);

describe('MeiliToolIndex', () => {
  it('builds the first index under another name, so that nobody searches an empty one', async () => {
    const index = open('first');
    await expect(index.search(walrus)).rejects.toThrow('not found');
    const seen: unknown[] = [];
    async function* batches() {
      yield [aDocument('a/x', { description: 'walrus' })];
      seen.push(await index.search(walrus).catch((error: Error) => error.name));
    }
    await index.rebuild(batches());
    expect(seen).toEqual(['MeilisearchApiError']);
    expect((await index.search(walrus)).total).toBe(1);
    expect(tasksOf('first')).toEqual([]);
    expect([...server.engine.indexes.keys()]).not.toContain('first_next');
    await index.put([aDocument('a/y', { description: 'walrus' })]);
    expect((await index.search(walrus)).total).toBe(2);
  });

  it('says whose error it is, and which key to check', async () => {
    const wrong = new MeiliToolIndex({ url: server.url, key: 'wrong', uid: 'first' });
    const away = new MeiliToolIndex({ url: 'http://127.0.0.1:1', key, uid: 'first' });
    const reasons = await Promise.all(
      [wrong, away].map((index) => index.search(walrus).catch((error: unknown) => index.reasonOf(error))),
    );
    expect(reasons).toEqual([
      expect.stringMatching(/^Meilisearch refuses the key: check MEILI_KEY/),
      expect.stringMatching(/^Meilisearch: Request to .* has failed/),
    ]);
    expect(wrong.reasonOf(new Error('no answer within 1500 ms'))).toBe('Meilisearch: no answer within 1500 ms');
  });

  it('takes the place of an index that somebody else made', async () => {
    server.engine.put('foreign', 'id', [{ id: 'a-stranger' }]);
    const index = open('foreign');
    expect(await index.marker()).toBeUndefined();
    await index.rebuild([[aDocument('a/x', { description: 'walrus' })]]);
    expect((await index.search(walrus)).candidates.map(({ id }) => id)).toEqual(['a/x']);
    expect(await index.size()).toBe(1);
  });
});
