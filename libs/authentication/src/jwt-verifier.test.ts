import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { JwtVerifier } from './jwt-verifier.js';

const audience = 'assay';
const keys = await generateKeyPair('ES256');
const others = await generateKeyPair('ES256');

/** An issuer on loopback that publishes its configuration and keys, or what a test says. */
const issuer = { url: '', says: undefined as string | undefined, configurations: 0, keysStatus: 200 };
let server: Server;

beforeAll(async () => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256' };
  server = createServer((request, response) => {
    if (request.url === '/keys') {
      response.writeHead(issuer.keysStatus).end(JSON.stringify({ keys: [jwk] }));
      return;
    }
    issuer.configurations += 1;
    response.end(JSON.stringify({ issuer: issuer.says ?? issuer.url, jwks_uri: `${issuer.url}/keys` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const now = () => Math.floor(Date.now() / 1_000);

function token(claims: JWTPayload = {}, signer = keys.privateKey, kid = 'k1'): Promise<string> {
  const payload = { iss: issuer.url, aud: audience, sub: 'sam', exp: now() + 600, ...claims };
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(signer);
}
const verify = async (claims: JWTPayload) => new JwtVerifier(issuer.url, audience, fetch).verify(await token(claims));

describe('JwtVerifier', () => {
  // claims, what the caller is
  it.each<[JWTPayload, object]>([
    [{ scope: 'registry:read tools:call' }, { subject: 'sam', scopes: ['registry:read', 'tools:call'], kind: 'user' }],
    [{ scp: ['tools:call', 7, ''] }, { scopes: ['tools:call'] }],
    [{}, { scopes: [] }],
    [{ scope: '' }, { scopes: [] }],
    [{ client_id: 'sam' }, { kind: 'service' }],
    [{ azp: 'sam' }, { kind: 'service' }],
    [{ azp: 'a-web-client' }, { kind: 'user' }],
    [{ aud: ['others', audience] }, { subject: 'sam' }],
  ])('reads %j', async (claims, expected) => {
    expect(await verify(claims)).toMatchObject({ ok: true, value: expected });
  });

  it('accepts the address a request is for as audience, and names the client that acts', async () => {
    const address = 'https://assay.example/mcp';
    const verifier = new JwtVerifier(issuer.url, audience, fetch);
    const given = await token({ aud: address, azp: 'editor', scope: 'tools:call' });
    expect(await verifier.verify(given, [address])).toMatchObject({
      ok: true,
      value: { subject: 'sam', client: { id: 'editor', name: 'editor' } },
    });
    expect(await verifier.verify(given, ['https://assay.example/mcp/toolsets/other'])).toMatchObject({ ok: false });
    expect(await verifier.verify(given)).toMatchObject({ ok: false });
    const whole = await verifier.verify(await token({ aud: [audience, address], azp: 'editor' }), [address]);
    expect(whole.ok && 'client' in whole.value).toBe(false);
  });

  // claims, words of the refusal
  it.each<[JWTPayload, string]>([
    [{ exp: 1_000 }, 'expired'],
    [{ exp: undefined }, '"exp"'],
    [{ sub: undefined }, '"sub"'],
    [{ aud: 'another server' }, '"aud"'],
    [{ iss: 'https://elsewhere.example' }, '"iss"'],
    [{ nbf: 99_999_999_999 }, '"nbf"'],
    [{ sub: 'sam/../ann' }, 'subject'],
    [{ sub: 'x'.repeat(121) }, 'subject'],
  ])('refuses %j', async (claims, words) => {
    expect(await verify(claims)).toMatchObject({
      ok: false,
      error: { code: 'unauthenticated', message: expect.stringContaining(words) },
    });
  });

  it('refuses what the issuer did not sign, in whatever disguise', async () => {
    const verifier = new JwtVerifier(issuer.url, audience, fetch);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"sam"}').toString('base64url')}.`;
    const symmetric = await new SignJWT({ iss: issuer.url, aud: audience, sub: 'sam', exp: now() + 600 })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .sign(new Uint8Array(32));
    const genuine = await token();
    const [head, , signature] = genuine.split('.');
    const forged = `${head}.${Buffer.from(JSON.stringify({ sub: 'root', exp: now() + 600 })).toString('base64url')}.${signature}`;
    const forgeries = [
      await token({}, others.privateKey),
      await token({}, keys.privateKey, 'k2'),
      unsigned,
      symmetric,
      forged,
      'a.b.c',
      '..',
    ];
    for (const forgery of forgeries) {
      expect(await verifier.verify(forgery)).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
    }
    expect(await verifier.verify(genuine)).toMatchObject({ ok: true });
  });

  it('reads the issuer’s configuration once for many tokens', async () => {
    const verifier = new JwtVerifier(issuer.url, audience, fetch);
    const before = issuer.configurations;
    const genuine = await token();
    const outcomes = await Promise.all([1, 2, 3].map(() => verifier.verify(genuine)));
    expect([outcomes.every((it) => it.ok), issuer.configurations - before]).toEqual([true, 1]);
  });

  it('is unavailable, not hostile, while the issuer or its keys cannot be read, and recovers', async () => {
    const verifier = new JwtVerifier(issuer.url, audience, fetch);
    const genuine = await token();
    issuer.says = 'https://impostor.example';
    expect(await verifier.verify(genuine)).toMatchObject({ error: { code: 'unavailable' } });
    issuer.says = undefined;
    issuer.keysStatus = 500;
    expect(await verifier.verify(genuine)).toMatchObject({ error: { code: 'unavailable' } });
    issuer.keysStatus = 200;
    expect(await verifier.verify(genuine)).toMatchObject({ ok: true });
    expect(await new JwtVerifier('http://127.0.0.1:1', audience, fetch).verify(genuine)).toMatchObject({
      error: { code: 'unavailable', message: expect.stringContaining('http://127.0.0.1:1') },
    });
  });
});
