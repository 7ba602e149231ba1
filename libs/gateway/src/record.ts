import type { Envelope, Receipt } from '@assay/contracts';
import {
  type AuditLog,
  type CallFinished,
  type CallFinishedListener,
  type CallSummary,
  type Clock,
  estimateTokens,
  type Failure,
  jsonWithMember,
} from '@assay/kernel';
import { type Call, isReadOnly } from './call.js';
import { rounded } from './envelope.js';
import { knownText } from './envelope-text.js';
import { outputText } from './output/output-text.js';
import { settlesInTime } from './settles-in-time.js';

/** More unwritten records than this, and read-only calls wait for theirs too. */
const backlogCap = 5_000;

/** The outcome of recording: the position of the record, and the failure to return when it is not durable in time. */
export interface Recorded {
  readonly receipt: Receipt;
  readonly late: Failure | undefined;
}

/**
 * Writes the call into the audit log, gives the envelope its receipt and tells who listens. The record of a call that
 * may have had an effect is durable before its result is returned; of calls that only read, those of the last 100 ms may
 * be lost in a crash.
 */
export async function record(
  call: Call,
  envelope: Envelope,
  ports: { readonly audit: AuditLog; readonly clock: Clock; readonly finished: CallFinishedListener },
): Promise<Recorded> {
  const totalMs = rounded(ports.clock.now() - call.requested.startedAt);
  const appended = ports.audit.append({
    organisationId: call.requested.caller.organisationId,
    principalId: call.requested.caller.principalId,
    action: call.requested.dryRun ? 'tool.dry-run' : 'tool.call',
    subject: `${envelope.tool}@${envelope.version ?? '?'}`,
    details: detailsOf(call, envelope, totalMs),
    invocation: {
      id: call.requested.id,
      body: () => bodyOf(call, envelope),
      ...(!call.requested.dryRun && {
        summary: summaryOf(call, envelope, totalMs),
        measures: () => ({ level: envelope.level, tokens: resultTokens(call, envelope) }),
      }),
    },
  });
  const { receipt } = appended;
  envelope.receipt = receipt;
  publish(call, envelope, totalMs, ports);
  const reached = call.resolved.upstreamMs !== undefined;
  const awaited = (reached && !isReadOnly(call.resolved.version)) || ports.audit.backlog > backlogCap;
  const inTime = !awaited || (await settlesInTime(appended.settled, call.resolved.deadline, ports.clock));
  return { receipt, late: inTime ? undefined : heldBack(call, envelope) };
}

/** What a list shows of a call. */
export function summaryOf({ requested, resolved }: Call, envelope: Envelope, ms: number | null): CallSummary {
  const { upstreamMs, version, cached } = resolved;
  return {
    tool: envelope.tool,
    version: envelope.version,
    status: envelope.status,
    session: requested.request.session ?? null,
    startedAt: requested.begunAt ?? requested.startedAt,
    notBefore: envelope.notBefore === undefined ? null : Date.parse(envelope.notBefore),
    ms,
    code: envelope.error?.code ?? null,
    costUsd: upstreamMs === undefined ? 0 : (version?.manifest.costPerCallUsd ?? null),
    isCached: cached !== undefined,
  };
}

/** That the answer takes in a context: counted when the call asked for it, otherwise estimated. */
function resultTokens({ resolved: { routed } }: Call, { tokens, output, error }: Envelope): number {
  const counted = tokens?.result ?? routed?.routed.tokens;
  if (counted !== undefined) return counted;
  if (error !== undefined) return estimateTokens(`${error.code}: ${error.message}`);
  return output === undefined ? 0 : estimateTokens(outputText(output));
}

/** What is kept of a call: its envelope and, when that is where its result was to go, the whole result. */
const bodyOf = (call: Call, envelope: Envelope): string =>
  call.resolved.routed?.isObserved === true
    ? jsonWithMember({ ...envelope, observation: call.resolved.output }, 'observation')
    : (knownText(envelope) ?? jsonWithMember(envelope, 'output'));

const heldBack = (call: Call, { error }: Envelope): Failure => ({
  code: 'unavailable',
  message: `The tool was called, but its record could not be written in time, so the result is withheld: check GET /v1/invocations/${call.requested.id} once /readyz recovers, before calling again.`,
  outcome: error?.outcome ?? 'done',
});

/** Members in canonical order, so that hashing need not sort them. */
const detailsOf = (call: Call, envelope: Envelope, totalMs: number): Record<string, unknown> => ({
  argumentsDigest: envelope.provenance?.argumentsDigest ?? null,
  code: envelope.error?.code ?? null,
  confidence: envelope.confidence,
  discoveryId: call.requested.request.discoveryId ?? null,
  ...(call.resolved.cached && { freshness: 'cached' }),
  invocationId: call.requested.id,
  ms: totalMs,
  outcome: envelope.error?.outcome ?? null,
  resultDigest: envelope.provenance?.resultDigest ?? null,
  source: envelope.provenance?.source ?? null,
  status: envelope.status,
  traceId: call.requested.traceId,
});

/** Publishes a finished call of a version; calls without a version, and dry runs, are not published. */
export function publish(
  call: Call,
  envelope: Envelope,
  totalMs: number,
  { finished, clock }: { finished: CallFinishedListener; clock: Clock },
): void {
  if (call.resolved.version === undefined || call.requested.dryRun) return;
  const { beside, candidate, request } = call.requested;
  finished({
    invocationId: call.requested.id,
    organisationId: call.requested.caller.organisationId ?? '',
    principalId: call.requested.caller.principalId ?? '',
    tool: envelope.tool,
    version: call.resolved.version.version,
    versionId: call.resolved.version.id,
    status: envelope.status,
    // What its version is judged by is how its own level ended.
    code: call.resolved.ended?.code ?? envelope.error?.code ?? null,
    blame: call.resolved.blame,
    totalMs,
    upstreamMs: call.resolved.upstreamMs ?? null,
    ...(call.resolved.startMs !== undefined && { startMs: call.resolved.startMs }),
    givenMs: call.resolved.givenMs ?? null,
    validation: schemaOutcome(call, envelope.validation.outcome),
    providerId: call.resolved.version.organisationId,
    sla: call.resolved.version.manifest.sla,
    costPerCallUsd: call.resolved.version.manifest.costPerCallUsd,
    discoveryId: call.requested.request.discoveryId ?? null,
    task: call.requested.request.task ?? null,
    ...(candidate !== undefined && { candidate, session: request.session }),
    ...((beside === 'evaluation' || beside === 'shadow') && { purpose: beside }),
    at: clock.now(),
  });
}

/** The schema outcome for evidence: met for an output that is valid, whatever else was found in it. */
function schemaOutcome(
  { resolved: { version } }: Call,
  outcome: Envelope['validation']['outcome'],
): CallFinished['validation'] {
  if (outcome !== 'warning' && outcome !== 'conditional') return outcome;
  return version?.manifest.outputSchema === undefined ? 'untyped' : 'valid';
}
