import { useEffect, useState } from 'react';
import { readAgain } from '../frame/api.js';
import { type DashboardSearch, defaultRange, ranges } from './search.js';

/** The range begins on a grid of so many parts, so that its requests are the same for a while. */
const parts = 60;
/** At most so often is the page read again, whatever the length of its range. */
const minPauseMs = 2_000;
const maxPauseMs = 30_000;

/** A fraction of the range: what happened within it hardly changes the charts. */
export const pauseOf = (rangeMs: number): number => Math.min(maxPauseMs, Math.max(minPauseMs, rangeMs / 1_000));

/** What the page asks the API for. */
export function queryOf({ range = defaultRange, side, tool, team, caller }: DashboardSearch, now: number) {
  const { ms } = ranges[range];
  const step = Math.max(1_000, ms / parts);
  return {
    since: new Date(Math.floor(now / step) * step - ms).toISOString(),
    ...(side !== undefined && { side }),
    ...(tool !== undefined && { tool }),
    ...(team !== undefined && { team }),
    ...(caller !== undefined && { caller }),
  };
}

/** The query of the page, whose range moves with the time, and whose answers are read again as calls are counted. */
export function useDashboardQuery(search: DashboardSearch) {
  const [now, setNow] = useState(() => Date.now());
  const { ms } = ranges[search.range ?? defaultRange];
  const { since: _since, ...filters } = queryOf(search, now);
  const address = new URLSearchParams(filters).toString();
  useEffect(() => {
    setNow(Date.now());
    const events = new EventSource(`/v1/dashboard/events?${address}`);
    let timer: number | undefined;
    let readAt = Date.now();
    events.addEventListener('counted', () => {
      timer ??= window.setTimeout(
        () => {
          timer = undefined;
          readAt = Date.now();
          setNow(readAt);
          void readAgain(['showDashboard', 'listDashboardGroups', 'listTrustMovers']);
        },
        Math.max(0, readAt + pauseOf(ms) - Date.now()),
      );
    });
    return () => {
      window.clearTimeout(timer);
      events.close();
    };
  }, [address, ms]);
  return queryOf(search, now);
}
