import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { openKit } from '../kit-client.fixture.js';
import { startWebServices } from '../web-services.fixture.js';

let services: Awaited<ReturnType<typeof startWebServices>>;
let kit: Awaited<ReturnType<typeof openKit>>;
let smtp: SMTPServer;
const mails: string[] = [];
const notice = { title: 'Backup failed', text: 'Disk full.', audience: 'internal' };

beforeAll(async () => {
  services = await startWebServices();
  smtp = new SMTPServer({
    ...{ hideSTARTTLS: true, authOptional: true },
    onRcptTo: ({ address }, _, done) => (address.startsWith('gone@') ? done(new Error('no such user')) : done()),
    onData(stream, _, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString('utf8');
      });
      stream.on('end', () => {
        mails.push(raw);
        done();
      });
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  kit = await openKit({
    ...services.settings,
    MAIL_FROM: 'Agent <agent@acme.example>',
    MAIL_SMTP: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`,
    INTERNAL_DOMAINS: 'acme.example',
    NOTIFY_ANN: 'ann@acme.example, slack:#ops',
    NOTIFY_OLD_BOB: 'gone@acme.example, slack:#ops',
    NOTIFY_CARL: 'gone@acme.example',
    NOTIFY_PARTNER: 'pat@partner.example',
    NOTIFY_EVERYBODY: 'slack:#general',
  });
});
afterAll(async () => {
  await kit.client.close();
  await services.stop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(() => {
  mails.length = 0;
  services.asked.length = 0;
});

const posted = () => services.asked.filter((it) => it.path.endsWith('chat.postMessage')).map((it) => it.body.text);

describe('notify', () => {
  it('reaches a person at each configured place, as an agent', async () => {
    const { value } = await kit.call('notify', { person: 'ann', ...notice });
    expect(value).toEqual({ notified: ['ann@acme.example', 'slack:#ops'], failed: [] });
    expect(mails).toEqual([
      expect.stringMatching(/Subject: Backup failed[\s\S]*Disk full\.[\s\S]*Sent by an AI agent\./),
    ]);
    expect(posted()).toEqual(['Backup failed\n\nDisk full.\n\nSent by an AI agent.']);
  });

  it('is one message under one key', async () => {
    await kit.call('notify', { person: 'ann', ...notice }, 'key-1');
    await kit.call('notify', { person: 'ann', ...notice }, 'key-1');
    const ids = mails.map((it) => /^Message-ID: (.*)$/im.exec(it)?.[1]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('says which place did not take it, and fails when none did', async () => {
    const { value } = await kit.call('notify', { person: 'old-bob', ...notice });
    expect(value).toMatchObject({
      notified: ['slack:#ops'],
      failed: [{ place: 'gone@acme.example', why: expect.stringContaining('no such user') }],
    });
    const none = await kit.call('notify', { person: 'carl', ...notice });
    expect([none.isError, none.outcome, none.said]).toEqual([true, 'none', expect.stringContaining('no such user')]);
  });

  it('refuses a milder audience than the strictest place has', async () => {
    const partner = await kit.call('notify', { person: 'partner', ...notice });
    expect(partner.said).toContain('audience: "external"');
    const all = await kit.call('notify', { person: 'everybody', ...notice });
    expect(all.said).toContain('audience: "broadcast"');
    expect([mails, posted()]).toEqual([[], []]);
  });

  it('refuses secrets, broken titles and people whom nobody configured', async () => {
    const secret = ['ghp', '_', '1234567890abcdefghijABCDEFGHIJ123456'].join('');
    const said = async (parts: object) => (await kit.call('notify', { person: 'ann', ...notice, ...parts })).said;
    expect(await said({ text: secret })).toContain('content_policy_violation');
    expect(await said({ title: 'Hello\nBcc: eve@evil.example' })).toContain('title');
    expect(await said({ person: 'dora' })).toContain('Configured are ann, carl, everybody, old_bob, partner');
    expect([mails, posted()]).toEqual([[], []]);
  });
});
