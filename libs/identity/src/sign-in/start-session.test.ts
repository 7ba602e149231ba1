import { expect, it } from '@jest/globals';
import { SmallSignIn } from '../testing/small-sign-in.js';

it('begins a session of which the token is kept nowhere, and records it', async () => {
  const small = new SmallSignIn();
  const account = await small.person('ann');
  const origin = { address: '192.0.2.7', client: 'x'.repeat(1_000) };
  const { token, session } = await small.starting.run(account, 'passkey', origin);
  expect(token).toMatch(/^assays_/);
  expect(JSON.stringify([session, small.records])).not.toContain(token.slice('assays_'.length));
  expect(small.sessions.get(session.id)).toEqual(session);
  expect(session).toMatchObject({ method: 'passkey', address: '192.0.2.7', reauthenticatedAt: null });
  expect(session.client).toHaveLength(300);
  expect(small.records).toMatchObject([{ action: 'session.start', subject: 'ann', principalId: account.id }]);
});
