import { randomUUID } from 'node:crypto';
import {
  agreesWithNaive,
  taxonomyContract,
  toolIndexContract,
  vectorIndexContract,
  wordFormContract,
} from '@assay/discovery/testing';
import { FakeMeilisearch, minActions } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Meilisearch } from 'meilisearch';
import { type MeiliOptions, MeiliToolIndex } from './meili-tool-index.js';

/** `MEILI_URL` and `MEILI_KEY` name a real server to check as well; its own indexes are made and deleted. */
const { MEILI_URL: realUrl, MEILI_KEY: realKey = '' } = process.env;

interface Server {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

async function fake(): Promise<Server> {
  const key = 'a-key-for-tests';
  const server = await FakeMeilisearch.start(key);
  return { url: server.url, key, stop: () => server.stop() };
}

/** A key with no more rights than the documentation asks for, where the key given may make one. */
async function realServer(url: string, key: string): Promise<Server> {
  const client = new Meilisearch({ host: url, apiKey: key });
  const actions = [...minActions];
  const made = await client.createKey({ actions, indexes: ['assay_test_*'], expiresAt: null }).catch(() => undefined);
  if (made === undefined) return { url, key, stop: async () => undefined };
  return { url, key: made.key, stop: () => client.deleteKey(made.uid) };
}

const servers: readonly (readonly [string, () => Promise<Server>])[] = [
  ['the stand-in', fake],
  ...(realUrl ? [['the server at MEILI_URL', () => realServer(realUrl, realKey)] as const] : []),
];

describe.each(servers)('MeiliToolIndex on %s keeps the contract of ToolIndex', (_, start) => {
  let server: Server;
  const used: MeiliToolIndex[] = [];

  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    for (const index of used) await index.drop();
    await server.stop();
  });

  async function fresh(more: Pick<MeiliOptions, 'dimensions' | 'tree'> = {}): Promise<MeiliToolIndex> {
    const uid = `assay_test_${randomUUID().replaceAll('-', '')}`;
    const index = new MeiliToolIndex({ url: server.url, key: server.key, uid, searchWithinMs: 10_000, ...more });
    used.push(index);
    await index.clear();
    return index;
  }

  it.each([...toolIndexContract, ...wordFormContract])('$name', async ({ check }) => {
    await expect(check(await fresh())).resolves.toBeUndefined();
  });

  it.each(vectorIndexContract)('$name', async ({ check }) => {
    await expect(check(await fresh({ dimensions: 48 }))).resolves.toBeUndefined();
  });

  it.each(taxonomyContract)('$name', async ({ check }) => {
    await expect(check((tree) => fresh({ tree }))).resolves.toBeUndefined();
  });

  it('lists, filters, sorts and counts as an engine does that looks at every document', async () => {
    await expect(agreesWithNaive(fresh, realUrl ? 15 : 40)).resolves.toBeUndefined();
  });
});
