import { digestText, fail, ok } from '@assay/kernel';
import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { aPrincipal } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { anonymousCaller } from './anonymous.js';
import { issueKey, prefixOf } from './api-key.js';
import { Authenticate } from './authenticate.js';
import { AuthenticateKey } from './authenticate-key.js';
import { AuthenticateToken } from './authenticate-token.js';
import { Directory } from './directory.js';
import type { ApiKey, Principal } from './records.js';

function setUp(parts: Partial<ApiKey> = {}, key = issueKey(new FakeRandom()).key) {
  const directory = new Directory();
  const clock = new FakeClock(1_000);
  directory.apply({ kind: 'organisation', id: 'org-acme', state: { id: 'org-acme', name: 'default', createdAt: 0 } });
  directory.apply({ kind: 'principal', id: 'principal-ann', state: aPrincipal() });
  const row: ApiKey = {
    id: 'k',
    organisationId: 'org-acme',
    principalId: 'principal-ann',
    prefix: prefixOf(key),
    hash: digestText(key),
    scopes: ['tools:call'],
    namespaces: null,
    createdAt: 0,
    createdBy: null,
    expiresAt: null,
    revokedAt: null,
    ...parts,
  };
  directory.apply({ kind: 'key', id: 'k', state: row });
  const added: Principal[] = [];
  const tokens = new AuthenticateToken(
    {
      verify: async (token) =>
        token === 'a.b.good'
          ? ok({ issuer: 'https://id.example', subject: 'sam', scopes: ['registry:read'], kind: 'user' as const })
          : fail('unauthenticated', 'no'),
    },
    directory,
    {
      addPrincipal: async (it) => {
        added.push(it);
        return it;
      },
    },
    { clock, random: new FakeRandom() },
  );
  return {
    key,
    clock,
    directory,
    added,
    authenticate: new Authenticate(new AuthenticateKey(directory, clock), tokens, anonymousCaller(true)),
  };
}

describe('Authenticate', () => {
  it('accepts an issued key', async () => {
    const { key, authenticate } = setUp();
    const caller = await authenticate.run(`Bearer ${key}`);
    expect(caller).toMatchObject({ ok: true, value: { name: 'ann', principalId: 'principal-ann' } });
  });

  it('gives the caller its current teams', async () => {
    const { key, directory, authenticate } = setUp();
    const teams = async () => {
      const caller = await authenticate.run(`Bearer ${key}`);
      return caller.ok ? [caller.value.teams, caller.value.tokens.includes('team:pay')] : [];
    };
    const members = ['principal-ann'];
    const team = { id: 'pay', organisationId: 'org-acme', name: 'pay', members, createdAt: 0, createdBy: null };
    expect(await teams()).toEqual([[], false]);
    directory.apply({ kind: 'team', id: 'pay', state: team });
    expect(await teams()).toEqual([['pay'], true]);
    directory.apply({ kind: 'team', id: 'pay', state: { ...team, members: [] } });
    expect(await teams()).toEqual([[], false]);
  });

  it('accepts a key chosen by an operator', async () => {
    const { authenticate } = setUp({}, 'a key of my own choice'.replaceAll(' ', '-'));
    expect((await authenticate.run('bearer a-key-of-my-own-choice')).ok).toBe(true);
  });

  it('treats a request without a header as anonymous', async () => {
    expect(await setUp().authenticate.run(undefined)).toMatchObject({ ok: true, value: { principalId: null } });
  });

  // problem, row, credential
  it.each([
    ['another secret', {}, (key: string) => `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['a revoked key', { revokedAt: 1 }, (key: string) => `Bearer ${key}`],
    ['an expired key', { expiresAt: 1_000 }, (key: string) => `Bearer ${key}`],
    ['another scheme', {}, (key: string) => `Basic ${key}`],
    ['nothing behind the scheme', {}, () => 'Bearer '],
    ['a token nobody issued', {}, () => 'Bearer a.b.bad'],
  ])('refuses %s', async (_, parts, credential) => {
    const { key, authenticate } = setUp(parts as Partial<ApiKey>);
    expect(await authenticate.run(credential(key))).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
  });

  it('adds the principal of a token under a name that no key can have', async () => {
    const { authenticate, added } = setUp();
    expect(await authenticate.run('Bearer a.b.good')).toMatchObject({ ok: true, value: { name: 'oidc:sam' } });
    expect(added.map((it) => it.name)).toEqual(['oidc:sam']);
  });

  describe('with the access token of a client', () => {
    const resource = 'https://assay.example/mcp';
    const withToken = (expiresAt = 5_000) => {
      const token = 'an-opaque-token-of-the-authorization-server';
      const tokens = [{ prefix: prefixOf(token), hash: digestText(token), scopes: ['tools:call', 'admin'], expiresAt }];
      const delegation = { clientId: 'editor', clientName: 'Editor', resource, tokens };
      return { token, ...setUp({ delegation, scopes: ['tools:call'] }) };
    };

    it('finds the person with the client that acts for them, as an agent', async () => {
      const { token, authenticate } = withToken();
      expect(await authenticate.run(`Bearer ${token}`, undefined, [resource])).toMatchObject({
        ok: true,
        value: {
          ...{ principalId: 'principal-ann', kind: 'agent', keyId: 'k', client: { id: 'editor', name: 'Editor' } },
          scopes: new Set(['tools:call']),
        },
      });
    });

    // problem, expiry, audience
    it.each<[string, number, readonly string[]]>([
      ['at another address', 5_000, ['https://assay.example/mcp/toolsets/desk']],
      ['away from MCP addresses', 5_000, []],
      ['once it has expired', 1_000, [resource]],
    ])('refuses it %s', async (_, expiresAt, audience) => {
      const { token, authenticate } = withToken(expiresAt);
      expect(await authenticate.run(`Bearer ${token}`, undefined, audience)).toMatchObject({
        ok: false,
        error: { code: 'unauthenticated' },
      });
    });

    it("does not take the key's own text, and follows its tokens", async () => {
      const { key, token, authenticate, directory } = withToken();
      expect((await authenticate.run(`Bearer ${key}`, undefined, [resource])).ok).toBe(false);
      const row = directory.key('k') as ApiKey & { delegation: object };
      directory.apply({ kind: 'key', id: 'k', state: { ...row, delegation: { ...row.delegation, tokens: [] } } });
      expect((await authenticate.run(`Bearer ${token}`, undefined, [resource])).ok).toBe(false);
    });
  });

  it('strips rights that no client has from a token for an address', async () => {
    const { directory, clock } = setUp();
    const claims = {
      issuer: 'https://id.example',
      subject: 'sam',
      scopes: ['tools:call', 'admin', 'approvals:decide'],
      kind: 'user' as const,
    };
    const client = { id: 'editor', name: 'editor' };
    const tokens = new AuthenticateToken(
      { verify: async () => ok({ ...claims, client }) },
      directory,
      { addPrincipal: async (it) => it },
      { clock, random: new FakeRandom() },
    );
    expect(await tokens.run('a.b.c', ['https://assay.example/mcp'])).toMatchObject({
      ok: true,
      value: { kind: 'agent', client, scopes: new Set(['tools:call']) },
    });
  });

  it('applies a revocation immediately', async () => {
    const { key, authenticate, directory } = setUp();
    const row = directory.key('k') as ApiKey;
    directory.apply({ kind: 'key', id: 'k', state: { ...row, revokedAt: 5 } });
    expect((await authenticate.run(`Bearer ${key}`)).ok).toBe(false);
  });
});
