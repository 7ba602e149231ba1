import type { AccountSession } from './account.js';
import { signInDefaults } from './sign-in-defaults.js';

const { sessionIdleMs, reauthenticatedMs } = signInDefaults;

/** When the session ends if no further request comes. */
export const endOfSession = ({ lastSeenAt, expiresAt }: AccountSession): number =>
  Math.min(lastSeenAt + sessionIdleMs, expiresAt);

export const isInForce = (session: AccountSession, now: number): boolean => now < endOfSession(session);

/** Until when steps that need a recent password or passkey are allowed; null when they are not. */
export function reauthenticatedUntil({ reauthenticatedAt }: AccountSession, now: number): number | null {
  const until = reauthenticatedAt === null ? 0 : reauthenticatedAt + reauthenticatedMs;
  return until > now ? until : null;
}
