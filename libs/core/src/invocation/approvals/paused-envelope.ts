import type { Envelope } from '@assay/contracts';
import type { Call, Pause } from '../call.js';
import { envelopeOf } from '../envelope.js';

/** The answer to a call that ends for now, because it waits for a person. */
export function pausedEnvelope(call: Call, { status, id, url, invocationId }: Pause): Envelope {
  const { output: _none, provenance, ...envelope } = envelopeOf(call, undefined);
  return {
    ...envelope,
    id: invocationId,
    status,
    approval: { id, url },
    confidence: 0,
    provenance: provenance && { ...provenance, invocationId, confidence: 0 },
  };
}
