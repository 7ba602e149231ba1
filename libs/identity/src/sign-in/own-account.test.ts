import { describe, expect, it } from '@jest/globals';
import { aParty, aPasskeyResponse } from '../testing/fake-passkeys.js';
import { SmallSignIn } from '../testing/small-sign-in.js';
import { signInDefaults } from './sign-in-defaults.js';

const password = 'correct horse battery';

async function signedIn() {
  const small = new SmallSignIn();
  const person = await small.signedIn('ann', { password });
  const { caller, again } = person;
  const enter = (given: string) => small.own.reauthenticate(caller, { password: given }, aParty, '192.0.2.7');
  const now = () => again() ?? caller;
  return { small, ...person, enter, now };
}

describe('one’s own account', () => {
  it('is managed in a session only', async () => {
    const { small, caller } = await signedIn();
    const { session: _session, ...withKey } = caller;
    const outcomes = [
      small.own.find(withKey),
      await small.own.setPassword(withKey, password),
      await small.own.rename(withKey, 'Ann'),
      await small.own.reauthenticate(withKey, { password }, aParty, '192.0.2.7'),
      await small.own.passkeyOptions(withKey, aParty),
      await small.own.removePasskey(withKey, 'p1'),
    ];
    for (const outcome of outcomes) expect(outcome).toMatchObject({ error: { code: 'session_required' } });
  });

  it('changes credentials within minutes of a re-authentication, and not after', async () => {
    const { small, enter, now, caller } = await signedIn();
    expect(await small.own.setPassword(caller, 'another long one')).toMatchObject({
      error: { code: 'reauthentication_required' },
    });
    expect(await enter('wrong')).toMatchObject({ error: { code: 'forbidden' } });
    expect(now().session?.reauthenticatedAt).toBeNull();
    expect(await enter(password)).toMatchObject({ ok: true });
    expect(now().session?.reauthenticatedAt).toBe(small.clock.now());
    small.clock.advance(signInDefaults.reauthenticatedMs);
    expect(await small.own.setPassword(now(), 'another long one')).toMatchObject({ ok: false });
    await enter(password);
    const elsewhere = await small.starting.run(small.directory.accounts.of('principal-ann') as never, 'password', {
      ...small.origin,
    });
    expect(await small.own.setPassword(now(), 'another long one')).toMatchObject({ ok: true });
    expect(small.sessions.get(elsewhere.session.id)).toBeUndefined();
    expect(now().session?.id).toBe(caller.session?.id);
  });

  it('counts wrong passwords of a re-authentication as guesses', async () => {
    const { enter } = await signedIn();
    for (let count = 0; count < 6; count += 1) await enter('wrong');
    expect(await enter(password)).toMatchObject({ error: { code: 'rate_limited' } });
  });

  it('adds a passkey, enters it again, and removes it unless it is the last credential', async () => {
    const { small, enter, now } = await signedIn();
    await enter(password);
    const options = await small.own.passkeyOptions(now(), aParty);
    const challenge = options.ok ? options.value.challenge : '';
    const body = { response: aPasskeyResponse('cred', challenge), name: 'Laptop' };
    const added = await small.own.addPasskey(now(), body, aParty);
    expect(added).toMatchObject({ ok: true, value: { name: 'Laptop' } });
    expect(await small.own.addPasskey(now(), body, aParty)).toMatchObject({ ok: false });
    small.clock.advance(signInDefaults.reauthenticatedMs);
    const again = await small.own.reauthenticationOptions(now(), aParty);
    const response = aPasskeyResponse('cred', again.ok ? again.value.challenge : '');
    expect(await small.own.reauthenticate(now(), { response }, undefined, '192.0.2.7')).toMatchObject({ ok: false });
    expect(await small.own.reauthenticate(now(), { response }, aParty, '192.0.2.7')).toMatchObject({ ok: true });
    const id = added.ok ? added.value.id : '';
    expect(await small.own.removePasskey(now(), 'other')).toMatchObject({ error: { code: 'not_found' } });
    expect(await small.own.removePasskey(now(), id)).toMatchObject({ ok: true });
  });

  it('lists and ends one’s own sessions alone', async () => {
    const { small, caller, account } = await signedIn();
    const bob = await small.signedIn('bob');
    const other = await small.starting.run(account, 'passkey', small.origin);
    expect(small.own.list(caller).map(({ id }) => id)).toContain(other.session.id);
    expect(await small.own.end(bob.caller, other.session.id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await small.own.end(caller, other.session.id)).toMatchObject({ ok: true });
    expect(small.own.list(caller)).toHaveLength(1);
    expect(await small.own.rename(caller, 'Ann A.')).toMatchObject({ value: { account: { displayName: 'Ann A.' } } });
  });
});
