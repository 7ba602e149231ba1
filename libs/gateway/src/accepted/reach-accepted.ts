import { type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly, type PlainStage } from '../call.js';
import type { AcceptedCalls } from './accepted-calls.js';

/**
 * Notes durably, before an accepted call with effects leaves, that its tool may be reached from now on. What only reads
 * needs no note. A call that others take for lost does not leave.
 */
export const reachAccepted = (
  accepted: Pick<AcceptedCalls, 'reach'>,
  onProblem: (cause: unknown) => void,
  stage: PlainStage,
): PlainStage => ({
  ...stage,
  run: (call) =>
    call.requested.isAccepted === true && !isReadOnly(call.resolved.version)
      ? noted(call, accepted, onProblem, stage)
      : stage.run(call),
});

async function noted(
  call: Call,
  accepted: Pick<AcceptedCalls, 'reach'>,
  onProblem: (cause: unknown) => void,
  stage: PlainStage,
): Promise<Failure | undefined> {
  const { manifest, version } = call.resolved.version as ToolVersion;
  try {
    if (!(await accepted.reach(call.requested.id, { tool: manifest.name, version }))) return lost;
  } catch (cause) {
    onProblem(cause);
    return notNoted;
  }
  return stage.run(call);
}

const lost = fail(
  'unavailable',
  'The tool was not called: this server was unresponsive for too long and lost the call. Call again.',
  { retryAfterMs: 1_000 },
).error;

const notNoted = fail(
  'unavailable',
  'The tool was not called: it may have effects, and the database that tracks the call is unavailable. Try again in a moment.',
  { retryAfterMs: 1_000 },
).error;
