import type { Clock } from './clock.js';
import type { Job } from './jobs.js';
import { ok, type Result } from './result.js';
import { dayMs, minuteMs } from './time-units.js';

export interface RetentionRule {
  /** Null: kept forever. */
  readonly days: number | null;
  /** Shortest time that may be set: what still needs the rows. */
  readonly minDays: number;
  /** What is forgotten, and from when its days count. */
  readonly what: string;
}

/** What is kept for how long. Everything else is kept until somebody deletes it, or carries its own end. */
export const retentionRules = {
  'audit-records': { days: null, minDays: 31, what: 'whole months of audit records and receipts, from their end' },
  callers: { days: 90, minDays: 7, what: 'who called which version, from the last call' },
  'call-notes': { days: 7, minDays: 7, what: 'what calls of compositions noted, from their start' },
  'minute-rollups': { days: 2, minDays: 1, what: 'figures of calls by minute, from the minute' },
  'hour-rollups': { days: 35, minDays: 15, what: 'figures of calls by hour, from the hour' },
  'day-rollups': { days: 400, minDays: 91, what: 'figures of calls by day, from the day' },
  'dead-deliveries': { days: 30, minDays: 1, what: 'webhook deliveries that were given up, from the last attempt' },
  deliveries: { days: 90, minDays: 1, what: 'webhook deliveries that arrived, from their arrival' },
  notifications: { days: 90, minDays: 1, what: 'notifications that were read, from their creation' },
  outcomes: { days: 365, minDays: 1, what: 'outcomes that discovery learnt from, from the call' },
  candidates: { days: 30, minDays: 2, what: 'hourly results of shadows and canaries, from the hour' },
  evaluations: { days: 30, minDays: 1, what: 'comparisons of tools, from their end' },
  'import-drafts': { days: 30, minDays: 1, what: 'servers of imports that nobody confirmed, from the import' },
  gaps: { days: 30, minDays: 1, what: 'searches that nothing answered and traces of calls, from when they were made' },
  'recorded-calls': { days: 30, minDays: 1, what: 'recorded arguments of calls, from the call' },
  questions: { days: 30, minDays: 1, what: 'questions of compositions, from their answer or end' },
  runs: { days: 30, minDays: 1, what: 'runs of compositions, from their end' },
  sagas: { days: 30, minDays: 1, what: 'sagas and what their steps were given, from their end' },
  usage: { days: 400, minDays: 32, what: 'daily usage, from the day' },
  verifications: {
    days: 180,
    minDays: 1,
    what: 'verifications that a newer one of the version followed, from their end',
  },
} as const satisfies Readonly<Record<string, RetentionRule>>;

export type RetentionKind = keyof typeof retentionRules;
export type Retention = Readonly<Record<RetentionKind, number | null>>;

/** The table with the settings of an installation. Answers a sentence about the first setting that is not possible. */
export function retentionOf(settings: Readonly<Record<string, number>>): Result<Retention, string> {
  const kept: Record<string, number | null> = {};
  for (const [kind, { days }] of Object.entries(retentionRules)) kept[kind] = days;
  for (const [kind, days] of Object.entries(settings)) {
    const rule = Object.hasOwn(retentionRules, kind) ? retentionRules[kind as RetentionKind] : undefined;
    if (rule === undefined)
      return { ok: false, error: `"${kind}" is not one of ${Object.keys(retentionRules).join(', ')}` };
    if (days < rule.minDays) return { ok: false, error: `"${kind}" must be kept for at least ${rule.minDays} days` };
    kept[kind] = days;
  }
  return ok(kept as Retention);
}

export interface RetentionPorts {
  readonly retention: Retention;
  /** Deletes what is older than a time, as far as nothing needs it. */
  readonly forget: Readonly<Record<RetentionKind, (before: number, signal: AbortSignal) => Promise<unknown>>>;
  /** Delete what carries its own end, and whose end was before this time. */
  readonly expire: readonly ((now: number) => Promise<unknown>)[];
  readonly clock: Pick<Clock, 'now'>;
}

/** The only job that deletes by age. One kind that fails holds up no other. */
export const retentionSweep = ({ retention, forget, expire, clock }: RetentionPorts): Job => ({
  name: 'retention.sweep',
  everyMs: 10 * minuteMs,
  run: async (signal) => {
    const now = clock.now();
    const steps = [
      ...expire.map((run) => () => run(now)),
      ...(Object.keys(retentionRules) as RetentionKind[]).flatMap((kind) => {
        const days = retention[kind];
        return days === null ? [] : [() => forget[kind](now - days * dayMs, signal)];
      }),
    ];
    const problems: unknown[] = [];
    for (const step of steps) {
      if (signal.aborted) return;
      await step().catch((problem: unknown) => problems.push(problem));
    }
    if (problems.length > 0) throw new AggregateError(problems, problems.map(String).join('; '));
  },
});
