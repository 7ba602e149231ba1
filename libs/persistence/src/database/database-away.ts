import { AuditBacklogFull } from '../audit/postgres-audit-log.js';

/** PostgreSQL's own words for being away: class 08 (connection), no connections left, shutting down or starting. */
const sqlStates = /^(?:08...|53300|57P0[1-3])$/;
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
/** Prisma's: cannot reach, timed out, closed the connection, no connection free. */
const prismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024']);
const driverWords =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** How far causes are followed. */
const maxDepth = 5;

/**
 * Whether a store or the audit log failed because the database is away, rather than because of what it was asked. Causes
 * are followed, but not those of a TypeError: that is how `fetch` reports that somebody else is away.
 */
export function isDatabaseAway(error: unknown): boolean {
  let each = error;
  for (let depth = 0; depth < maxDepth && each instanceof Error && !(each instanceof TypeError); depth += 1) {
    if (each instanceof AuditBacklogFull || saysAway(each)) return true;
    each = each.cause;
  }
  return false;
}

function saysAway(error: Error): boolean {
  const code = String((error as { code?: unknown }).code ?? '');
  return sqlStates.test(code) || socketCodes.has(code) || prismaCodes.has(code) || driverWords.test(error.message);
}
