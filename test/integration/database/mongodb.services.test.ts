import { MongoSource } from '@assay/kit-database/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasFerret, startFerret } from './ferretdb-server.js';

const whereInstalled = hasFerret ? describe : describe.skip;
const signal = new AbortController().signal;

whereInstalled('a server of the MongoDB protocol (FerretDB)', () => {
  let server: Awaited<ReturnType<typeof startFerret>>;
  let source: MongoSource;

  beforeAll(async () => {
    server = await startFerret([
      { _id: 1, label: 'lamp', price: 30, tags: ['light'] },
      { _id: 2, label: 'desk', price: 240, size: { width: 120 } },
      { _id: 3, label: 'chair', price: 99 },
    ]);
    source = new MongoSource(server.url);
  }, 60_000);
  afterAll(async () => {
    await source.close();
    await server.stop();
  });

  it('lists collections and samples them', async () => {
    expect(await source.collections()).toEqual(['items']);
    expect(await source.sample('items', 2)).toHaveLength(2);
  });

  it('finds by a filter, with projection and order', async () => {
    const found = await source.find(
      'items',
      { filter: { price: { $gt: 50 } }, projection: { label: 1 }, sort: { price: -1 }, skip: 0 },
      signal,
    );
    expect(found).toEqual({
      documents: [
        { _id: 2, label: 'desk' },
        { _id: 3, label: 'chair' },
      ],
      truncated: false,
    });
  });

  it('aggregates with allowed stages', async () => {
    const { documents } = await source.aggregate(
      'items',
      [{ $match: { price: { $lt: 100 } } }, { $group: { _id: null, n: { $sum: 1 } } }],
      signal,
    );
    expect(documents).toEqual([{ _id: null, n: 2 }]);
  });

  it.each([
    ['JavaScript', { $where: 'sleep(1000)' }, 'not_allowed'],
    ['an operator that the server does not know', { price: { $nonsense: 1 } }, 'execution_error'],
  ])('refuses %s', async (_, filter, reason) => {
    await expect(source.find('items', { filter, projection: {}, sort: {}, skip: 0 }, signal)).rejects.toMatchObject({
      reason,
    });
  });

  it('refuses stages that write, and collections that do not exist', async () => {
    await expect(source.aggregate('items', [{ $out: 'copied' }], signal)).rejects.toMatchObject({
      reason: 'write_operation_not_permitted',
    });
    await expect(
      source.find('absent', { filter: {}, projection: {}, sort: {}, skip: 0 }, signal),
    ).rejects.toMatchObject({ reason: 'unknown_name' });
    expect(await source.collections()).toEqual(['items']);
  });
});
