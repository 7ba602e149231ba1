import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DeliverWebhooks } from '@assay/identity';
import { makeQueueSchema, PgBossJobs } from '@assay/jobs';
import {
  migrate,
  openDatabase,
  openNoticeStores,
  PostgresVerificationStore,
  PrismaMirrorStore,
  readMigrations,
} from '@assay/persistence';
import { EgressGuard, HttpWebhookSender } from '@assay/transports';
import { type Verification, VerificationQueue } from '@assay/trust';
import { expect, it } from '@jest/globals';
import type pg from 'pg';
import { startReceiver } from '../../../libs/transports/src/webhooks/receiver.fixture.js';
import { withEmptyDatabase } from '../persistence/empty-database.js';
import { clock, random, sealer } from '../persistence/fixture.js';
import { insertRow } from './insert-row.js';

const queueMigration = '20261128010000_job_queue';
const secret = 'whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=';
const before = readMigrations().filter((it) => it.name < queueMigration);
const ago = (ms: number) => new Date(Date.now() - ms);

/** An organisation with a published version, as the schema before had them. */
async function withVersion(pool: pg.Pool) {
  const [organisation, versionId] = [randomUUID(), randomUUID()];
  const owned = { organisation_id: organisation, created_at: ago(1e9) };
  await insertRow(pool, 'organisations', { id: organisation, name: 'acme', ...owned });
  await insertRow(pool, 'namespaces', { id: randomUUID(), name: 'acme', visibility: 'public', ...owned });
  await insertRow(pool, 'tools', { namespace: 'acme', name: 'sum', ...owned });
  await insertRow(pool, 'tool_versions', {
    ...{ id: versionId, organisation_id: organisation, namespace: 'acme', tool: 'sum', version: '1.0.0' },
    ...{ version_key: '1.0.0', manifest: '{"description": "Adds."}', manifest_digest: 'm', definition_digest: 'd' },
    ...{ status: 'ACTIVE', stage: 'BETA', published_at: ago(1e9) },
  });
  return { organisation, versionId };
}

/** Deliveries in every state that a stop of the former version leaves. */
async function withDeliveries(pool: pg.Pool, organisation: string, url: string) {
  const webhook = randomUUID();
  await insertRow(pool, 'webhooks', {
    ...{ id: webhook, organisation_id: organisation, url, kinds: [], created_at: ago(1e9), updated_at: ago(1e9) },
    secret: sealer.seal(secret, `webhook ${webhook} secret`),
  });
  const states = {
    waiting: { attempts: 0, next_attempt_at: ago(60_000) },
    claimed: { attempts: 1, next_attempt_at: ago(60_000), claimed_until: ago(-50_000), last_attempt_at: ago(10_000) },
    failed: { attempts: 3, next_attempt_at: ago(30_000), last_attempt_at: ago(90_000), last_error: 'It failed.' },
  };
  for (const [key, parts] of Object.entries(states)) {
    await insertRow(pool, 'webhook_deliveries', {
      ...{ id: randomUUID(), organisation_id: organisation, webhook_id: webhook, key, kind: 'ping', subject: key },
      ...{ body: `{"key":"${key}"}`, state: 'pending', created_at: ago(100_000), ...parts },
    });
  }
  return webhook;
}

async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (await ask()) return;
    await pause(20);
  }
  throw new Error(`It never happened: ${what}.`);
}

it('webhooks and verifications that an older version queued finish after the upgrade', () =>
  withEmptyDatabase(async (url) => {
    await migrate(url, before);
    const database = openDatabase(url, 4);
    const { pool } = database;
    const receiver = await startReceiver((response) => void response.writeHead(204).end());
    const guard = new EgressGuard({ allow: [], loopback: true, except: [] });
    const sender = new HttpWebhookSender({ guard, clock, userAgent: 'assay/test' });
    const { organisation, versionId } = await withVersion(pool);
    const webhook = await withDeliveries(pool, organisation, receiver.url);
    const [running, mirror] = [randomUUID(), randomUUID()];
    await insertRow(pool, 'verifications', {
      ...{ id: running, organisation_id: organisation, version_id: versionId, trigger: 'requested', checks: '[]' },
      ...{ started_at: ago(90_000), lease_until: ago(-300_000), summary: 'running' },
    });
    await insertRow(pool, 'mirrors', {
      ...{ id: mirror, organisation_id: organisation, url: 'https://one.example', every_seconds: 600 },
      ...{ created_at: ago(1e9), next_at: ago(1_000), lease_until: ago(-60_000) },
    });

    await migrate(url, readMigrations(), makeQueueSchema);
    const problems: unknown[] = [];
    const jobs = new PgBossJobs({ databaseUrl: url, clock, onProblem: (_, cause) => problems.push(cause) });
    try {
      const stores = openNoticeStores(pool, sealer, clock, random);
      const { deliveries, webhooks } = stores;
      new DeliverWebhooks({ deliveries, sender, jobs, clock, random });
      const verifications = new PostgresVerificationStore(database.pool);
      const verify = { run: (it: Verification) => endGreen(verifications, it) };
      new VerificationQueue({ verifications, verify, jobs, clock, random });
      await jobs.start();
      const query = { webhookId: webhook, state: null, after: null, limit: 10 };
      await until('every delivery to arrive', async () =>
        (await webhooks.deliveries(query)).every(({ state }) => state === 'delivered'),
      );
      await until('the verification to end', async () => (await verifications.find(running))?.verdict === 'green');
      expect(receiver.received.map(({ body }) => JSON.parse(body).key).sort()).toEqual([
        'claimed',
        'failed',
        'waiting',
      ]);
      expect((await new PrismaMirrorStore(database.prisma).findMirror(mirror))?.nextAt).toBeLessThan(Date.now());
      expect(problems).toEqual([]);
    } finally {
      await jobs.stop();
      await sender.close();
      await receiver.stop();
      await database.close();
    }
  }));

async function endGreen(verifications: PostgresVerificationStore, verification: Verification): Promise<void> {
  const endedAt = Date.now();
  await verifications.end({
    verification: { ...verification, endedAt, kind: 'contract', verdict: 'green', summary: 'fine', checks: [] },
    next: { dueAt: endedAt + 86_400_000, inconclusive: 0, good: { own: 0, others: 0 } },
  });
}
