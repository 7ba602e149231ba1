import type { Envelope } from '@assay/contracts';
import type { AuditLog, Failure } from '@assay/kernel';
import type { Call } from '../call.js';
import { runningEnvelope } from '../envelope.js';
import { summaryOf } from '../record.js';
import type { RunningCalls } from '../running-calls.js';
import type { Repeat } from './keyed.js';

export interface RepeatPorts {
  readonly audit: Pick<AuditLog, 'append'>;
  readonly running: Pick<RunningCalls, 'find'>;
}

/**
 * What a repeat is answered with: the first result, marked as replayed, under the first call's id; or, when its time was
 * over first, that call as it still runs. That it asked is recorded; a repeat that was given an id of its own beforehand
 * is found under it too.
 */
export function answerRepeat(
  call: Call,
  { invocationId, result }: Repeat,
  isNamed: boolean,
  { audit, running }: RepeatPorts,
): { envelope: Envelope; failure: Failure | undefined } {
  const envelope =
    result === null
      ? (running.find(invocationId, call.requested.caller.principalId)?.view() ?? {
          ...runningEnvelope(call),
          id: invocationId,
        })
      : replayed(result.envelope);
  // A resumed call repeats itself when a crash came between its end and the record of it.
  const isFound =
    isNamed && (call.requested.id !== invocationId || (call.requested.approved !== undefined && result !== null));
  audit.append({
    organisationId: call.requested.caller.organisationId,
    principalId: call.requested.caller.principalId,
    action: 'tool.repeat',
    subject: `${envelope.tool}@${envelope.version ?? '?'}`,
    details: {
      code: envelope.error?.code ?? null,
      invocationId,
      status: envelope.status,
      traceId: call.requested.traceId,
    },
    ...(isFound && {
      invocation: {
        id: call.requested.id,
        body: () => JSON.stringify(envelope),
        summary: summaryOf(call, envelope, null),
      },
    }),
  });
  return { envelope, failure: result?.failure ?? undefined };
}

const replayed = (envelope: Envelope): Envelope => ({
  ...envelope,
  provenance: envelope.provenance && { ...envelope.provenance, freshness: 'replayed' },
});
