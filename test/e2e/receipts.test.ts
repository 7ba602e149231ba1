import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditLine, AuditVerdict, Envelope, RegistryKeys, SignedReceipt } from '@assay/contracts';
import { Assay, auditLines, verifyExport, verifyReceipt } from '@assay/sdk';
import { JOBS } from '@assay/server';
import { stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';
import { MovedClock } from './moved-clock.js';

let house: House;
let rivalKey: string;
let carlKey: string;
/** Of whichever server runs now. */
const rival = () => house.client(rivalKey);
const carl = () => house.client(carlKey);
const clock = new MovedClock();

beforeAll(async () => {
  house = await startHouse({}, clock);
  const { admin } = house;
  await admin.post('/v1/organisations', { name: 'rival' });
  rivalKey = await house.key('rex', { role: 'administrator', organisation: 'rival' });
  await rival().post('/v1/namespaces', { name: 'rivals' });
  await admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(admin, 'acme', stdioUpstream(), 'local');
  carlKey = await house.key('carl');
});
afterAll(() => house.stop());

const call = async (message: string, by: Client = carl()) =>
  (await by.post<Envelope>('/v1/invocations', { tool: 'acme/local.echo', input: { message } })).body;
const receiptOf = async (id: string, by: Client = carl()) =>
  (await by.get<SignedReceipt>(`/v1/invocations/${id}/receipt`)).body;
const keysShown = async () =>
  (await house.anonymous.get<RegistryKeys>('/.well-known/assay-keys.json')).body.keys.map((it) => ({
    publicKey: it.publicKey,
    until: it.validUntil,
  }));
const verdict = async () => (await house.admin.get<AuditVerdict>('/v1/audit/verify')).body;
const asRead = async function* (lines: readonly AuditLine[]) {
  yield* lines;
};
async function exported(key: string, query = {}): Promise<AuditLine[]> {
  const lines: AuditLine[] = [];
  for await (const line of new Assay({ url: house.url, apiKey: key }).audit.export(query)) lines.push(line);
  return lines;
}

describe('the receipt of a call', () => {
  it('is checked by its caller with the registry’s key alone', async () => {
    const envelope = await call('hello');
    expect(envelope.receipt).toEqual({
      chain: expect.any(String),
      sequence: expect.any(Number),
      hash: expect.any(String),
    });
    const receipt = await receiptOf(envelope.id);
    expect(receipt).toMatchObject({
      invocationId: envelope.id,
      record: { hash: envelope.receipt?.hash, action: 'tool.call', subject: 'acme/local.echo@1.0.0' },
      proof: { chain: envelope.receipt?.chain, path: expect.any(Array) },
    });
    expect(await verifyReceipt(receipt, await keysShown(), envelope)).toMatchObject({ ok: true, problems: [] });
    const altered = { ...envelope, output: 'something else' };
    expect((await verifyReceipt(receipt, await keysShown(), altered)).problems).toEqual([
      "The envelope's output is not the recorded one.",
    ]);
  });

  it('stands in the call when it is looked at later', async () => {
    const { id, receipt } = await call('again');
    const shown = (await carl().get<Envelope>(`/v1/invocations/${id}`)).body;
    expect(shown.receipt).toEqual({ ...receipt, proof: (await receiptOf(id)).proof });
  });

  it('is its caller’s own', async () => {
    const { id } = await call('mine');
    expect((await rival().get(`/v1/invocations/${id}/receipt`)).status).toBe(404);
    expect((await carl().get(`/v1/invocations/${crypto.randomUUID()}/receipt`)).status).toBe(404);
    expect((await carl().get('/v1/invocations/none/receipt')).status).toBe(404);
    expect((await house.anonymous.get(`/v1/invocations/${id}/receipt`)).status).toBe(401);
  });

  it('holds for a hundred calls at once, which share their signatures', async () => {
    const envelopes = await Promise.all(Array.from({ length: 100 }, (_, index) => call(String(index))));
    const keys = await keysShown();
    const roots = new Set<string | undefined>();
    for (const envelope of envelopes) {
      const receipt = await receiptOf(envelope.id);
      expect(await verifyReceipt(receipt, keys, envelope)).toMatchObject({ ok: true });
      roots.add(receipt.proof?.root);
    }
    expect(roots.size).toBeLessThan(100);
  });
});

describe('the whole log', () => {
  it('is checked with word of how far it has come', async () => {
    const assay = new Assay({ url: house.url, apiKey: house.adminKey });
    const found = await assay.audit.follow();
    expect(found).toMatchObject({ ok: true, length: expect.any(Number), keys: [expect.any(String)] });
    await expect(new Assay({ url: house.url, apiKey: rivalKey }).audit.follow()).rejects.toThrow(
      /administrators of "default"/,
    );
  });

  it('says how far it goes: a chain ends with its server’s stop, and another begins', async () => {
    const before = await verdict();
    await house.restart();
    await call('of the next chain');
    const after = await verdict();
    expect(after).toMatchObject({ ok: true, chains: before.chains + 1 });
    expect(after.checkpoints).toBeGreaterThan(before.checkpoints ?? 0);
    const rows = await house.sql('SELECT state FROM audit_checkpoints ORDER BY number');
    expect(rows.at(-1)).toEqual({ state: 'closed' });
  });

  it('holds after the signing key was changed, and so do receipts of before', async () => {
    const envelope = await call('before the change');
    await house.restart({ ASSAY_SIGNING_KEY: 'another text to derive the signing key from' });
    const keys = await keysShown();
    expect(keys).toHaveLength(2);
    expect(keys.filter(({ until }) => until === null)).toHaveLength(1);
    expect(await verifyReceipt(await receiptOf(envelope.id), keys, envelope)).toMatchObject({ ok: true });
    const next = await call('after the change');
    const pinned = keys.filter(({ until }) => until !== null);
    expect((await verifyReceipt(await receiptOf(next.id), pinned)).problems[0]).toMatch(/not among your trusted keys/);
    expect(await verdict()).toMatchObject({ ok: true, keys: [expect.any(String), expect.any(String)] });
    await house.restart();
  });
});

describe('an export', () => {
  it('holds on any machine, and tells of other organisations nothing but hashes', async () => {
    const lines = await exported(rivalKey);
    const text = JSON.stringify(lines);
    for (const foreign of ['acme', 'carl', 'administrator', 'tool.call']) expect(text).not.toContain(foreign);
    expect(lines.filter(({ type }) => type === 'record').map((line) => 'subject' in line && line.subject)).toEqual([
      'rivals',
    ]);
    expect(await verifyExport(asRead(lines), await keysShown())).toMatchObject({ ok: true, records: 1, problem: null });
  });

  it('has every record of the administrator’s organisation', async () => {
    const lines = await exported(house.adminKey);
    const [{ count } = { count: '' }] = await house.sql<{ count: string }>(
      "SELECT count(*) FROM audit_records JOIN organisations ON organisations.id = audit_records.organisation_id AND name = 'default'",
    );
    const found = await verifyExport(asRead(lines), await keysShown());
    expect(found).toMatchObject({ ok: true, records: Number(count), unsigned: 0 });
    expect(found.hidden).toBeGreaterThan(0);
  });

  it('is chosen by time, and refuses what makes no sense', async () => {
    const late = await exported(house.adminKey, { from: new Date(Date.now() + 3_600_000).toISOString() });
    expect(late.map(({ type }) => type)).toEqual(['export', 'end']);
    for (const query of [
      'from=yesterday',
      'cursor=x',
      'from=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z',
      'other=1',
    ])
      expect((await house.admin.get(`/v1/audit/export?${query}`)).status).toBe(422);
    expect((await carl().get('/v1/audit/export')).status).toBe(403);
  });

  it('waits for who reads slowly, and ends with who goes away', async () => {
    const headers = { authorization: `Bearer ${house.adminKey}` };
    const gone = new AbortController();
    const response = await fetch(`${house.url}/v1/audit/export`, { headers, signal: gone.signal });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const first = await auditLines(response.body as never).next();
    expect(first.value).toMatchObject({ type: 'export', version: 1, organisation: 'default' });
    gone.abort();
    expect((await house.admin.get('/healthz')).status).toBe(200);
  });
});

describe('a change that nobody saw recorded', () => {
  it('leaves nothing behind when it was', async () => {
    await house.admin.post('/v1/namespaces', { name: 'noted' });
    await house.admin.post('/v1/namespaces', { name: 'NOT a name' });
    await house.admin.get('/v1/namespaces');
    await house.restart();
    expect(await house.sql('SELECT * FROM audit_pending')).toEqual([]);
  });

  it('is recorded later when its record could not be written', async () => {
    await house.sql(`CREATE FUNCTION assay_test_refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no'; END $$`);
    await house.sql(
      `CREATE TRIGGER refuse BEFORE INSERT ON namespaces FOR EACH ROW EXECUTE FUNCTION assay_test_refuse()`,
    );
    expect((await house.admin.post('/v1/namespaces', { name: 'lost' })).status).toBe(500);
    await house.sql('DROP TRIGGER refuse ON namespaces');
    await house.sql(`UPDATE audit_pending SET seen_at = seen_at - interval '4 minutes'`);
    await house.sql(
      `UPDATE pgboss.job SET start_after = now() WHERE singleton_key = 'audit.left' AND state = 'created'`,
    );
    await house.restart();
    const found = await unconfirmed();
    expect(found).toMatchObject({
      subject: '/v1/namespaces',
      details: { request: 'POST /v1/namespaces', changed: [] },
    });
  });
});

const unconfirmed = () =>
  eventually(async () => {
    const { items } = (await house.admin.get<{ items: unknown[] }>('/v1/audit?action=change.unconfirmed')).body;
    return items[0];
  }, 'the record of what was not confirmed');

describe('with a retention', () => {
  it('removes whole months that are over, and what is left still holds', async () => {
    const later = new MovedClock();
    const kept = await startHouse({ ASSAY_AUDIT_RETENTION_DAYS: '31' }, later);
    try {
      await kept.admin.post('/v1/namespaces', { name: 'acme' });
      later.ahead = 100 * 86_400_000;
      await kept.application.get(JOBS).stop();
      await kept.sql(`UPDATE pgboss.job SET start_after = now() WHERE name = 'recurring' AND state = 'created'`);
      await kept.restart();
      const gone = await eventually(async () => {
        const [row] = await kept.sql("SELECT details FROM audit_records WHERE action = 'audit.prune'");
        return row;
      }, 'the removal');
      expect(gone).toMatchObject({ details: { chains: 1, retentionDays: 31, records: expect.any(Number) } });
      const found = (await kept.admin.get<AuditVerdict>('/v1/audit/verify')).body;
      expect(found).toMatchObject({ ok: true, pruned: (gone.details as { records: number }).records });
      expect((await kept.admin.get('/v1/audit?subject=acme')).body).toMatchObject({ items: [] });
    } finally {
      await kept.stop();
    }
  });
});

it('keeps no signing key where others read', () => {
  expect(readFileSync(join(house.home, 'signing.key'), 'utf8')).not.toBe('');
  expect(house.logs()).not.toContain(readFileSync(join(house.home, 'signing.key'), 'utf8').trim());
});
