import type { Envelope, Receipt } from '@assay/contracts';
import type { AuditLog, Clock } from '@assay/kernel';
import type { Call } from '../call.js';
import { rounded } from '../envelope.js';
import { summaryOf } from '../record.js';
import { settlesInTime } from '../settles-in-time.js';

/**
 * Records in the audit log that a call waits. It is not a finished call, so counters are not notified. Its record is
 * durable when this resolves, so that the call is found however soon the server dies, unless the database has been
 * unavailable for longer than the call's deadline.
 */
export async function recordPause(
  call: Call,
  envelope: Envelope,
  { audit, clock }: { readonly audit: Pick<AuditLog, 'append'>; readonly clock: Clock },
): Promise<Receipt> {
  const { receipt, settled } = audit.append({
    organisationId: call.requested.caller.organisationId,
    principalId: call.requested.caller.principalId,
    action: 'tool.call',
    subject: `${envelope.tool}@${envelope.version ?? '?'}`,
    details: {
      approval: envelope.approval?.id ?? null,
      argumentsDigest: envelope.provenance?.argumentsDigest ?? null,
      code: null,
      discoveryId: call.requested.request.discoveryId ?? null,
      invocationId: envelope.id,
      ms: rounded(clock.now() - call.requested.startedAt),
      status: envelope.status,
      traceId: call.requested.traceId,
    },
    invocation: {
      id: call.requested.id,
      body: () => JSON.stringify(envelope),
      summary: summaryOf(call, envelope, null),
    },
  });
  await settlesInTime(settled, call.resolved.deadline, clock);
  return receipt;
}
