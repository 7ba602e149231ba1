import type { CreatedKey, InstallationView, ReplicaView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let other: Client;

beforeAll(async () => {
  house = await startHouse({ ASSAY_REPLICA_ID: 'one', ASSAY_ENCRYPTION_KEY: 'not-to-be-seen-'.repeat(4) });
  await house.admin.post('/v1/organisations', { name: 'acme' });
  const key = { principal: { kind: 'user', name: 'ann' }, role: 'administrator', organisation: 'acme' };
  other = house.client((await house.admin.post<CreatedKey>('/v1/keys', key)).body.key);
});
afterAll(() => house.stop());

describe('GET /v1/installation', () => {
  it('shows the settings in force with their source, and no secret', async () => {
    const { status, body } = await house.admin.get<InstallationView>('/v1/installation');
    expect(status).toBe(200);
    const setting = (name: string) => body.settings.find((it) => it.name === name);
    expect(body.replica.id).toBe('one');
    expect(setting('PORT')).toMatchObject({ source: 'environment' });
    expect(setting('LOG_LEVEL')).toEqual({ name: 'LOG_LEVEL', value: 'info', source: 'default' });
    expect(setting('ASSAY_ENCRYPTION_KEY')).toMatchObject({ value: 'set', source: 'environment' });
    expect(JSON.stringify(body)).not.toMatch(/not-to-be-seen/);
  });

  it('shows the jobs that have run on this replica', async () => {
    const jobs = await eventually(async () => {
      const { body } = await house.admin.get<InstallationView>('/v1/installation');
      return body.jobs.length === 0 ? undefined : body.jobs;
    }, 'a job to have run');
    expect(jobs[0]).toMatchObject({ name: expect.any(String) });
  });

  it('is for administrators of the installation', async () => {
    expect((await other.get<Refusal>('/v1/installation')).body.code).toBe('forbidden');
    expect((await house.anonymous.get<Refusal>('/v1/installation')).status).toBe(401);
    const caller = await house.as('carl');
    expect((await caller.get<Refusal>('/v1/installation')).body.code).toBe('forbidden');
  });

  it('follows an inbox only for those who are authenticated', async () => {
    expect((await house.anonymous.get<Refusal>('/v1/inbox/events')).status).toBe(401);
  });
});

describe('GET /v1/installation/replicas', () => {
  it('lists the replica that answers, for operators only', async () => {
    const { body } = await house.admin.get<{ items: ReplicaView[]; nextCursor: null }>('/v1/installation/replicas');
    expect(body.items).toEqual([
      expect.objectContaining({
        name: 'one',
        state: 'up',
        current: true,
        stoppedAt: null,
        node: process.versions.node,
      }),
    ]);
    expect((await other.get<Refusal>('/v1/installation/replicas')).body.code).toBe('forbidden');
  });
});
