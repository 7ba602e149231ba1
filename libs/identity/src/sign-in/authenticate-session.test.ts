import { expect, it } from '@jest/globals';
import { SmallSignIn } from '../testing/small-sign-in.js';
import { signInDefaults } from './sign-in-defaults.js';

it('is the person with the scopes of the roles, the same caller for each request', async () => {
  const small = new SmallSignIn();
  const { caller, again, session } = await small.signedIn('ann', { roles: ['reviewer'] });
  expect(caller).toMatchObject({ principalId: 'principal-ann', kind: 'user', namespaces: null });
  expect(caller.session).toEqual({ id: session.id, reauthenticatedAt: null });
  expect([...caller.scopes]).toContain('approvals:decide');
  expect(again()).toBe(caller);
});

it('follows the account: its roles at once, and nothing when it is disabled', async () => {
  const small = new SmallSignIn();
  const { account, again } = await small.signedIn('ann');
  await small.accounts.change(account.id, { roles: ['administrator'] });
  expect(again()?.scopes.has('admin')).toBe(true);
  await small.accounts.change(account.id, { disabledAt: 1 });
  expect(again()).toBeUndefined();
});

it('is nobody for another token, an ended session and an idle one', async () => {
  const small = new SmallSignIn();
  const { session, again } = await small.signedIn('ann');
  expect(small.authenticate.run('assays_guess')).toBeUndefined();
  small.clock.advance(signInDefaults.sessionIdleMs);
  expect(again()).toBeUndefined();
  await small.sessionStore.end(session.id);
  expect(again()).toBeUndefined();
});

it('stays while it is used, to the end of its time, and stores its last request every few minutes', async () => {
  const small = new SmallSignIn();
  const { session, again } = await small.signedIn('ann');
  small.clock.advance(signInDefaults.seenEveryMs - 1);
  again();
  expect(small.sessions.get(session.id)?.lastSeenAt).toBe(session.lastSeenAt);
  small.clock.advance(1);
  again();
  expect(small.sessions.get(session.id)?.lastSeenAt).toBe(small.clock.now());
  const steps = Math.ceil(signInDefaults.sessionMs / (signInDefaults.sessionIdleMs - 1));
  const inForce = Array.from({ length: steps }, () => {
    small.clock.advance(signInDefaults.sessionIdleMs - 1);
    return again() !== undefined;
  });
  expect([inForce[0], inForce.at(-1)]).toEqual([true, false]);
});
