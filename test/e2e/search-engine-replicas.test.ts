import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/config';
import type { DiscoveryAnswer, IndexStatusView } from '@assay/contracts';
import { createTestDatabase } from '@assay/persistence';
import { type Application, createLogger, startApplication } from '@assay/server';
import { FakeMeilisearch } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { Client } from './client.js';
import { eventually } from './eventually.js';

const adminKey = 'the-administrator-of-both-replicas';
const homes: string[] = [];
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let engine: FakeMeilisearch;
let replicas: Application[] = [];

async function aReplica(meiliUrl: string): Promise<Application> {
  const home = mkdtempSync(join(tmpdir(), 'assay-e2e-'));
  homes.push(home);
  const config = readConfig({
    ...{ PORT: '0', ASSAY_HOME: home, DATABASE_URL: database.url, MEILI_URL: meiliUrl, MEILI_KEY: 'a-key-for-tests' },
    ...{ ASSAY_ENCRYPTION_KEY: 'the same secret on both replicas, of some length' },
    ...{ ASSAY_SIGNING_KEY: 'another secret on both replicas, of some length' },
    ...{ ASSAY_ADMIN_KEY: adminKey, ASSAY_KITS: 'none' },
  });
  return startApplication(config, createLogger('silent', { write: () => undefined }));
}

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await FakeMeilisearch.start();
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  await engine.stop();
  await database.drop();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

const admin = (replica: Application) => new Client(replica.url, adminKey);
const status = async (replica: Application) => (await admin(replica).get<IndexStatusView>('/v1/index')).body;
const held = () =>
  [...(engine.engine.indexes.get('assay_tools')?.documents.values() ?? [])].map(({ id }) => String(id));
const holds = (id: string) => eventually(() => held().includes(id) || undefined, `the engine to hold ${id}`);

/** The replica that writes: it knows how much it has yet to write. */
const writer = () =>
  eventually(
    async () => {
      const all = await Promise.all(replicas.map(status));
      const writing = replicas.filter((_, at) => all[at]?.pending !== null && all[at]?.ready === true);
      return writing.length === 1 ? writing[0] : undefined;
    },
    'one replica to write',
    2_000,
  );

describe('a search engine shared by replicas', () => {
  it('is written to by one of them, whichever a tool is published on, and by the other when that one ends', async () => {
    replicas = [await aReplica(engine.url), await aReplica(engine.url)];
    const [one, other] = replicas as [Application, Application];
    await admin(one).post('/v1/namespaces', { name: 'acme' });
    await admin(one).post('/v1/tools', httpManifest('acme/first', { description: 'Feeds a walrus' }));
    await admin(other).post('/v1/tools', httpManifest('acme/second', { description: 'Feeds a seal' }));
    await holds('acme/first');
    await holds('acme/second');
    const first = await writer();
    const left = first === one ? other : one;
    replicas = [left];
    await first.stop();
    await admin(left).post('/v1/tools', httpManifest('acme/third', { description: 'Feeds a narwhal' }));
    expect(await writer()).toBe(left);
    await holds('acme/third');
    const answer = await admin(left).post<DiscoveryAnswer>('/v1/discover', { query: 'narwhal' });
    expect(answer.body.results.map(({ tool }) => tool)).toEqual(['acme/third']);
    expect(answer.body).not.toHaveProperty('warnings');
  }, 60_000);

  it('need not be there when a replica starts', async () => {
    const late = await aReplica('http://127.0.0.1:9');
    replicas.push(late);
    const answer = await admin(late).post<DiscoveryAnswer>('/v1/discover', { query: 'walrus' });
    expect(answer.body.results.map(({ tool }) => tool)).toEqual(['acme/first']);
    expect(answer.body.warnings).toHaveLength(1);
  }, 30_000);
});
