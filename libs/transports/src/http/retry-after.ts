/** `Retry-After` in ms from `now` (ms since the epoch): it is in seconds, or a date. Undefined when it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
