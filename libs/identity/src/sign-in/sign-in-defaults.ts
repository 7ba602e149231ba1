import { dayMs, hourMs, minuteMs } from '@assay/kernel';

/** Times of sign-in, in milliseconds. */
export const signInDefaults = Object.freeze({
  /** A session without a request ends after this time. */
  sessionIdleMs: 12 * hourMs,
  /** A session ends after this time in any case. */
  sessionMs: 7 * dayMs,
  /** How exactly the last request of a session is stored. */
  seenEveryMs: 5 * minuteMs,
  /** How long a re-authentication allows steps that need one. */
  reauthenticatedMs: 5 * minuteMs,
  challengeMs: 5 * minuteMs,
  /** Links that set the first credential of the administrator, or replace somebody's credentials. */
  linkMs: dayMs,
  invitationMs: 7 * dayMs,
  /** After a reset a person cannot decide on their own calls for this time. */
  ownDecisionsBlockedMs: hourMs,
});
