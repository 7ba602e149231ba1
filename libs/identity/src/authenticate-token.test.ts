import { SmallHouse } from '@assay/gateway/testing';
import { fail, ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { AuthenticateToken, type TokenClaims, type TokenVerifier } from './authenticate-token.js';

const claims: TokenClaims = { issuer: 'https://id.example', subject: 'sam', scopes: ['tools:call'], kind: 'user' };
const sayingOf = (answer: Awaited<ReturnType<TokenVerifier['verify']>>): TokenVerifier => ({
  verify: async () => answer,
});

const tokensOf = (house: SmallHouse, verifier: TokenVerifier) =>
  new AuthenticateToken(verifier, house.directory, house.identities, house);

describe('AuthenticateToken', () => {
  it('adds the principal on first use, and finds it afterwards', async () => {
    const house = await SmallHouse.open();
    const tokens = tokensOf(house, sayingOf(ok(claims)));
    const first = await tokens.run('t');
    expect(first).toMatchObject({
      value: {
        name: 'oidc:sam',
        kind: 'user',
        organisationId: 'org-acme',
        scopes: new Set(['tools:call']),
        namespaces: null,
      },
    });
    await house.feed.caughtUp();
    const again = await tokens.run('t');
    expect(again.ok && again.value.principalId).toBe(first.ok && first.value.principalId);
  });

  it('creates one principal for concurrent first requests', async () => {
    const house = await SmallHouse.open();
    const tokens = tokensOf(house, sayingOf(ok(claims)));
    const callers = await Promise.all([tokens.run('a'), tokens.run('b'), tokens.run('c')]);
    expect(new Set(callers.map((it) => it.ok && it.value.principalId)).size).toBe(1);
  });

  it('is never the principal of the same name who holds keys here', async () => {
    const house = await SmallHouse.open();
    const caller = await tokensOf(house, sayingOf(ok({ ...claims, subject: 'ann' }))).run('t');
    expect(caller.ok && caller.value.principalId).not.toBe('principal-ann');
  });

  it('returns a rejection, and adds no principal', async () => {
    const house = await SmallHouse.open();
    const refusal = fail('unauthenticated', 'The token has expired.');
    expect(await tokensOf(house, sayingOf(refusal)).run('t')).toEqual(refusal);
    expect(house.directory.principalNamed('org-acme', 'oidc:sam')).toBeUndefined();
  });

  it('asks the client to retry while there is no organisation yet', async () => {
    const empty = new SmallHouse();
    expect(await tokensOf(empty, sayingOf(ok(claims))).run('t')).toMatchObject({ error: { code: 'unavailable' } });
  });
});
