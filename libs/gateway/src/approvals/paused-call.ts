import type { Call } from '../call.js';
import { askedInput } from '../content/conceal.js';
import type { PausedCall, SuspendedAt } from './approval.js';

/** What is needed to go on with a call that ends for now. */
export function pausedCall(call: Call): PausedCall {
  const { requested } = call;
  return {
    request: call.requested.request,
    traceId: requested.traceId,
    ...(requested.baggage !== undefined && { baggage: requested.baggage }),
    scopes: [...call.requested.caller.scopes],
    namespaces: call.requested.caller.namespaces,
    input: askedInput(call.resolved),
    ...(call.resolved.shown && { shown: call.resolved.shown }),
    ...(call.resolved.withheld && { withheld: call.resolved.withheld }),
    ...(requested.fixed && { fixed: requested.fixed }),
    repairs: call.resolved.repairs ?? null,
    accuracy: call.requested.accuracy,
    attempted: call.happened.attempted,
    standIns: call.resolved.standIns ?? null,
    warnings: call.happened.warnings,
    startedAt: requested.begunAt ?? requested.startedAt,
    ...(requested.isWhole && { isWhole: true }),
    ...(requested.nesting && { nesting: requested.nesting }),
    ...(requested.partOf && { partOf: requested.partOf() }),
  };
}

/** A call that is left by its tool, which waits for persons itself. */
export const leftAt = (call: Call): SuspendedAt => ({
  invocationId: call.requested.id,
  keyId: call.requested.caller.keyId ?? null,
  idempotencyKey: call.requested.request.idempotencyKey ?? null,
  tool: call.resolved.version?.manifest.name ?? '',
  version: call.resolved.version?.version ?? '',
  versionId: call.resolved.version?.id ?? '',
  level: call.requested.level,
  approvalId: call.requested.approved?.id ?? null,
  paused: pausedCall(call),
});
