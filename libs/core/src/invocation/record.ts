import type { Envelope } from '@assay/contracts';
import type { AuditLog } from '../kernel/audit-log.js';
import type { CallFinishedListener } from '../kernel/call-finished.js';
import type { Clock } from '../kernel/clock.js';
import { type Call, isReadOnly } from './call.js';
import { rounded } from './envelope.js';

/** More unwritten records than this, and read-only calls wait for theirs too. */
const backlogCap = 5_000;

/**
 * Writes the call into the audit log and tells who listens. The record of a call that may have had an effect is durable
 * before its result is returned; of calls that only read, those of the last 100 ms may be lost in a crash.
 * @throws when a side-effecting call's record cannot be written.
 */
export async function record(
  call: Call,
  envelope: Envelope,
  ports: { readonly audit: AuditLog; readonly clock: Clock; readonly finished: CallFinishedListener },
): Promise<Envelope> {
  const totalMs = rounded(ports.clock.now() - call.startedAt);
  const recorded: Envelope = envelope;
  const appended = ports.audit.append({
    organisationId: call.caller.organisationId,
    principalId: call.caller.principalId,
    action: call.dryRun ? 'tool.dry-run' : 'tool.call',
    subject: `${envelope.tool}@${envelope.version ?? '?'}`,
    details: detailsOf(call, envelope, totalMs),
    invocation: { id: call.id, body: () => JSON.stringify(recorded) },
  });
  recorded.receipt = appended.receipt;
  publish(call, envelope, totalMs, ports);
  const reached = call.upstreamMs !== undefined;
  if ((reached && !isReadOnly(call.version)) || ports.audit.backlog > backlogCap) await appended.settled;
  return recorded;
}

const detailsOf = (call: Call, envelope: Envelope, totalMs: number): Record<string, unknown> => ({
  invocationId: call.id,
  status: envelope.status,
  code: envelope.error?.code ?? null,
  outcome: envelope.error?.outcome ?? null,
  argumentsDigest: envelope.provenance?.argumentsDigest ?? null,
  resultDigest: envelope.provenance?.resultDigest ?? null,
  source: envelope.provenance?.source ?? null,
  confidence: envelope.confidence,
  traceId: call.traceId,
  discoveryId: call.request.discoveryId ?? null,
  ms: totalMs,
});

function publish(
  call: Call,
  envelope: Envelope,
  totalMs: number,
  { finished, clock }: { finished: CallFinishedListener; clock: Clock },
): void {
  if (call.version === undefined || call.dryRun) return;
  finished({
    invocationId: call.id,
    organisationId: call.caller.organisationId ?? '',
    principalId: call.caller.principalId ?? '',
    tool: envelope.tool,
    version: call.version.version,
    versionId: call.version.id,
    status: envelope.status,
    code: envelope.error?.code ?? null,
    totalMs,
    upstreamMs: call.upstreamMs ?? null,
    discoveryId: call.request.discoveryId ?? null,
    at: clock.now(),
  });
}
