/** Milliseconds since the epoch as an ISO 8601 time, in UTC. */
export function isoTime(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}

/** Caches the last result: several calls start and are recorded in one millisecond. */
let latest = { ms: 0, text: new Date(0).toISOString() };

export const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
