import { expect, it } from '@jest/globals';
import type { AccountSession } from './account.js';
import { endOfSession, isInForce, reauthenticatedUntil } from './session-in-force.js';
import { csrfTokenOf, isCsrfToken, newSessionToken } from './session-token.js';
import { Sessions } from './sessions.js';
import { signInDefaults } from './sign-in-defaults.js';

const { sessionIdleMs, sessionMs, reauthenticatedMs } = signInDefaults;
const session = (id: string, parts: Partial<AccountSession> = {}): AccountSession => ({
  ...{ id, organisationId: 'org', accountId: 'ann', digest: `digest of ${id}`, method: 'password', client: null },
  ...{ address: null, createdAt: 0, lastSeenAt: 0, expiresAt: sessionMs, reauthenticatedAt: null },
  ...parts,
});

it('finds sessions by digest and by person, newest first, until they end', () => {
  const sessions = new Sessions();
  const [one, two] = [session('one'), session('two', { createdAt: 5 })];
  for (const state of [one, two]) sessions.apply({ kind: 'session', id: state.id, state });
  expect(sessions.withDigest('digest of one')).toBe(one);
  expect(sessions.of('ann')).toEqual([two, one]);
  sessions.apply({ kind: 'session', id: 'one', state: null });
  expect([sessions.get('one'), sessions.withDigest('digest of one')]).toEqual([undefined, undefined]);
  sessions.apply({ kind: 'session', id: 'two', state: null });
  expect(sessions.of('ann')).toEqual([]);
});

it('ends when it is idle, and in any case after its time', () => {
  expect(endOfSession(session('a', { lastSeenAt: 7 }))).toBe(7 + sessionIdleMs);
  expect(endOfSession(session('a', { lastSeenAt: sessionMs - 1 }))).toBe(sessionMs);
  expect(isInForce(session('a'), sessionIdleMs - 1)).toBe(true);
  expect(isInForce(session('a'), sessionIdleMs)).toBe(false);
});

it('remembers a re-authentication for some minutes', () => {
  expect(reauthenticatedUntil(session('a'), 0)).toBeNull();
  const confirmed = session('a', { reauthenticatedAt: 100 });
  expect(reauthenticatedUntil(confirmed, 100)).toBe(100 + reauthenticatedMs);
  expect(reauthenticatedUntil(confirmed, 100 + reauthenticatedMs)).toBeNull();
});

it('has a CSRF token that follows from the session’s token and does not reveal it', () => {
  const token = newSessionToken({ token: () => 'secret' });
  expect(csrfTokenOf(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(csrfTokenOf(token)).not.toContain('secret');
  expect(isCsrfToken(csrfTokenOf(token), token)).toBe(true);
  expect(isCsrfToken(csrfTokenOf('assays_other'), token)).toBe(false);
  expect(isCsrfToken('', token)).toBe(false);
});
