import { dayMs, fail, isoTime, open, type StateTable } from '@assay/kernel';
import type { ToolVersion } from '../records.js';

export type StoredStatus = ToolVersion['status'];

/** Between the announcement of a sunset and the sunset. */
export const sunsetNoticeDays = 30;
/** How long before a sunset its users are reminded. */
export const sunsetReminderDays = 7;

/** A version, its requested status, and the time, in ms since the epoch. */
export interface StatusTurn {
  readonly version: Pick<ToolVersion, 'version' | 'status' | 'sunsetAt'>;
  /** The date the version is to have afterwards. */
  readonly sunsetAt: number | null;
  readonly now: number;
}

/** The earliest sunset that may be announced now: 30 days off, or the date that was announced before. */
export function earliestSunset({ version, now }: Pick<StatusTurn, 'version' | 'now'>): number {
  return version.status === 'DEPRECATED' && version.sunsetAt !== null
    ? Math.max(version.sunsetAt, now)
    : now + sunsetNoticeDays * dayMs;
}

/** A date that remains valid until it is requested: a first date is rounded up to the start of the next day. */
const namedDate = ({ version }: Pick<StatusTurn, 'version'>, earliest: number): number =>
  version.status === 'DEPRECATED' && version.sunsetAt === earliest ? earliest : Math.ceil(earliest / dayMs) * dayMs;

function withNotice(turn: StatusTurn) {
  const earliest = earliestSunset(turn);
  if (turn.sunsetAt === null || turn.sunsetAt >= earliest) return null;
  const date = isoTime(namedDate(turn, earliest));
  const why =
    turn.version.status === 'DEPRECATED' && turn.version.sunsetAt !== null
      ? 'an announced sunset may be put off, and not brought forward'
      : `its users have ${sunsetNoticeDays} days' notice`;
  return fail('invalid_request', `The sunset is too early: ${why}. The earliest date is ${date}.`, {
    issues: [{ path: '/sunsetAt', message: `must not be before ${date}` }],
    data: { earliest: date },
  }).error;
}

function onItsDate({ version, now }: StatusTurn) {
  if (version.sunsetAt === null) {
    return fail(
      'conflict',
      `${version.version} has no sunset date: give it one first, with status DEPRECATED and sunsetAt.`,
    ).error;
  }
  if (version.sunsetAt <= now) return null;
  const date = isoTime(version.sunsetAt);
  return fail('conflict', `${version.version} is not sunset before ${date}: its users have been promised that date.`, {
    data: { sunsetAt: date },
  }).error;
}

/**
 * The states of a published version. REVOKED is not among them: a revocation covers a version and leaves its state
 * unchanged. SUNSET is reached automatically on the announced date, and is final.
 */
export const versionLifecycle: StateTable<StoredStatus, StatusTurn> = Object.freeze({
  name: 'a version',
  initial: 'ACTIVE',
  final: ['SUNSET'],
  ways: {
    ACTIVE: { DEPRECATED: withNotice, YANKED: open },
    DEPRECATED: { ACTIVE: open, DEPRECATED: withNotice, YANKED: open, SUNSET: onItsDate },
    YANKED: { ACTIVE: open, DEPRECATED: withNotice },
    SUNSET: {},
  },
} satisfies StateTable<StoredStatus, StatusTurn>);
