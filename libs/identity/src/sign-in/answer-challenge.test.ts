import { expect, it } from '@jest/globals';
import { aParty, aPasskeyResponse } from '../testing/fake-passkeys.js';
import { SmallSignIn } from '../testing/small-sign-in.js';
import { AnswerChallenge } from './answer-challenge.js';

it('takes an answer for its own purpose and account alone', async () => {
  const small = new SmallSignIn();
  const answering = new AnswerChallenge(small);
  const created = async (purpose: string, account: string) => {
    const challenge = await answering.open('add passkey', 'ann', aParty);
    return (await answering.created(purpose, aPasskeyResponse('cred', challenge), aParty, account)).ok;
  };
  expect(await created('add passkey', 'ann')).toBe(true);
  expect(await created('sign-in', 'ann')).toBe(false);
  expect(await created('add passkey', 'bob')).toBe(false);
});

it('refuses a passkey of somebody else where an account is meant', async () => {
  const small = new SmallSignIn();
  const answering = new AnswerChallenge(small);
  await small.credentials.addPasskey({
    ...{ id: 'p1', organisationId: 'org', accountId: 'bob', credentialId: 'cred', publicKey: new Uint8Array() },
    ...{ counter: 0, transports: [], rpId: 'localhost', name: 'Key', createdAt: 0, lastUsedAt: null },
  });
  const challenge = await answering.open('reauthenticate', 'ann', aParty);
  const response = aPasskeyResponse('cred', challenge);
  expect(await answering.asserted('reauthenticate', response, aParty, 'ann')).toMatchObject({ ok: false });
});
