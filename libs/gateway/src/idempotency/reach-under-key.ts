import { type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly, isRepeatable, type PlainStage } from '../call.js';
import type { IdempotencyLedger } from './idempotency-ledger.js';
import type { HeldKey } from './keyed.js';

/**
 * Notes durably, before a call with effects leaves under a key, that its tool may be reached from now on: one write. What
 * only reads needs none. A call whose claim was taken over meanwhile does not leave.
 */
export const reachUnderKey = (
  ledger: Pick<IdempotencyLedger, 'reach'>,
  onProblem: (cause: unknown) => void,
  stage: PlainStage,
): PlainStage => ({
  ...stage,
  run(call) {
    const held = call.happened.keyed?.held;
    const version = call.resolved.version as ToolVersion;
    if (held === undefined || isReadOnly(version) || held.reached?.versionId === version.id) return stage.run(call);
    return noted(call, held, { ledger, onProblem, stage });
  },
});

interface Noting {
  readonly ledger: Pick<IdempotencyLedger, 'reach'>;
  readonly onProblem: (cause: unknown) => void;
  readonly stage: PlainStage;
}

async function noted(call: Call, held: HeldKey, { ledger, onProblem, stage }: Noting): Promise<Failure | undefined> {
  const version = call.resolved.version as ToolVersion;
  const { id: versionId, manifest } = version;
  const reach = { versionId, tool: manifest.name, version: version.version, repeatable: isRepeatable(version) };
  try {
    if (!(await ledger.reach(held.claim, reach))) return takenOver;
  } catch (cause) {
    onProblem(cause);
    return notNoted;
  }
  held.reached = reach;
  return stage.run(call);
}

const takenOver = fail(
  'unavailable',
  'The tool was not called: this server was unresponsive for too long and another one took over the call. Repeat it with the same key to get its result.',
  { retryAfterMs: 1_000 },
).error;

const notNoted = fail(
  'unavailable',
  'The tool was not called: it may have effects, and the database that stores its key is unavailable. Try again with the same key in a moment.',
  { retryAfterMs: 1_000 },
).error;
