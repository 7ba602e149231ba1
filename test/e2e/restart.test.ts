import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditRecordView, AuditVerdict, CreatedKey, DiscoveryAnswer, Envelope, KeyView } from '@assay/contracts';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { everyRow } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

let house: House;
let key: string;
let revoked: CreatedKey;
let call: Envelope;

const invoke = (tool: string, input: object = {}) =>
  house.client(key).post<Envelope>('/v1/invocations', { tool: `acme/${tool}`, input });

beforeAll(async () => {
  house = await startHouse();
  const { admin } = house;
  key = await house.key('carl');
  revoked = (await admin.post<CreatedKey>('/v1/keys', { principal: { kind: 'agent', name: 'gone' }, role: 'reader' }))
    .body;
  await admin.delete(`/v1/keys/${revoked.id}`);
  await admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(admin, 'acme', { ...stdioUpstream(), env: { API_TOKEN: 'token-for-the-upstream' } }, 'local');
  await admin.post('/v1/tools', httpManifest('acme/granted'));
  await admin.post('/v1/grants', { principal: 'carl', tool: 'acme/granted', actions: ['call'] });
  call = (await invoke('local.echo', { message: 'before' })).body;
  await house.restart();
});
afterAll(() => house.stop());

describe('after a restart', () => {
  it('keys work, and revoked ones do not', async () => {
    expect((await house.client(key).get('/v1/me')).status).toBe(200);
    expect((await house.client(revoked.key).get('/v1/me')).status).toBe(401);
    const names = (await everyRow<KeyView>(house.admin, '/v1/keys')).map((it) => it.principal.name);
    expect(names.filter((name) => name === 'administrator')).toHaveLength(1);
  });

  it('tools are found and called with the credentials of their server', async () => {
    const found = await house.client(key).post<DiscoveryAnswer>('/v1/discover', { query: 'add two numbers' });
    expect(found.body.results[0]?.tool).toBe('acme/local.add');
    expect((await invoke('local.whoami')).body.output).toMatchObject({ env: { API_TOKEN: 'token-for-the-upstream' } });
    const granted = await house
      .client(key)
      .post('/v1/invocations?dryRun=true', { tool: 'acme/granted', input: { item: 'x' } });
    expect(granted.status).toBe(200);
  });

  it('the record of a call is there, to its caller and administrators', async () => {
    expect(await house.client(key).get(`/v1/invocations/${call.id}`)).toMatchObject({
      status: 200,
      body: { output: 'before' },
    });
    expect((await house.admin.get(`/v1/invocations/${call.id}`)).status).toBe(200);
    expect((await (await house.as('olga')).get(`/v1/invocations/${call.id}`)).status).toBe(404);
  });

  it('the audit log goes on in a new chain and verifies whole', async () => {
    const { body } = await house.admin.get<AuditVerdict>('/v1/audit/verify');
    expect(body).toMatchObject({ ok: true });
    const { receipt } = (await invoke('local.echo', { message: 'after' })).body;
    expect(receipt?.chain).not.toBe(call.receipt?.chain);
    const records = await everyRow<AuditRecordView>(house.admin, '/v1/audit?action=tool.call&limit=2');
    expect(new Set(records.map(({ chain }) => chain)).size).toBe(2);
  });

  it('ids of calls stay used', async () => {
    const again = { tool: 'acme/local.echo', input: { message: 'x' }, id: call.id };
    expect((await house.client(key).post('/v1/invocations', again)).status).toBe(409);
  });

  it('with another encryption key says what is wrong instead of losing the secrets', async () => {
    const file = join(house.home, 'encryption.key');
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, 'another-key-of-at-least-32-characters\n');
    await expect(house.restart()).rejects.toThrow(/API_TOKEN of the server acme\/local does not open/);
    writeFileSync(file, right);
    await house.restart();
    expect((await invoke('local.whoami')).status).toBe(200);
  });
});
