import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiscoveryAnswer, Envelope, KitView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { type MailSink, startMailSink } from './mail-sink.js';
import { twoReplicas } from './two-replicas.js';

let house: House;
let mail: MailSink;

beforeAll(async () => {
  mail = await startMailSink();
  house = await startHouse({ ASSAY_KITS: 'all' });
}, 120_000);
afterAll(async () => {
  await house.stop();
  await mail.stop();
});

/** With a key of the running server: a restart changes its address. */
const planner = () => house.as('planner');

const call = (client: Client, tool: string, input: unknown) =>
  client.post<Envelope>('/v1/invocations', { tool, input });
const write = (client: Client, input: object) =>
  call(client, 'assay/files.write', { path: 'note.md', content: 'hello', ...input });
const note = () => join(house.home, 'files', 'note.md');

describe('kits', () => {
  it('data: pure tools are callable from the first start, with their examples', async () => {
    const { status, body } = await call(await planner(), 'assay/data.calculate', { expression: '0.1 + 0.2' });
    expect([status, body.output]).toEqual([200, { value: 0.3, exact: '0.3' }]);
    const { body: entry } = await house.admin.get<{ examples: unknown[] }>('/v1/tools/assay/data.query');
    expect(entry.examples).toHaveLength(1);
  });

  it('data: examples pass verification', async () => {
    const started = await house.admin.post<{ id: string }>('/v1/tools/assay/data.hash/verify', {});
    expect(started.status).toBeLessThan(300);
    const verified = await eventually(async () => {
      const { body } = await house.admin.get<{ items: { verdict: string | null }[] }>(
        '/v1/verifications?tool=assay/data.hash',
      );
      return body.items[0]?.verdict ?? undefined;
    }, 'verified');
    expect(verified).toBe('green');
  });

  it('files: what acts is refused to everybody, with the command that enables it', async () => {
    for (const client of [await planner(), house.admin]) {
      const { status, body } = await write(client, { mode: 'create' });
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'kit_not_enabled',
        detail: expect.stringContaining('assay kits enable files'),
      });
    }
    expect(readdirSync(join(house.home, 'files'))).not.toContain('note.md');
    expect((await call(await planner(), 'assay/files.list', {})).status).toBe(200);
  });

  it('files: discovery shows it as not callable, for that reason', async () => {
    const { body } = await (await planner()).post<DiscoveryAnswer>('/v1/discover', {
      query: 'write a file',
      capabilities: ['data.file.write'],
    });
    expect(JSON.stringify(body)).toContain('assay kits enable files');
    expect(body.results.filter((it) => it.tool === 'assay/files.write' && (it.callable as unknown) === true)).toEqual(
      [],
    );
  });

  it('shows administrators of the installation what a kit may do, and nobody else', async () => {
    expect((await (await planner()).get('/v1/kits')).status).toBe(403);
    const { body } = await house.admin.get<{ items: KitView[] }>('/v1/kits');
    expect(body.items.map((it) => it.name)).toEqual([
      'data',
      'files',
      'git',
      'database',
      'communication',
      'build',
      'browser',
    ]);
    const statusOf = (name: string) => body.items.find((it) => it.name === name)?.status;
    expect(['data', 'files'].map(statusOf)).toEqual(['enabled', 'disabled']);
    const files = body.items[1] as KitView;
    expect(files.reaches).toMatchObject({ isolated: true, network: 'none', hosts: [] });
    expect(files.reaches.folders.map((it) => it.path)).toEqual([
      join(house.home, 'files'),
      join(house.home, 'state', 'kits', 'files'),
    ]);
    expect(files.tools.find((it) => it.tool === 'assay/files.write')).toMatchObject({
      acts: true,
      enabled: false,
      destructive: true,
      undo: 'assay/files.restore@^2',
    });
    expect((await house.admin.get('/v1/kits/unknown')).status).toBe(404);
    expect((await house.admin.post('/v1/kits/data/disable', {})).status).toBe(409);
  });

  it('another organisation’s administrator cannot enable it', async () => {
    await house.admin.post('/v1/organisations', { name: 'other' });
    const other = await house.as('root', { organisation: 'other', role: 'administrator' } as never);
    expect((await other.post('/v1/kits/files/enable', {})).status).toBe(403);
    expect((await write(other, { mode: 'create' })).status).toBe(404);
  });

  it('a grant does not replace enabling', async () => {
    await house.admin.post('/v1/grants', { principal: 'planner', tool: 'assay/files.write', actions: ['call'] });
    expect((await write(await planner(), { mode: 'create' })).body).toMatchObject({ code: 'kit_not_enabled' });
  });

  it('enabled, everybody in the organisation may call it; the setting survives a restart', async () => {
    const enabled = await house.admin.post<KitView>('/v1/kits/files/enable', {});
    expect([enabled.status, enabled.body.status]).toEqual([200, 'enabled']);
    const colleague = await house.as('colleague');
    const { status, body } = await write(colleague, { mode: 'create' });
    expect([status, body.output]).toMatchObject([200, { path: 'note.md', created: true, sizeBytes: 5 }]);
    expect(readFileSync(note(), 'utf8')).toBe('hello');
    await house.restart();
    expect((await write(await house.as('another'), { mode: 'append', content: ' again' })).status).toBe(200);
    expect(readFileSync(note(), 'utf8')).toBe('hello again');
    const { body: audit } = await house.admin.get<{ items: { action: string; subject: string }[] }>(
      '/v1/audit?action=kit.enable',
    );
    expect(audit.items[0]).toMatchObject({ action: 'kit.enable', subject: 'files' });
  }, 120_000);

  it('a saga restores the former content, unless somebody changed the file since', async () => {
    const saga = (steps: object[]) => house.admin.post<{ id: string }>('/v1/sagas', { steps });
    const ended = (id: string) =>
      eventually(async () => {
        const { state } = (await house.admin.get<{ state: string }>(`/v1/sagas/${id}`)).body;
        return ['PENDING', 'RUNNING', 'COMPENSATING'].includes(state) ? undefined : state;
      }, 'the saga ended');
    const overwrite = {
      id: 'write',
      tool: 'assay/files.write',
      arguments: { path: 'note.md', content: 'new', mode: 'overwrite' },
    };
    const failing = {
      id: 'fail',
      tool: 'assay/files.write',
      arguments: { path: 'absent/x', content: '', mode: 'create' },
    };
    const first = await saga([overwrite, failing]);
    expect(await ended(first.body.id)).toBe('FAILED');
    expect(readFileSync(note(), 'utf8')).toBe('hello again');
    const { body } = await write(await planner(), { mode: 'overwrite', content: 'new' });
    writeFileSync(note(), 'changed by somebody else');
    const { undo } = body.output as { undo: string };
    const undone = await call(await planner(), 'assay/files.restore', { undo });
    expect([undone.status, undone.body]).toMatchObject([
      422,
      { error: { code: 'upstream_rejected', outcome: 'none' } },
    ]);
    expect(readFileSync(note(), 'utf8')).toBe('changed by somebody else');
  }, 60_000);

  it('disabled, it is refused again', async () => {
    expect((await house.admin.post<KitView>('/v1/kits/files/disable', {})).body.status).toBe('disabled');
    expect((await write(await planner(), { mode: 'overwrite' })).body).toMatchObject({ code: 'kit_not_enabled' });
  });

  it('communication: waits for an account, and is published once it has one', async () => {
    const kit = '/v1/kits/communication';
    const before = await house.admin.get<KitView>(kit);
    expect(before.body).toMatchObject({
      status: 'unavailable',
      missing: expect.stringContaining('assay kits set communication MAIL_FROM'),
    });
    expect((await house.admin.post(`${kit}/enable`, {})).status).toBe(409);
    expect((await house.admin.put(`${kit}/settings/MAIL_SMTP`, { value: 'ftp://x' })).status).toBe(422);
    const values = {
      MAIL_FROM: 'Shop agent <agent@acme.example>',
      INTERNAL_DOMAINS: 'acme.example',
      MAIL_SMTP: `smtp://127.0.0.1:${mail.port}`,
    };
    for (const [name, value] of Object.entries(values))
      expect((await house.admin.put(`${kit}/settings/${name}`, { value })).status).toBe(200);
    const published = await eventually(async () => {
      const { body } = await house.admin.get<KitView>(kit);
      return body.status === 'disabled' ? body : undefined;
    }, 'the kit is published');
    expect(published.reaches).toMatchObject({ network: 'none', hosts: [`127.0.0.1:${mail.port}`] });
    expect(published.settings.names).toEqual(['INTERNAL_DOMAINS', 'MAIL_FROM', 'MAIL_SMTP']);
    expect((await house.admin.post<KitView>(`${kit}/enable`, {})).body.status).toBe('enabled');
    const { body } = await call(await planner(), 'assay/communication.accounts', {});
    expect(body.output).toMatchObject({ sender: 'agent@acme.example', sends: true, reads: false });
  }, 60_000);

  it('communication: what leaves the organisation waits for a person, with its exact text', async () => {
    const caller = await planner();
    const draft = { subject: 'Offer', body: 'Call +49 30 901820.' };
    const drafted = await call(caller, 'assay/communication.draft', { ...draft, to: ['x@other.example'] });
    const { send, removed } = drafted.body.output as { send: Record<string, unknown>; removed: string[] };
    expect([send.audience, removed]).toEqual(['external', ['personal.phone in the body']]);
    const waiting = await call(caller, 'assay/communication.send', send);
    expect([waiting.status, waiting.body.status]).toEqual([202, 'awaiting_approval']);
    const { body: approval } = await house.admin.get<{ input: unknown }>(`/v1/approvals/${waiting.body.approval?.id}`);
    expect(JSON.stringify(approval)).toContain('Call [phone removed].');
    const understated = await call(caller, 'assay/communication.send', { ...send, audience: 'internal' });
    expect([understated.status, JSON.stringify(understated.body)]).toEqual([
      422,
      expect.stringContaining('audience: \\"external\\"'),
    ]);
    expect(mail.received).toEqual([]);
    const approver = await house.as('pia', {
      principal: { kind: 'user', name: 'pia' },
      scopes: ['approvals:decide'],
    } as never);
    const decision = `/v1/approvals/${waiting.body.approval?.id}/decision`;
    expect((await approver.post(decision, { decision: 'approve' })).status).toBe(200);
    await eventually(async () => (mail.received.length > 0 ? true : undefined), 'the message is sent');
    expect(mail.received).toMatchObject([{ to: ['x@other.example'] }]);
    expect(mail.received[0]?.raw).toContain('Call [phone removed].');
    // An approval is for one call: the same arguments wait again, and it cannot be given twice.
    expect((await approver.post(decision, { decision: 'approve' })).status).toBe(409);
    expect((await call(caller, 'assay/communication.send', send)).status).toBe(202);
    const other = await call(caller, 'assay/communication.send', { ...send, body: `${send.body} And more.` });
    expect(other.status).toBe(202);
    expect(mail.received).toHaveLength(1);
  });

  it('communication: more than three messages an hour to one recipient are refused, with the time to wait', async () => {
    const caller = await planner();
    const { body } = await call(caller, 'assay/communication.draft', { to: ['carl@acme.example'], body: 'Hello.' });
    const { send } = body.output as { send: object };
    mail.received.length = 0;
    const statuses = [];
    for (const to of ['carl@acme.example', 'Carl <CARL@acme.example>', 'carl@acme.example', 'carl@acme.example'])
      statuses.push(await call(caller, 'assay/communication.send', { ...send, to: [to] }));
    const last = statuses.at(-1);
    expect(statuses.map((it) => it.status === 429)).toEqual([false, false, false, true]);
    expect(mail.received).toHaveLength(3);
    expect(last?.body).toMatchObject({ code: 'rate_limited', retryAfterMs: expect.any(Number) });
  });

  it('a kit whose prerequisite is missing is listed as unavailable, with the way to get it', async () => {
    const absent = join(house.home, 'not-there');
    await house.restart({ ASSAY_FILES_ROOTS: absent });
    const { body } = await house.admin.get<KitView>('/v1/kits/files');
    expect(body).toMatchObject({ status: 'unavailable', missing: expect.stringContaining(`The folder ${absent}`) });
    const refused = await house.admin.post('/v1/kits/files/enable', {});
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('Create it')]);
  }, 60_000);
});

it('enabling takes effect on every replica', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'assay-kits-'));
  chmodSync(shared, 0o755);
  const [files, state] = [join(shared, 'files'), join(shared, 'state')];
  mkdirSync(files);
  const { clients, stop } = await twoReplicas({
    ASSAY_KITS: 'files',
    ASSAY_STATE_DIR: state,
    ASSAY_FILES_ROOTS: files,
  });
  try {
    const [first, second] = clients as [Client, Client];
    const status = async (client: Client) => (await client.get<KitView>('/v1/kits/files')).body.status;
    expect([await status(first), await status(second)]).toEqual(['disabled', 'disabled']);
    const dry = () =>
      second.post<Envelope>('/v1/invocations?dryRun=true', {
        tool: 'assay/files.write',
        input: { path: 'a', mode: 'create', content: '' },
      });
    expect((await dry()).status).toBe(403);
    await first.post('/v1/kits/files/enable', {});
    await eventually(async () => ((await dry()).status === 200 ? true : undefined), 'the other replica lets it pass');
    await second.post('/v1/kits/files/disable', {});
    await eventually(
      async () => ((await status(first)) === 'disabled' ? true : undefined),
      'the first replica hears of it',
    );
  } finally {
    await stop();
    rmSync(shared, { recursive: true, force: true });
  }
}, 120_000);
