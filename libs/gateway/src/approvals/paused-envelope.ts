import type { Envelope } from '@assay/contracts';
import type { Call } from '../call.js';
import { envelopeOf } from '../envelope.js';
import type { Pause } from '../pause.js';

/** The answer to a call that ends for now, because it waits for a person. */
export function pausedEnvelope(call: Call, { status, id, url, invocationId, holds }: Pause): Envelope {
  const { output: _none, provenance, ...envelope } = envelopeOf(call, undefined);
  return {
    ...envelope,
    id: invocationId,
    status,
    approval: { id, url, holds: holds ?? 'call' },
    ...(holds === 'result' && { outcome: 'done' as const }),
    confidence: 0,
    provenance: provenance && { ...provenance, invocationId, confidence: 0 },
  };
}
