import type { DiscoveryAnswer, ModelsView } from '@assay/contracts';
import { EMBEDDING, type EndpointEmbedding, LANGUAGE_MODEL } from '@assay/server';
import { FakeModel } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

const key = 'sk-for-the-embedder-only';
const synonyms = [['refund', 'reimburse', 'chargeback']];

let fake: FakeModel;
let house: House;
let owner: Client;

beforeAll(async () => {
  fake = await new FakeModel({ synonyms }).start();
  house = await startHouse({
    EMBEDDING_BASE_URL: fake.url,
    EMBEDDING_MODEL: 'stand-in-1',
    EMBEDDING_API_KEY: key,
  });
  owner = await house.as('olga', { role: 'publisher' });
  await owner.post('/v1/namespaces', { name: 'shop', visibility: 'public' });
});
afterAll(async () => {
  await house.stop();
  await fake.stop();
});

const discover = async (query: string, by = owner) => (await by.post<DiscoveryAnswer>('/v1/discover', { query })).body;
const names = ({ results }: DiscoveryAnswer) => results.map(({ tool }) => tool);
const embedding = () => house.application.get(EMBEDDING) as EndpointEmbedding;
/** One pass of the job, and what it made is in the index. */
async function embedded(): Promise<void> {
  await embedding().missing.run(new AbortController().signal);
  await eventually(() => embedding().vectors.waiting.size === 0 || undefined, 'every vector to reach the index');
}

describe('with an embedder', () => {
  it('a tool is found by meaning once it has been embedded, and publishing waits for nothing', async () => {
    fake.mode = 'mute';
    const published = await owner.post('/v1/tools', httpManifest('shop/pay_back', { description: 'Chargeback money' }));
    expect(published.status).toBe(201);
    fake.mode = 'well';
    await embedded();
    const answer = await discover('reimburse');
    expect(names(answer)).toEqual(['shop/pay_back']);
    expect(answer.results[0]?.why).toContain('no common words, but similar in meaning to the query');
    expect(answer).not.toHaveProperty('warnings');
    expect(fake.requests.at(-1)).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${key}`, 'user-agent': expect.stringMatching(/^assay\//) },
      body: { model: 'stand-in-1' },
    });
  });

  it('asks for equal texts once, and for a query once', async () => {
    const before = fake.texts.length;
    await discover('reimburse');
    await owner.post('/v1/tools', httpManifest('shop/pay_back', { version: '1.0.1', description: 'Chargeback money' }));
    await embedded();
    expect(fake.texts).toHaveLength(before);
    expect(names(await discover('reimburse'))).toEqual(['shop/pay_back']);
  });

  it('tells nobody the text of a private tool', async () => {
    await owner.post(
      '/v1/tools',
      httpManifest('shop/secret', { visibility: 'private', description: 'Moves the vault' }),
    );
    await owner.post('/v1/tools', httpManifest('shop/open', { description: 'Moves a chair' }));
    await embedded();
    expect(fake.texts.join()).toContain('Moves a chair');
    expect(fake.texts.join()).not.toContain('vault');
    expect(names(await discover('moves the vault'))).toContain('shop/secret');
  });

  it('keeps what it has made over a restart', async () => {
    const before = fake.texts.filter((text) => text.includes('Chargeback')).length;
    await house.restart();
    owner = await house.as('olga', { role: 'publisher' });
    expect(names(await discover('reimburse'))).toEqual(['shop/pay_back']);
    expect(fake.texts.filter((text) => text.includes('Chargeback'))).toHaveLength(before);
  });

  it('tells administrators of the installation how the models are, and nobody else', async () => {
    const { status, body } = await house.admin.get<ModelsView>('/v1/models');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      languageModel: null,
      embedder: {
        model: 'stand-in-1',
        reachable: true,
        problem: null,
        dimensions: 64,
        waiting: 0,
        refused: 0,
        paused: null,
      },
    });
    expect((await owner.get('/v1/models')).status).toBe(403);
  });

  it('words answer alone when the endpoint is gone, and the answer says so', async () => {
    await fake.stop();
    const answer = await discover('chargeback of money');
    expect(names(answer)).toContain('shop/pay_back');
    expect(answer.warnings).toEqual([expect.stringMatching(/^searched by words alone: the embedding model/)]);
    expect(names(await discover('reimburse that'))).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
    expect((await owner.post('/v1/tools', httpManifest('shop/later', { description: 'Later' }))).status).toBe(201);
    // The server's own pass may have come first: then this one rests.
    await embedding()
      .missing.run(new AbortController().signal)
      .catch(() => undefined);
    const { progress } = embedding().missing;
    expect(progress).toMatchObject({ waiting: 1, problem: expect.stringMatching(/cannot be reached/) });
    expect((await house.admin.get<ModelsView>('/v1/models')).body.embedder).toMatchObject({
      reachable: false,
      problem: expect.stringContaining('cannot be reached'),
    });
    expect(house.logs()).not.toContain(key);
  });
});

describe('without an endpoint', () => {
  it('tools are found by meaning with the table that ships; nothing is sent or stored', async () => {
    const plain = await startHouse();
    try {
      const by = await plain.as('olga', { role: 'publisher' });
      await by.post('/v1/namespaces', { name: 'shop', visibility: 'public' });
      await by.post('/v1/tools', httpManifest('shop/pay_back', { description: 'Refunds money to a customer' }));
      await by.post('/v1/tools', httpManifest('shop/weather', { description: 'Forecast of rain and temperature' }));
      expect(plain.application.get(LANGUAGE_MODEL)).toBeNull();
      const answer = await discover('will it be cold outside', by);
      expect(names(answer)).toEqual(['shop/weather']);
      expect(answer.results[0]?.why).toContain('no common words, but similar in meaning to the query');
      expect(answer).not.toHaveProperty('warnings');
      expect(await plain.sql('SELECT count(*)::int AS n FROM embeddings')).toEqual([{ n: 0 }]);
    } finally {
      await plain.stop();
    }
  });
});
