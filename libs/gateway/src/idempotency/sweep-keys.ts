import type { Envelope } from '@assay/contracts';
import type { AuditLog, Clock, Job } from '@assay/kernel';
import { lostSummary } from '../accepted/settle-lost.js';
import { statusOf } from '../envelope.js';
import { lostFailure } from './earlier-reach.js';
import type { Claim, IdempotencyLedger, KeptResult, LostClaim } from './idempotency-ledger.js';
import type { UnknownOutcome, UnknownOutcomes } from './unknown-outcomes.js';

export interface SweepKeysPorts {
  readonly ledger: Pick<IdempotencyLedger, 'takeLost' | 'finish' | 'release' | 'reported' | 'untold' | 'prune'>;
  readonly unknown: UnknownOutcomes;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether there is a durable record of a call. */
  readonly isRecorded: (id: string) => Promise<boolean>;
}

const everyMs = 15_000;
/** A caller that repeats its call soon after a crash finds out by itself. */
const graceMs = 60_000;
const atOnce = 100;

/** Settles calls that a dead process left behind and nobody repeated, shows what was shown to nobody, forgets old keys. */
export const sweepKeys = (ports: SweepKeysPorts): Job => ({
  name: 'idempotency.sweep',
  everyMs,
  run: async (signal) => {
    for (;;) {
      const lost = await ports.ledger.takeLost(graceMs, atOnce);
      for (const each of lost) await settleLost(each, ports);
      if (lost.length < atOnce || signal.aborted) break;
    }
    for (const kept of await ports.ledger.untold(atOnce)) {
      await ports.unknown.report(outcomeOf(kept, kept));
      await ports.ledger.reported(kept);
    }
    await ports.ledger.prune(ports.clock.now());
  },
});

/** A tool that takes a call twice waits for the repeat; of any other the outcome stays unknown. */
async function settleLost(
  lost: LostClaim,
  { ledger, unknown, audit, isRecorded, clock }: SweepKeysPorts,
): Promise<void> {
  const { claim, earlier } = lost;
  const result = lostResult(lost);
  await unknown.report(outcomeOf(claim, result));
  if (earlier.reach.repeatable) await ledger.release(claim, true);
  else if ((await ledger.finish(claim, result, true)) && !(await isRecorded(result.envelope.id)))
    recordLost(claim, result.envelope, audit, clock.now());
  await ledger.reported(claim);
}

/** So that the call is found under its id, and in the audit. */
function recordLost(claim: Claim, envelope: Envelope, audit: Pick<AuditLog, 'append'>, now: number): void {
  audit.append({
    organisationId: claim.organisationId,
    principalId: claim.principalId,
    action: 'tool.lost',
    subject: `${envelope.tool}@${envelope.version}`,
    details: { code: 'outcome_unknown', invocationId: envelope.id, outcome: 'unknown', status: envelope.status },
    invocation: { id: envelope.id, body: () => JSON.stringify(envelope), summary: lostSummary(envelope, now) },
  });
}

function lostResult({ earlier: { reach, invocationId } }: LostClaim): KeptResult {
  const failure = lostFailure(reach, invocationId);
  return {
    failure,
    envelope: {
      id: invocationId,
      status: statusOf(failure),
      error: { code: failure.code, class: 'server', message: failure.message, retryable: false, outcome: 'unknown' },
      validation: { outcome: 'skipped', issues: [] },
      tool: reach.tool,
      version: reach.version,
      level: 1,
      confidence: 0,
      attempted: [],
      provenance: null,
      receipt: null,
      trace: [],
      warnings: [],
    },
  };
}

const outcomeOf = (
  { organisationId, principalId, key }: Pick<Claim, 'organisationId' | 'principalId' | 'key'>,
  { envelope }: KeptResult,
): UnknownOutcome => ({
  invocationId: envelope.id,
  organisationId,
  principalId,
  tool: envelope.tool,
  version: envelope.version,
  key,
  reason: envelope.error?.message ?? '',
});
