import type { Call } from '../call.js';
import { askedInput } from '../content/conceal.js';
import type { PausedCall, SuspendedAt } from './approval.js';

/** What is needed to go on with a call that ends for now. */
export function pausedCall(call: Call): PausedCall {
  const { requested } = call;
  return {
    request: call.request,
    traceId: requested.traceId,
    ...(requested.baggage !== undefined && { baggage: requested.baggage }),
    scopes: [...call.caller.scopes],
    namespaces: call.caller.namespaces,
    input: askedInput(call),
    ...(call.shown && { shown: call.shown }),
    ...(call.withheld && { withheld: call.withheld }),
    ...(requested.fixed && { fixed: requested.fixed }),
    repairs: call.repairs ?? null,
    accuracy: call.accuracy,
    attempted: call.attempted,
    standIns: call.standIns ?? null,
    warnings: call.warnings,
    startedAt: requested.begunAt ?? requested.startedAt,
    ...(requested.isWhole && { isWhole: true }),
    ...(requested.nesting && { nesting: requested.nesting }),
    ...(requested.partOf && { partOf: requested.partOf() }),
  };
}

/** A call that is left by its tool, which waits for persons itself. */
export const leftAt = (call: Call): SuspendedAt => ({
  invocationId: call.id,
  keyId: call.caller.keyId ?? null,
  idempotencyKey: call.request.idempotencyKey ?? null,
  tool: call.version?.manifest.name ?? '',
  version: call.version?.version ?? '',
  versionId: call.version?.id ?? '',
  level: call.level,
  approvalId: call.approved?.id ?? null,
  paused: pausedCall(call),
});
