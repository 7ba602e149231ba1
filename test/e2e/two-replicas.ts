import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/config';
import type { Envelope } from '@assay/contracts';
import { createTestDatabase } from '@assay/persistence';
import { type Application, createLogger, PublishKits, startApplication } from '@assay/server';
import { expect } from '@jest/globals';
import { answerJson, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { Client } from './client.js';
import { eventually } from './eventually.js';

const adminKey = 'the-administrator-of-both-replicas';
/** Calls per minute that `grantedOf` allows. */
export const maxCalls = 30;

/** Two servers on one database, each with what it logs. */
export async function twoReplicas(env: Readonly<Record<string, string>>) {
  const database = await createTestDatabase();
  const homes: string[] = [];
  const logs: string[][] = [];
  const replicas: Application[] = [];
  for (let started = 0; started < 2; started += 1) {
    const home = mkdtempSync(join(tmpdir(), 'assay-e2e-'));
    const lines: string[] = [];
    homes.push(home);
    logs.push(lines);
    const config = readConfig({
      ...{ PORT: '0', ASSAY_HOME: home, DATABASE_URL: database.url, ASSAY_ADMIN_KEY: adminKey },
      ...{ ASSAY_ENCRYPTION_KEY: 'the same secret on both replicas, of some length' },
      ...{ ASSAY_SIGNING_KEY: 'another secret on both replicas, of some length' },
      ...env,
    });
    const log = createLogger('warn', { write: (line: string) => void lines.push(line) });
    const replica = await startApplication(config, log);
    replicas.push(replica);
    await replica.get(PublishKits).done;
  }
  const stop = async () => {
    for (const replica of replicas) await replica.stop();
    await database.drop();
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  };
  return { clients: replicas.map(({ url }) => new Client(url, adminKey)), logs, stop };
}

/** How many of 80 calls of a tool with a limit of 30 per minute are granted; both servers get every second call, all at once. */
export async function grantedOf(clients: readonly Client[]): Promise<number> {
  const api = await startHttpApi((_request, response) => answerJson(response, { text: 'tea' }));
  try {
    const [admin] = clients as [Client];
    await admin.post('/v1/namespaces', { name: 'acme' });
    await admin.post('/v1/tools', httpManifest('acme/echo', { endpoint: { url: `${api.url}/echo` } }));
    await admin.put('/v1/limits/tool.calls/acme%2Fecho', { limit: maxCalls });
    const call = (index: number) =>
      (clients[index % 2] as Client).post<Envelope>('/v1/invocations', { tool: 'acme/echo', input: { item: 'tea' } });
    await eventually(async () => {
      const { body } = await (clients[1] as Client).get<{ items?: { name: string }[] }>('/v1/limits?tool=acme%2Fecho');
      return body.items?.some((it) => it.name === 'tool.calls') || undefined;
    }, 'the other server hears of the limit');
    const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => call(index)));
    expect(new Set(answers.map((it) => it.status))).toEqual(new Set([200, 429]));
    return answers.filter((it) => it.status === 200).length;
  } finally {
    await api.stop();
  }
}
