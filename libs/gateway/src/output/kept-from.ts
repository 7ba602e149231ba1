import { isoTime } from '@assay/kernel';
import type { Call } from '../call.js';
import { confidenceOf } from '../envelope.js';
import type { KeptFrom } from './keep-output.js';

/** Of a call's result. */
export function keptFrom(call: Call): KeptFrom {
  return {
    caller: call.requested.caller,
    session: call.requested.request.session,
    tool: call.resolved.version?.manifest.name ?? '',
    version: call.resolved.version?.version ?? '',
    invocationId: call.requested.id,
    at: isoTime(call.requested.startedAt),
    source: call.resolved.answer?.source ?? '',
    freshness: call.resolved.cached === undefined ? 'live' : 'cached',
    confidence: confidenceOf(call),
    findings: [...new Set((call.resolved.findings ?? []).map(({ rule }) => rule))],
  };
}
