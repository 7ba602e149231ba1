import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/config';
import type { Entry, VerificationView } from '@assay/contracts';
import { createTestDatabase } from '@assay/persistence';
import { type Application, createLogger, JOBS, startApplication } from '@assay/server';
import { VerificationQueue } from '@assay/trust';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client, everyRow } from './client.js';
import { eventually } from './eventually.js';
import { MovedClock } from './moved-clock.js';

const tools = 16;
const clock = new MovedClock();

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const homes: string[] = [];
let replicas: Application[];
const asked = new Map<string, number>();
const upstream = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname;
  asked.set(path, (asked.get(path) ?? 0) + 1);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
});

async function aReplica(): Promise<Application> {
  const home = mkdtempSync(join(tmpdir(), 'assay-e2e-'));
  homes.push(home);
  const config = readConfig({
    ...{ PORT: '0', ASSAY_HOME: home, DATABASE_URL: database.url },
    ...{ ASSAY_ENCRYPTION_KEY: 'the same secret on both replicas, of some length' },
    ...{ ASSAY_SIGNING_KEY: 'another secret on both replicas, of some length' },
    ...{ ASSAY_ADMIN_KEY: 'the-administrator-of-both-replicas', ASSAY_KITS: 'none' },
  });
  return startApplication(config, createLogger('silent', { write: () => undefined }), clock);
}

beforeAll(async () => {
  database = await createTestDatabase();
  replicas = [await aReplica(), await aReplica()];
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  await database.drop();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
  upstream.closeAllConnections();
  upstream.close();
});

it('two replicas run each verification once', async () => {
  const [one, other] = replicas as [Application, Application];
  const admin = new Client(one.url, one.adminKey);
  await admin.post('/v1/namespaces', { name: 'acme' });
  const { port } = upstream.address() as AddressInfo;
  for (let number = 0; number < tools; number += 1) {
    const published = await admin.post<Entry>('/v1/tools', {
      name: `acme/tool-${number}`,
      version: '1.0.0',
      description: `Reads thing number ${number}`,
      inputSchema: { type: 'object' },
      protocol: 'http',
      endpoint: { url: `http://127.0.0.1:${port}/${number}`, method: 'GET' },
      annotations: { readOnlyHint: true },
      examples: [{ name: 'all', input: {}, output: { ok: true } }],
    });
    expect(published.status).toBe(201);
  }
  clock.ahead += 2 * 3_600_000;
  const { signal } = new AbortController();
  await Promise.all([one, other, one, other].map((it) => it.get(VerificationQueue).sweep.run(signal)));
  const reader = new Client(other.url, one.adminKey);
  const ended = async () => {
    const rows = await everyRow<VerificationView>(reader, '/v1/verifications?limit=200');
    return rows.filter((it) => it.tool.startsWith('acme/') && it.verdict !== null).length === tools;
  };
  await eventually(async () => ((await ended()) ? true : undefined), 'all have ended');
  for (const replica of [one, other])
    expect(
      replica
        .get(JOBS)
        .counts()
        .find((it) => it.name === 'verifications')?.runs,
    ).toBeGreaterThan(0);
  expect([...asked.values()]).toEqual(Array.from({ length: tools }, () => 1));
  const verdicts = await everyRow<VerificationView>(new Client(other.url, one.adminKey), '/v1/verifications?limit=200');
  const ours = verdicts.filter((it) => it.tool.startsWith('acme/'));
  expect(ours.map((it) => it.verdict)).toEqual(Array.from({ length: tools }, () => 'green'));
  expect(new Set(ours.map((it) => it.tool)).size).toBe(tools);
});
