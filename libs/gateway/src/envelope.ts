import { type Envelope, errorTable, type InvocationStatus, type Provenance } from '@assay/contracts';
import { digestJson, type Failure, isoTime, splitReference } from '@assay/kernel';
import { serverOf } from '@assay/registry';
import { type Call, isReadOnly } from './call.js';
import { editText } from './repair/edit.js';

/** The answer to a call that has ended, without its receipt, which recording adds. */
export function envelopeOf(call: Call, failure: Failure | undefined): Envelope {
  const confidence = failure === undefined ? confidenceOf(call) : 0;
  const reached = call.resolved.upstreamMs !== undefined;
  return {
    id: call.requested.id,
    status: call.resolved.escalation === undefined ? statusOf(failure, call.resolved.validation.outcome) : 'escalated',
    ...(failure === undefined && !call.requested.dryRun && answered(call)),
    ...(failure !== undefined && { error: errorOf(call, failure) }),
    validation: call.resolved.validation,
    ...(call.resolved.repairs && { repaired: call.resolved.repairs.map(editText) }),
    tool: call.resolved.version?.manifest.name ?? splitReference(call.requested.reference)[0],
    version: call.resolved.version?.version ?? null,
    level: call.requested.level,
    confidence,
    attempted:
      reached || call.requested.level > 1
        ? withOwn(call, attempt(call, call.resolved.ended ?? failure))
        : call.happened.attempted,
    provenance: call.resolved.version === undefined ? null : provenanceOf(call, failure, confidence),
    receipt: null,
    trace: call.happened.trace,
    warnings: call.happened.warnings,
    ...(call.resolved.escalation && { escalation: call.resolved.escalation }),
  };
}

/** The output as it came, or what routing has made of it. */
function answered({ resolved: { routed, output } }: Call): Partial<Envelope> {
  if (routed === undefined) return { output };
  const { isObserved: _isObserved, ...members } = routed;
  return members;
}

/** The answer while a call is still under way. */
export function runningEnvelope(call: Call): Envelope {
  const { provenance, ...envelope } = envelopeOf(call, undefined);
  const none = { output: undefined, context: undefined, pointer: undefined, routed: undefined } as const;
  const so = { ...none, status: 'running', confidence: 0 } as const;
  return { ...envelope, ...so, provenance: provenance && { ...provenance, confidence: 0 } };
}

/** What warnings and a repaired input leave of a result's confidence (SPEC section 5). */
const withWarnings = 0.8;
const whenRepaired = 0.9;

/** 1 for a validated result; less with warnings, when repaired, and by the level's accuracy over the primary's. */
export const confidenceOf = ({
  requested: { accuracy },
  resolved: { repairs },
  happened: { warnings },
}: Call): number => (warnings.length > 0 ? withWarnings : 1) * (repairs === undefined ? 1 : whenRepaired) * accuracy;

/** A result about which tools disagreed is conditional on how that was resolved. */
export function statusOf(
  failure: Failure | undefined,
  validation: Envelope['validation']['outcome'] = 'skipped',
): InvocationStatus {
  if (failure === undefined) return validation === 'conditional' ? 'conditional' : 'succeeded';
  const { class: errorClass } = errorTable[failure.code];
  if (errorClass === 'cancelled') return 'cancelled';
  return errorClass === 'denied' || errorClass === 'unauthorised' ? 'denied' : 'failed';
}

function errorOf(call: Call, failure: Failure): NonNullable<Envelope['error']> {
  const row = errorTable[failure.code];
  const outcome = isReadOnly(call.resolved.version) ? 'none' : (failure.outcome ?? 'none');
  return {
    code: failure.code,
    class: row.class,
    message: failure.message,
    // A call that may have had its effect is never repeated blindly.
    retryable: row.retryable && outcome === 'none' && call.resolved.escalation === undefined,
    ...(failure.retryAfterMs !== undefined && { retryAfterMs: failure.retryAfterMs }),
    outcome,
  };
}

/** The outcomes of all levels, this one in its place. */
export const withOwn = (
  { requested: { begunAfter }, happened: { attempted } }: Call,
  own: Envelope['attempted'][number],
): Envelope['attempted'] => attempted.toSpliced(begunAfter ?? attempted.length, 0, own);

/** The outcome of one level. */
export const attempt = (call: Call, failure: Failure | undefined): Envelope['attempted'][number] => ({
  tool: call.resolved.version?.manifest.name ?? splitReference(call.requested.reference)[0],
  version: call.resolved.version?.version ?? '',
  outcome: failure === undefined ? 'succeeded' : isSkipped(call, failure) ? 'skipped' : 'failed',
  reason: failure?.code ?? 'ok',
  ms: rounded(call.resolved.upstreamMs ?? 0),
});

/** Not called: its circuit is open, its rate is used up, or it is out of use. */
const isSkipped = ({ requested: { level }, resolved: { upstreamMs } }: Call, { code }: Failure): boolean =>
  upstreamMs === undefined && level > 0 && skipping.has(code);
const skipping = new Set(['circuit_open', 'rate_limited', 'quarantined', 'version_revoked', 'version_sunset']);

const provenanceOf = (call: Call, failure: Failure | undefined, confidence: number): Provenance => ({
  invocationId: call.requested.id,
  tool: call.resolved.version?.manifest.name ?? '',
  version: call.resolved.version?.version ?? '',
  argumentsDigest: call.resolved.argumentsDigest ?? digestJson(call.resolved.input),
  resultDigest: failure === undefined && call.resolved.output !== undefined ? resultDigestOf(call) : null,
  at: isoTime(call.requested.startedAt),
  source: call.resolved.answer?.source ?? (call.resolved.upstreamMs === undefined ? 'not reached' : sourceOf(call)),
  ...freshnessOf(call),
  confidence,
  traceId: call.requested.traceId,
  ...(call.resolved.parts && { steps: call.resolved.parts }),
  ...isolationOf(call, failure),
  ...(call.resolved.connection && { connection: call.resolved.connection }),
  ...(call.resolved.findings !== undefined && { findings: [...call.resolved.findings] }),
  ...(call.resolved.contains !== undefined && { contains: [...call.resolved.contains] }),
});

/** Live, or how old the result is that an earlier call was given. */
const freshnessOf = ({ resolved: { cached } }: Call): Pick<Provenance, 'freshness' | 'ageMs'> =>
  cached === undefined ? { freshness: 'live' } : { freshness: 'cached', ageMs: Math.round(cached.ageMs) };

/** Of a command that was called, whatever it answered. */
function isolationOf({ resolved: { answer } }: Call, failure: Failure | undefined): Pick<Provenance, 'isolation'> {
  const isolation = answer?.isolation ?? failure?.isolation;
  return isolation === undefined ? {} : { isolation };
}

/** Of a large output it is known already. */
const resultDigestOf = ({ resolved: { output, resultDigest } }: Call): string =>
  resultDigest?.of === output && resultDigest !== undefined ? resultDigest.digest : digestJson(output);

/** The upstream a call was sent to, when it gave no answer that names itself. */
function sourceOf({ resolved: { version } }: Call): string {
  const server = version === undefined ? undefined : serverOf(version);
  return `${version?.manifest.protocol}:${server ?? version?.manifest.name}`;
}

/** Milliseconds to three decimals. */
export const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000;
