import { SmallHouse } from '@assay/gateway/testing';
import { ok } from '@assay/kernel';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { AuthorizeConnection, authorizationMs } from './authorize-connection.js';
import { spacedCode } from './confirmation-code.js';
import { ManageConnections } from './manage-connections.js';
import type { OAuthClient } from './oauth-client.js';
import { openTokens, sealSecret } from './open-secret.js';
import { aConnection, plainSealer } from './testing/connection-samples.js';

const { id } = aConnection();
const ann = aCaller({}, ['tools:call']);

async function consent(clientId: string | null = 'me') {
  const house = await SmallHouse.open();
  const oauth = {
    register: async () => ok({ clientId: 'made', clientSecret: 'made-secret' }),
    begin: async (_party, wish, { state }) =>
      ok({ url: `https://issuer.example/?${state} ${wish.scopes}`, verifier: 'v' }),
    exchange: async (party, _wish, { verifier }) =>
      ok({ accessToken: `at of ${party.clientId} ${verifier}`, refreshToken: 'rt', expiresAt: null }),
  } as Partial<OAuthClient> as OAuthClient;
  const { connections, connectionStore: store, catalogue, directory, audit, feed, clock, random } = house;
  const ports = { connections, store, catalogue, directory, audit, feed, clock, random, oauth, sealer: plainSealer };
  const manage = new ManageConnections(ports);
  const settings = {
    grant: 'authorization_code',
    issuer: 'https://issuer.example',
    scopes: ['a'],
    resource: null,
  } as const;
  await store.add(
    aConnection({
      kind: 'oauth2',
      oauth: { ...settings, clientId },
      secret: sealSecret(plainSealer, id, { kind: 'oauth2' }),
      state: 'unauthorised',
    }),
  );
  await feed.caughtUp();
  const authorize = new AuthorizeConnection({ ...ports, manage, redirectUri: () => 'https://assay.example/back' });
  const begin = async (more?: string[]) => {
    const begun = await authorize.begin(ann, id, more);
    if (!begun.ok) throw new Error(begun.error.message);
    const [state = '', scopes] = begun.value.url.split('?')[1]?.split(' ') ?? [];
    return { state, scopes };
  };
  const answer = async (state: string) => {
    const answered = await authorize.answer({ state, code: 'c' });
    return answered.ok ? answered.value : null;
  };
  return { house, authorize, begin, answer, store, manage, clock };
}

describe('consent', () => {
  it('makes a connection ready once its owner confirms it with the code', async () => {
    const { authorize, begin, answer, store, house } = await consent();
    const { state, scopes } = await begin(['b', 'a']);
    expect(scopes).toBe('a,b');
    const answered = await answer(state);
    expect(answered).toMatchObject({ connectionId: id, principal: 'ann' });
    expect((await store.find(id))?.state).toBe('unauthorised');
    const done = await authorize.confirm(ann, id, spacedCode(answered?.code ?? ''));
    expect(done).toMatchObject({ ok: true, value: { state: 'ready', oauth: { scopes: ['a', 'b'] } } });
    const kept = await store.find(id);
    expect(kept && openTokens(plainSealer, kept)).toEqual({ accessToken: 'at of me v', refreshToken: 'rt' });
    expect(house.actions).toContain(`connection.authorize ${id}`);
    expect(await authorize.confirm(ann, id, answered?.code ?? '')).toMatchObject({ ok: false });
  });

  it('takes a state once, in time, and the latest alone', async () => {
    const { begin, answer, clock } = await consent();
    const first = await begin();
    const second = await begin();
    expect([await answer(first.state), await answer('made up')]).toEqual([null, null]);
    expect(await answer(second.state)).not.toBeNull();
    expect(await answer(second.state)).toBeNull();
    const third = await begin();
    clock.advance(authorizationMs);
    expect(await answer(third.state)).toBeNull();
  });

  it('is confirmed by the caller that started it, within a few tries and in time', async () => {
    const { authorize, begin, answer, clock } = await consent();
    const answered = await answer((await begin()).state);
    const eve = aCaller({ id: 'principal-eve' }, ['tools:call', 'admin']);
    expect(await authorize.confirm(eve, id, answered?.code ?? '')).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect(await authorize.confirm(ann, id, 'ZZZZ-ZZZZ')).toMatchObject({
        ok: false,
        error: { code: 'invalid_request' },
      });
    expect(await authorize.confirm(ann, id, answered?.code ?? '')).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    const again = await answer((await begin()).state);
    clock.advance(authorizationMs);
    expect(await authorize.confirm(ann, id, again?.code ?? '')).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
  });

  it('never uses one issuer’s answer for another: a connection rotated meanwhile must be started again', async () => {
    const { authorize, begin, answer, store, clock } = await consent();
    const moveTo = async (issuer: string) => {
      const oauth = (await store.find(id))?.oauth;
      if (!oauth) throw new Error('it has settings');
      await store.change(id, { oauth: { ...oauth, issuer } }, clock.now());
    };
    const { state } = await begin();
    await moveTo('https://other.example');
    expect(await answer(state)).toBeNull();
    const answered = await answer((await begin()).state);
    expect(answered).not.toBeNull();
    await moveTo('https://issuer.example');
    expect(await authorize.confirm(ann, id, answered?.code ?? '')).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    expect(await store.find(id)).toMatchObject({ tokens: null, state: 'unauthorised' });
  });

  it('registers a client where none was given, once', async () => {
    const { authorize, begin, answer, store } = await consent(null);
    const answered = await answer((await begin()).state);
    await authorize.confirm(ann, id, answered?.code ?? '');
    const kept = await store.find(id);
    expect(kept?.oauth?.clientId).toBe('made');
    expect(kept && openTokens(plainSealer, kept)?.accessToken).toBe('at of made v');
  });

  it('is nothing for connections that need none', async () => {
    const { authorize, store, house } = await consent();
    await store.add(aConnection({ id: '0198f000-0000-7000-8000-00000000c002', serverId: null }));
    await house.feed.caughtUp();
    expect(await authorize.begin(ann, '0198f000-0000-7000-8000-00000000c002')).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    });
    expect(await authorize.begin(ann, 'absent')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});
