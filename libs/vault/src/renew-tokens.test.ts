import { SmallHouse } from '@assay/gateway/testing';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { authorizationContext, type Connection, secretContext, tokensContext } from './connection.js';
import type { GrantedTokens, OAuthClient } from './oauth-client.js';
import { openSecret, openTokens, sealSecret, sealTokens } from './open-secret.js';
import { isFresh, partyOf, RenewTokens } from './renew-tokens.js';
import { aConnection, plainSealer } from './testing/connection-samples.js';

const { id } = aConnection();
const settings = {
  grant: 'refresh_token',
  issuer: 'https://issuer.example',
  clientId: 'me',
  scopes: [],
  resource: null,
} as const;
const never = new AbortController().signal;

/** Two replicas on one store, and an issuer that answers when the test triggers it. */
async function replicas(parts: Partial<Connection> = {}) {
  const house = await SmallHouse.open();
  const asked: string[] = [];
  const answers: ((answer: Result<GrantedTokens, Failure>) => void)[] = [];
  const ask = (what: string): Promise<Result<GrantedTokens, Failure>> => {
    asked.push(what);
    return new Promise((resolve) => answers.push(resolve));
  };
  const oauth = {
    clientCredentials: ({ clientId }: { clientId: string }) => ask(`client ${clientId}`),
    refresh: (_party: unknown, refreshToken: string) => ask(refreshToken),
  } as unknown as OAuthClient;
  const notices = new InMemoryNotices();
  const { connectionStore: store, audit, directory, clock } = house;
  const ports = { store, oauth, sealer: plainSealer, audit, notices, directory, clock };
  const connection = aConnection({
    kind: 'oauth2',
    oauth: settings,
    secret: sealSecret(plainSealer, id, { kind: 'oauth2', clientSecret: 's' }),
    tokens: sealTokens(plainSealer, id, { accessToken: 'a1', refreshToken: 'r1' }),
    tokensExpireAt: clock.now() + 20_000,
    ...parts,
  });
  await store.add(connection);
  return {
    ...house,
    store,
    clock,
    notices,
    asked,
    answers,
    audit,
    one: new RenewTokens(ports),
    two: new RenewTokens(ports),
  };
}

const granted = (parts: Partial<GrantedTokens> = {}) =>
  ok<GrantedTokens>({ accessToken: 'a2', expiresAt: null, ...parts });
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('new tokens', () => {
  it('are asked for once, for all calls of a replica and for another replica', async () => {
    const { one, two, asked, answers, clock, store } = await replicas();
    const waiting = [one.run(id, undefined, never), one.run(id, undefined, never), two.run(id, undefined, never)];
    await turns();
    expect(asked).toEqual(['r1']);
    answers[0]?.(granted({ refreshToken: 'r2' }));
    await turns();
    clock.advance(100);
    const results = await Promise.all(waiting);
    expect(results.map((it) => it.ok && it.value.accessToken)).toEqual(['a2', 'a2', 'a2']);
    expect(asked).toEqual(['r1']);
    const kept = await store.find(id);
    expect(kept && openTokens(plainSealer, kept)).toEqual({ accessToken: 'a2', refreshToken: 'r2' });
    expect(kept?.revision).toBe(2);
  });

  it('keep the former refresh token when no new one arrives', async () => {
    const { one, answers, store } = await replicas();
    const renewed = one.run(id, undefined, never);
    await turns();
    answers[0]?.(granted());
    expect(await renewed).toMatchObject({ ok: true, value: { accessToken: 'a2', connection: { revision: 2 } } });
    const kept = await store.find(id);
    expect(kept && openTokens(plainSealer, kept)?.refreshToken).toBe('r1');
  });

  it('are not asked for when the row has good ones already, save those that were refused', async () => {
    const { one, asked, answers, clock } = await replicas({ tokensExpireAt: null });
    expect(await one.run(id, undefined, never)).toMatchObject({ ok: true, value: { accessToken: 'a1' } });
    expect(await one.run(id, 'a0', never)).toMatchObject({ ok: true, value: { accessToken: 'a1' } });
    expect(asked).toEqual([]);
    const renewed = one.run(id, 'a1', never);
    await turns();
    answers[0]?.(granted({ expiresAt: clock.now() + 60_000 }));
    expect(await renewed).toMatchObject({ ok: true, value: { accessToken: 'a2' } });
  });

  it('are not waited for beyond the deadline', async () => {
    const { one } = await replicas();
    const deadline = new AbortController();
    const renewed = one.run(id, undefined, deadline.signal);
    await turns();
    deadline.abort();
    expect(await renewed).toMatchObject({ ok: false, error: { code: 'deadline_exceeded' } });
    expect(await one.run(id, undefined, deadline.signal)).toMatchObject({ ok: false });
  });

  it('are taken up by another replica when one has died over them', async () => {
    const { one, two, asked, answers, clock } = await replicas();
    void one.run(id, undefined, never);
    await turns();
    clock.advance(40_000);
    const renewed = two.run(id, undefined, never);
    await turns();
    expect(asked).toEqual(['r1']);
    clock.advance(20_000);
    await turns();
    expect(asked).toEqual(['r1', 'r1']);
    answers[1]?.(granted());
    expect(await renewed).toMatchObject({ ok: true });
  });
});

describe('a renewal that fails', () => {
  it('breaks the connection when the issuer says no, and tells its owner once', async () => {
    const { one, answers, store, notices, audit, asked } = await replicas();
    const renewed = one.run(id, undefined, never);
    await turns();
    answers[0]?.(fail('credential_refused', 'The issuer says no: invalid_grant.'));
    expect(await renewed).toMatchObject({ ok: false, error: { code: 'connection_needed' } });
    expect(await store.find(id)).toMatchObject({ state: 'broken', problem: 'The issuer says no: invalid_grant.' });
    expect(notices.lines).toEqual([`connection.broken ${id}`]);
    expect(notices.sent[0]?.to).toEqual([{ organisationId: 'org-acme', principalId: 'principal-ann' }]);
    expect(audit.records.map((it) => it.action)).toContain('connection.break');
    expect(await one.run(id, undefined, never)).toMatchObject({ ok: false, error: { code: 'connection_needed' } });
    expect(asked).toHaveLength(1);
  });

  it('leaves it as it is when the issuer is away, and lets the next call try', async () => {
    const { one, answers, store } = await replicas();
    const first = one.run(id, undefined, never);
    await turns();
    answers[0]?.(fail('upstream_unavailable', 'The issuer cannot be reached.'));
    expect(await first).toMatchObject({ ok: false, error: { code: 'upstream_unavailable' } });
    expect(await store.find(id)).toMatchObject({ state: 'ready' });
    const second = one.run(id, undefined, never);
    await turns();
    answers[1]?.(granted());
    expect(await second).toMatchObject({ ok: true });
  });

  it('breaks one that has nothing to be renewed with', async () => {
    const { one, asked } = await replicas({ tokens: sealTokens(plainSealer, id, { accessToken: 'a1' }) });
    expect(await one.run(id, undefined, never)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('provided no refresh token') },
    });
    expect(asked).toEqual([]);
  });

  it('has nothing to do for one that is gone', async () => {
    const { one } = await replicas();
    expect(await one.run('0198f000-0000-7000-8000-0000000000ff', undefined, never)).toMatchObject({ ok: false });
  });
});

describe('what is sealed', () => {
  it('opens in its own place', () => {
    const secret = sealSecret(plainSealer, id, { kind: 'bearer', token: 't' });
    expect(openSecret(plainSealer, { id, secret })).toEqual({ kind: 'bearer', token: 't' });
    expect(() => openSecret(plainSealer, { id: 'other', secret })).toThrow('another place');
    expect(openTokens(plainSealer, { id, tokens: null })).toBeNull();
    expect(new Set([secretContext(id), tokensContext(id), authorizationContext(id)]).size).toBe(3);
  });

  it('is asked with when there is a secret, and without for a public client', () => {
    expect(partyOf(settings, { kind: 'oauth2', clientSecret: 's' })).toEqual({
      issuer: settings.issuer,
      clientId: 'me',
      clientSecret: 's',
    });
    expect(partyOf({ ...settings, clientId: null }, { kind: 'oauth2' })).toEqual({
      issuer: settings.issuer,
      clientId: '',
    });
    expect(isFresh(aConnection(), 0)).toBe(false);
  });
});
