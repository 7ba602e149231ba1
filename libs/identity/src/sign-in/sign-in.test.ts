import { describe, expect, it } from '@jest/globals';
import { aParty, aPasskeyResponse } from '../testing/fake-passkeys.js';
import { SmallSignIn } from '../testing/small-sign-in.js';
import { signInDefaults } from './sign-in-defaults.js';

const password = 'correct horse battery';

describe('signing in with a password', () => {
  it('begins a session', async () => {
    const small = new SmallSignIn();
    const { id } = await small.person('ann', { password });
    const outcome = await small.signIn.withPassword({ name: 'ann', password }, small.origin);
    expect(outcome).toMatchObject({ ok: true, value: { session: { accountId: id, method: 'password' } } });
  });

  it.each(['a wrong one', 'an unknown name', 'no password', 'another organisation', 'a disabled account'])(
    'fails alike: %s',
    async (how) => {
      const small = new SmallSignIn();
      const ann = await small.person('ann', how === 'no password' ? {} : { password });
      if (how === 'a disabled account') await small.accounts.change(ann.id, { disabledAt: 1 });
      const outcome = await small.signIn.withPassword(
        {
          name: how === 'an unknown name' ? 'bob' : 'ann',
          password: how === 'a wrong one' ? 'something else' : password,
          ...(how === 'another organisation' && { organisation: 'other' }),
        },
        small.origin,
      );
      expect(outcome).toMatchObject({
        error: { code: 'unauthenticated', message: 'The name or the password is wrong.' },
      });
      expect(small.sessions.of(ann.id)).toEqual([]);
    },
  );

  it('is refused unchecked after too many wrong ones', async () => {
    const small = new SmallSignIn();
    await small.person('ann', { password });
    for (let count = 0; count < 6; count += 1)
      await small.signIn.withPassword({ name: 'ann', password: 'wrong' }, small.origin);
    expect(await small.signIn.withPassword({ name: 'ann', password }, small.origin)).toMatchObject({
      error: { code: 'rate_limited' },
    });
  });

  it('renews a hash of weaker parameters', async () => {
    const small = new SmallSignIn();
    const ann = await small.person('ann');
    await small.credentials.setPassword(ann, `old ${password}`, 5);
    await small.signIn.withPassword({ name: 'ann', password }, small.origin);
    expect((await small.credentials.of(ann.id)).password).toEqual({ hash: `new ${password}`, setAt: 5 });
  });
});

describe('signing in with a passkey', () => {
  async function withPasskey() {
    const small = new SmallSignIn();
    const ann = await small.person('ann');
    await small.credentials.addPasskey({
      ...{ id: 'p1', organisationId: ann.organisationId, accountId: ann.id, credentialId: 'cred', counter: 0 },
      ...{ publicKey: new Uint8Array(), transports: [], rpId: 'localhost', name: 'Laptop' },
      ...{ createdAt: 0, lastUsedAt: null },
    });
    const challenge = async (party = aParty) => (await small.signIn.passkeyOptions({}, party)).challenge;
    const answer = (response: ReturnType<typeof aPasskeyResponse>, party = aParty) =>
      small.signIn.withPasskey(response, party, small.origin);
    return { small, ann, challenge, answer };
  }

  it('begins a session, once for each challenge', async () => {
    const { ann, challenge, answer } = await withPasskey();
    const response = aPasskeyResponse('cred', await challenge());
    expect(await answer(response)).toMatchObject({ ok: true, value: { session: { accountId: ann.id } } });
    expect(await answer(response)).toMatchObject({ error: { code: 'unauthenticated' } });
  });

  it('uses its challenge up with a wrong answer, too', async () => {
    const { challenge, answer } = await withPasskey();
    const open = await challenge();
    expect(await answer(aPasskeyResponse('cred', open, { isRight: false }))).toMatchObject({ ok: false });
    expect(await answer(aPasskeyResponse('cred', open))).toMatchObject({ ok: false });
  });

  it('fails for an unknown passkey, an expired challenge, another address and a disabled account', async () => {
    const { small, ann, challenge, answer } = await withPasskey();
    expect(await answer(aPasskeyResponse('other', await challenge()))).toMatchObject({ ok: false });
    const late = await challenge();
    small.clock.advance(signInDefaults.challengeMs);
    expect(await answer(aPasskeyResponse('cred', late))).toMatchObject({ ok: false });
    const elsewhere = { rpId: 'assay.example', origin: 'https://assay.example' };
    expect(await answer(aPasskeyResponse('cred', await challenge()), elsewhere)).toMatchObject({ ok: false });
    await small.accounts.change(ann.id, { disabledAt: 1 });
    expect(await answer(aPasskeyResponse('cred', await challenge()))).toMatchObject({ ok: false });
  });

  it('offers the passkeys of a name, and for an unknown one always the same that nobody has', async () => {
    const { small } = await withPasskey();
    const offered = async (name: string) =>
      (await small.signIn.passkeyOptions({ name }, aParty)).allowCredentials as { id: string }[];
    expect(await offered('ann')).toEqual([{ id: 'cred' }]);
    const decoy = await offered('nobody');
    expect(decoy).toHaveLength(1);
    expect(await offered('nobody')).toEqual(decoy);
    expect(await offered('nobody-else')).not.toEqual(decoy);
  });
});
