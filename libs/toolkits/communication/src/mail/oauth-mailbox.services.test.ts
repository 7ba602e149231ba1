import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openKit } from '../kit-client.fixture.js';
import { hasMailServer, type MailServers, startMailServers } from '../mail-servers.fixture.js';

const whereInstalled = hasMailServer ? describe : describe.skip;

/** What the provider calls active. */
const active = new Set<string>();
let issued = 0;
/** Gives access tokens, and says of one whether it is active. */
const provider = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += String(chunk);
  });
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.url?.startsWith('/token')) {
      issued += 1;
      active.add(`token-${issued}`);
      response.end(JSON.stringify({ access_token: `token-${issued}`, expires_in: 3_600 }));
      return;
    }
    const isActive = active.has(new URLSearchParams(body).get('token') ?? '');
    response.end(JSON.stringify({ active: isActive, username: 'agent@acme.example' }));
  });
});

whereInstalled('a mailbox with OAuth', () => {
  let servers: MailServers;
  let settings: Record<string, string>;

  beforeAll(async () => {
    await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    servers = await startMailServers(`${url}/introspect`);
    servers.deliver(
      'From: Bob <bob@acme.example>\r\nSubject: Delivery\r\nMessage-ID: <1@acme.example>\r\n\r\nMonday.\r\n',
    );
    settings = {
      MAIL_FROM: 'Agent <agent@acme.example>',
      MAIL_IMAP: servers.imapUrl.replace(/:[^:@/]+@/, '@'),
      INTERNAL_DOMAINS: 'acme.example',
      MAIL_OAUTH_TOKEN_URL: `${url}/token`,
      MAIL_OAUTH_CLIENT_ID: 'client',
      MAIL_OAUTH_REFRESH_TOKEN: 'refresh',
    };
  }, 60_000);
  afterAll(async () => {
    await servers.stop();
    await new Promise((done) => provider.close(done));
  });

  it('is read with access tokens; one that was revoked is replaced', async () => {
    const kit = await openKit(settings);
    const first = await kit.call('inbox', {});
    expect(JSON.stringify(first.value)).toContain('Delivery');
    active.delete('token-1');
    const second = await kit.call('inbox', {});
    expect([second.isError, issued]).toEqual([false, 2]);
    await kit.client.close();
  });

  it('refuses a token that is not active, and says so', async () => {
    const kit = await openKit({ ...settings, MAIL_OAUTH_ACCESS_TOKEN: 'stolen' });
    const { isError, said } = await kit.call('inbox', {});
    expect([isError, said]).toEqual([true, expect.stringContaining('refused the access token')]);
    expect(said).not.toContain('stolen');
    await kit.client.close();
  });
});
