import type { AuditRecordView, AuditVerdict } from '@assay/contracts';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type Client, everyRow } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

let house: House;
let rival: Client;

beforeAll(async () => {
  house = await startHouse();
  const { admin } = house;
  await admin.post('/v1/organisations', { name: 'rival' });
  rival = await house.as('rex', { role: 'administrator', organisation: 'rival' });
  await rival.post('/v1/namespaces', { name: 'rivals' });
  await admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(admin, 'acme', stdioUpstream(), 'local');
  for (let at = 0; at < 10; at += 1)
    await admin.post('/v1/invocations', { tool: 'acme/local.echo', input: { message: String(at) } });
});
afterAll(() => house.stop());

const records = (path = '/v1/audit?limit=7', by = house.admin) => everyRow<AuditRecordView>(by, path);
const verify = async () => (await house.admin.get<AuditVerdict>('/v1/audit/verify')).body;
const tamper = async (text: string, whole: () => Promise<unknown>) => {
  const before = await house.sql('SELECT * FROM audit_records');
  await house.sql(text);
  try {
    return await whole();
  } finally {
    await house.sql('DELETE FROM audit_records');
    await house.sql('INSERT INTO audit_records SELECT * FROM json_populate_recordset(NULL::audit_records, $1)', [
      JSON.stringify(before),
    ]);
  }
};

describe('the audit log', () => {
  it('lists each record of the organisation once, newest first, with who did what to what', async () => {
    const all = await records();
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(all.length);
    const times = all.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const actions = all.map(({ action }) => action);
    for (const action of [
      'organisation.create',
      'key.create',
      'namespace.create',
      'server.create',
      'import.confirm',
      'tool.publish',
      'tool.call',
    ])
      expect(actions).toContain(action);
    expect(all.find(({ action }) => action === 'tool.call')).toMatchObject({
      organisation: 'default',
      principal: 'administrator',
      subject: 'acme/local.echo@1.0.0',
      details: { status: 'succeeded', source: 'mcp:acme/local' },
    });
    expect(all.map(({ subject }) => subject)).not.toContain('rivals');
  });

  it('is filtered by action and subject', async () => {
    expect(await records('/v1/audit?action=tool.call&limit=3')).toHaveLength(10);
    expect(await records('/v1/audit?subject=acme&limit=3')).toMatchObject([{ action: 'namespace.create' }]);
    expect(await records('/v1/audit?action=none')).toEqual([]);
  });

  it('is an organisation’s own, for its administrators', async () => {
    expect((await records('/v1/audit', rival)).map(({ subject }) => subject)).toEqual(['rivals']);
    expect((await rival.get('/v1/audit/verify')).status).toBe(403);
    const caller = await house.as('carl');
    expect((await caller.get('/v1/audit')).status).toBe(403);
    expect((await house.anonymous.get('/v1/audit/verify')).status).toBe(401);
  });

  it('refuses a cursor that is none', async () => {
    expect((await house.admin.get('/v1/audit?cursor=bm9uZQ')).status).toBe(422);
  });
});

describe('verification', () => {
  it('finds a whole log whole', async () => {
    await house.admin.post('/v1/tools', httpManifest('acme/late'));
    const verdict = await verify();
    const [{ count }] = (await house.sql<{ count: string }>('SELECT count(*) FROM audit_records')) as [
      { count: string },
    ];
    expect(verdict).toMatchObject({ ok: true, length: Number(count), chains: expect.any(Number) });
  });

  it.each([
    ['a changed detail', `UPDATE audit_records SET details = '{"code":null}' WHERE sequence = 5`],
    ['another subject', "UPDATE audit_records SET subject = 'acme/other@1.0.0' WHERE sequence = 6"],
    ['another author', 'UPDATE audit_records SET principal_id = gen_random_uuid() WHERE sequence = 4'],
    ['another time', "UPDATE audit_records SET at = at + interval '1 millisecond' WHERE sequence = 7"],
    ['a missing record', 'DELETE FROM audit_records WHERE sequence = 8'],
    ['a missing beginning', 'DELETE FROM audit_records WHERE sequence < 3'],
  ])('finds %s', async (_, sql) => {
    const verdict = await tamper(sql, verify);
    expect(verdict).toMatchObject({
      ok: false,
      firstBreak: { chain: expect.any(String), sequence: expect.any(Number), reason: expect.any(String) },
    });
    expect(await verify()).toMatchObject({ ok: true });
  });
});
