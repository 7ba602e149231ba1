import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeMeilisearch } from './fake-meilisearch.js';
import { parseFilter } from './filter-expression.js';

let server: FakeMeilisearch;

beforeAll(async () => {
  server = await FakeMeilisearch.start('the-key');
});
afterAll(() => server.stop());

async function ask(method: string, path: string, body?: unknown, key = 'the-key') {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) ?? null });
  return { status: answer.status, body: (await answer.json()) as { code?: string; taskUid?: number; status?: string } };
}

describe('MeilisearchStandIn', () => {
  it.each([
    ['another key', 'GET', '/tasks/0', undefined, 403, 'invalid_api_key'],
    ['a route that Assay does not use', 'GET', '/version', undefined, 404, 'not_found'],
    ['an index that is not there', 'GET', '/indexes/none/stats', undefined, 404, 'index_not_found'],
    ['a search of one', 'POST', '/multi-search', { queries: [{ indexUid: 'none' }] }, 400, 'index_not_found'],
    ['an unknown parameter', 'POST', '/multi-search', { queries: [{ indexUid: 'x', query: 'y' }] }, 400, 'bad_request'],
    ['a setting there is not', 'PATCH', '/indexes/x/settings', { colour: 'red' }, 400, 'bad_request'],
    ['a bad name', 'POST', '/indexes', { uid: 'a b', primaryKey: 'key' }, 400, 'invalid_index_uid'],
  ])('refuses %s', async (_, method, path, body, status, code) => {
    const answer = await ask(method, path, body, status === 403 ? 'another' : 'the-key');
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('takes a write first and does it later, or fails to', async () => {
    server.engine.tasks.hold();
    const taken = await ask('POST', '/indexes/tools/documents?primaryKey=key', [{ key: 'not/a key' }]);
    expect([taken.status, taken.body.status]).toEqual([202, 'enqueued']);
    server.engine.tasks.resume();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect((await ask('GET', `/tasks/${taken.body.taskUid}`)).body.status).toBe('failed');
  });
});

describe('the fake’s indexes', () => {
  const done = async (method: string, path: string, body: unknown) => {
    const { taskUid } = (await ask(method, path, body)).body;
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    return server.engine.tasks.done.some(({ uid }) => uid === taskUid);
  };
  const swap = (one: string, other: string, rename: boolean) =>
    done('POST', '/swap-indexes', [{ indexes: [one, other], rename }]);

  it('change places when both are there, and take a name that is free', async () => {
    for (const uid of ['one', 'two']) expect(await done('POST', '/indexes', { uid, primaryKey: 'key' })).toBe(true);
    expect(await swap('one', 'two', false)).toBe(true);
    expect(await swap('one', 'three', false)).toBe(false);
    expect(await swap('one', 'two', true)).toBe(false);
    expect(await swap('one', 'three', true)).toBe(true);
    expect(['one', 'two', 'three'].filter((uid) => server.engine.indexes.has(uid))).toEqual(['two', 'three']);
  });

  it('list documents without a vector behind those with one, with a score of 0', async () => {
    const embedders = { assay: { source: 'userProvided', dimensions: 2 } };
    await done('PATCH', '/indexes/near/settings', { embedders });
    const vectors = {
      a: null,
      b: { embeddings: [0, 1], regenerate: false },
      c: { embeddings: [1, 0], regenerate: false },
    };
    const documents = Object.entries(vectors).map(([id, assay]) => ({ id, _vectors: { assay } }));
    expect(await done('POST', '/indexes/near/documents', documents)).toBe(true);
    const query = { indexUid: 'near', vector: [0, 1], hybrid: { embedder: 'assay', semanticRatio: 1 } };
    const { hits } = server.engine.index('near').search({ ...query, showRankingScore: true }) as { hits: object[] };
    expect(hits.map((hit) => Object.values(hit))).toEqual([
      ['b', 1],
      ['c', 0.5],
      ['a', 0],
    ]);
  });
});

describe('parseFilter', () => {
  const fields = { tag: ['A', 'b'], n: 3, flag: true, quote: 'x" OR tag = "b' };
  const meets = (filter: unknown) => parseFilter(filter, () => true)(fields);

  it.each([
    ['tag = a', true],
    ['tag != a', false],
    ['tag IN ["z", "B"] AND n >= 3', true],
    ['tag = z OR n > 2 AND flag = true', true],
    ['(tag = z OR n > 2) AND flag = false', false],
    ['NOT n < 3', true],
    ['quote = "x\\" OR tag = \\"b"', true],
    [['n >= "3"', ['tag = z', 'tag = a']], true],
    [[], true],
  ])('%j is %s', (filter, expected) => {
    expect(meets(filter)).toBe(expected);
  });

  it.each(['tag =', 'tag IN "a"', '(tag = a', 'tag = a tag = b', 'tag = "a', 'n > many', 'AND = a'])(
    'refuses %s',
    (filter) => {
      expect(() => meets(filter)).toThrow();
    },
  );

  it('refuses attributes that may not be filtered by', () => {
    expect(() => parseFilter('n > 2', (_, kind) => kind === 'equality')).toThrow('not filterable');
  });
});
