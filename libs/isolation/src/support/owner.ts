import { createHash } from 'node:crypto';
import type { Owner } from '../state-folders.js';
import type { LimitsKind } from './support.js';

/** Numbers far above those of people and services, and below 2^31. */
const firstUser = 1_500_000_000;
const users = 500_000_000;

/**
 * The user a command runs as where only that makes the limit on processes hold: it is not counted for root. The same
 * command always gets the same one, since its files belong to it. Undefined: this process's own user.
 */
export function ownerFor(limits: LimitsKind, state: string): Owner | undefined {
  if (limits !== 'user-and-watchdog') return undefined;
  const number = firstUser + (createHash('sha256').update(state).digest().readUInt32BE(0) % users);
  return { uid: number, gid: number };
}
