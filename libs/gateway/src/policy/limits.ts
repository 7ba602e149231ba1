import type { ErrorCode } from '@assay/contracts';
import { type Failure, fail } from '@assay/kernel';
import type { LimitCounter } from './limit-counters.js';
import type { LimitStanding } from './limit-standing.js';
import { limitTable } from './limit-table.js';
import { quantityText, shownOf } from './limit-units.js';
import type { Acquired, RateLimits } from './rate-limits.js';

/** What was counted for something that is being done, so that it can be taken back. */
export interface Counted {
  readonly counters: readonly LimitCounter[];
  readonly acquired: Acquired;
}

const code: ErrorCode = 'rate_limited';

/** Counts something once against all of its limits, or refuses it. */
export async function countOnce(limits: RateLimits, counters: readonly LimitCounter[]): Promise<Counted | Failure> {
  const counted = { counters, acquired: await limits.acquire(counters, 1) };
  return counted.acquired.granted ? counted : refusalOf(counted);
}

export const isRefused = (outcome: Counted | Failure): outcome is Failure => 'code' in outcome;

/** How the limits stand, one each, in the order of their counters. */
export function standingsOf({ counters, acquired }: Counted): LimitStanding[] {
  const standings: LimitStanding[] = [];
  for (const [index, counter] of counters.entries()) {
    const { used, allowed, retryAfterMs } = acquired.standings[index] ?? nothing;
    const left = Math.max(0, allowed - used);
    const former = counter.sharesFormer ? standings.pop() : undefined;
    standings.push({
      name: counter.name,
      subject: counter.subject,
      limit: counter.whole,
      windowMs: counter.window.ms,
      calendar: counter.window.kind === 'calendar',
      share: former === undefined ? null : Math.min(allowed, former.share ?? allowed),
      left: Math.min(left, former?.left ?? left),
      retryAfterMs: former === undefined ? retryAfterMs : longer(retryAfterMs, former.retryAfterMs),
      source: counter.source,
    });
  }
  return standings;
}

const nothing = { used: 0, allowed: 0, retryAfterMs: null };

/** The longer wait; null is infinite. */
const longer = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other);

/** The limit of which relatively least is left: the one a caller should know of. */
export function tightest(counted: Counted): LimitStanding | undefined {
  const part = ({ left, limit, share }: LimitStanding): number => left / Math.max(1, share ?? limit);
  return standingsOf(counted).reduce<LimitStanding | undefined>(
    (tightest, it) => (tightest === undefined || part(it) < part(tightest) ? it : tightest),
    undefined,
  );
}

/** Why it was refused, by the limit that makes one wait longest. */
export function refusalOf(counted: Counted): Failure {
  const refused = standingsOf(counted).filter((it) => it.retryAfterMs !== 0);
  const worst = refused.reduce<LimitStanding | undefined>(
    (one, it) => (one === undefined || waitOf(it) > waitOf(one) ? it : one),
    undefined,
  );
  if (worst === undefined) throw new Error('Nothing was refused.');
  return fail(code, sentenceOf(worst), {
    ...(worst.retryAfterMs !== null && { retryAfterMs: worst.retryAfterMs }),
    data: {
      limit: {
        name: worst.name,
        subject: worst.subject,
        limit: shownOf(worst.name, worst.limit),
        windowSeconds: worst.windowMs / 1_000,
      },
    },
  }).error;
}

const waitOf = ({ retryAfterMs }: LimitStanding): number => retryAfterMs ?? Number.POSITIVE_INFINITY;

/** Why a call that costs more than one call may is refused; no waiting helps. */
export const tooDear = ({ name, subject, limit }: LimitStanding, cost: number): Failure =>
  fail(
    code,
    `The call costs ${quantityText(name, cost)}, and ${subject} may spend ${quantityText(name, limit)} on one (${name}): ask an administrator, or call another tool.`,
    { data: { limit: { name, subject, limit: shownOf(name, limit), windowSeconds: 0 } } },
  ).error;

function sentenceOf({ name, subject, limit, windowMs, calendar, share, left, retryAfterMs }: LimitStanding): string {
  const { counts } = limitTable[name];
  const window = calendar ? 'day (UTC)' : windowNames[windowMs];
  const numbers = `${quantityText(name, limit)} ${counts} ${subject} a ${window} (${name})`;
  if (retryAfterMs === null) {
    return limit === 0
      ? `No ${counts} ${subject} are allowed (${name} is 0): ask an administrator.`
      : `More than all of ${numbers} was requested together.`;
  }
  const wait = `try again in ${Math.ceil(retryAfterMs / 1_000)} s.`;
  if (left > 0 && shownOf(name, limit) !== limit)
    return `Of the ${numbers}, ${quantityText(name, left)} is left, and the call costs more: ${wait}`;
  const what =
    share !== null && share < limit
      ? `Your fair share of ${numbers}, ${share.toLocaleString('en')} as others call now, is used up`
      : `${numbers.replace(/^/, 'The ')} are used up`;
  return `${what}: ${wait}`;
}

const windowNames: Readonly<Record<number, string>> = { 60000: 'minute', 3600000: 'hour', 86400000: 'day' };
