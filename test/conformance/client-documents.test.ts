import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthorizationServer } from '@assay/authentication';
import { InMemoryAuthorizationRecords } from '@assay/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPkce } from '../fixtures/oauth-flow.js';

// Each MUST of an authorization server about client ID metadata documents, in MCP 2025-11-25 and the draft it requires. The
// documents come from a fake of the way out, because their addresses are https.

const id = 'https://editor.example/client.json';
const redirect = 'http://127.0.0.1:33418/callback';
const document = {
  client_id: id,
  client_name: 'Editor',
  redirect_uris: [redirect],
  token_endpoint_auth_method: 'none',
};

let web: Server;
let issuer: string;
let asked: string[] = [];
const documents = new Map<string, () => Response>();

/** Serves a document at an address of its own, so that no answer is one that was kept. */
function serve(name: string, content: (id: string) => object | string, status = 200): string {
  const address = `https://editor.example/${name}.json`;
  documents.set(address, () => {
    const body = content(address);
    const headers = { 'content-type': 'application/json' };
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  });
  return address;
}

beforeAll(async () => {
  let server: AuthorizationServer | undefined;
  web = createServer((request, response) => void server?.handle(request, response));
  await new Promise<void>((resolve) => {
    web.listen(0, '127.0.0.1', resolve);
  });
  issuer = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  const access = {
    ...{ addToken: async () => undefined, removeToken: async () => undefined, revoke: async () => undefined },
    isInForce: () => true,
  };
  server = new AuthorizationServer(
    () => ({
      ...{ issuer, keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' }] },
      ...{ cookieSecret: 'a secret of the test', records: new InMemoryAuthorizationRecords(), access: access as never },
      clock: { now: () => Date.now() },
      fetch: async (url) => {
        asked.push(url);
        return documents.get(url)?.() ?? new Response('', { status: 404 });
      },
      canonicalResource: (indicator) => (indicator === `${issuer}/mcp` ? indicator : undefined),
      ...{ defaultResource: `${issuer}/mcp`, scopes: { supported: ['tools:call'], basic: ['tools:call'] } },
      ...{ hasPrincipal: () => true, mark: () => ({ name: 'mark', value: 'one', path: '/' }) },
    }),
    (error) => process.stderr.write(`${String(error)}\n`),
  );
});
afterAll(() => {
  web.closeAllConnections();
  web.close();
});

async function authorize(clientId: string, parts: Record<string, string> = {}) {
  asked = [];
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirect, state: 'xyz', scope: 'tools:call' },
    ...{ code_challenge: newPkce().challenge, code_challenge_method: 'S256', resource: `${issuer}/mcp`, ...parts },
  });
  const answer = await fetch(`${issuer}/oauth/authorize?${query}`, { redirect: 'manual' });
  return { status: answer.status, sentTo: answer.headers.get('location') };
}

describe('MCP, client ID metadata documents', () => {
  it('a client is known by its document, which is read at its id', async () => {
    const address = serve('known', (it) => ({ ...document, client_id: it }));
    const { sentTo } = await authorize(address);
    expect([asked, sentTo]).toEqual([[address], expect.stringContaining('/consent/')]);
  });

  it('the client_id in the document is the address exactly', async () => {
    for (const other of [id, 'https://editor.example/ODD.json', 'https://editor.example/odd.json?'])
      expect(await authorize(serve('odd', () => ({ ...document, client_id: other })))).toEqual({
        status: 400,
        sentTo: null,
      });
  });

  it('a redirect address is one of the document', async () => {
    const address = serve('redirects', (it) => ({ ...document, client_id: it }));
    expect(await authorize(address, { redirect_uri: 'https://evil.example/callback' })).toEqual({
      status: 400,
      sentTo: null,
    });
  });

  it.each<[string, (id: string) => object | string]>([
    ['is not JSON', () => '<html></html>'],
    ['is no object', () => '[]'],
    ['has no client_id', () => ({ ...document, client_id: undefined })],
    ['has no client_name', (it) => ({ ...document, client_id: it, client_name: undefined })],
    ['has no redirect_uris', (it) => ({ ...document, client_id: it, redirect_uris: undefined })],
    ['has a secret', (it) => ({ ...document, client_id: it, client_secret: 'x' })],
    [
      'names a method with a shared secret',
      (it) => ({ ...document, client_id: it, token_endpoint_auth_method: 'client_secret_basic' }),
    ],
    [
      'has a redirect address that is not https or local',
      (it) => ({ ...document, client_id: it, redirect_uris: ['http://evil.example/'] }),
    ],
  ])('a document that %s is refused', async (name, content) => {
    const { status, sentTo } = await authorize(serve(name.replaceAll(/\W/g, '-'), content));
    expect([status, sentTo]).toEqual([400, null]);
  });

  it('a document that is answered with another status than 200 is refused', async () => {
    expect((await authorize(serve('moved', (it) => ({ ...document, client_id: it }), 302))).status).toBe(400);
    expect((await authorize(serve('gone', (it) => ({ ...document, client_id: it }), 404))).status).toBe(400);
  });

  it.each([
    ['http', 'http://editor.example/client.json'],
    ['a fragment', 'https://editor.example/client.json#a'],
    ['a user', 'https://user@editor.example/client.json'],
    ['a dot segment', 'https://editor.example/a/../client.json'],
  ])('an address with %s is not read', async (_, address) => {
    documents.set(address, () => Response.json({ ...document, client_id: address }));
    expect([(await authorize(address)).status, asked]).toEqual([400, []]);
  });

  it('a document that cannot be used is read again', async () => {
    const address = serve('repaired', () => '{');
    expect((await authorize(address)).status).toBe(400);
    serve('repaired', (it) => ({ ...document, client_id: it }));
    expect((await authorize(address)).sentTo).toContain('/consent/');
  });
});
