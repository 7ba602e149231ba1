import type { Envelope } from '@assay/contracts';
import { isoTime } from '@assay/kernel';
import type { Call } from '../call.js';
import { envelopeOf } from '../envelope.js';
import type { ApprovalPause, Pause, SchedulePause } from '../pause.js';

/** The answer to a call that ends for now, because it waits for a person or for its time. */
export function pausedEnvelope(call: Call, pause: Pause): Envelope {
  const { output: _none, provenance, ...envelope } = envelopeOf(call, undefined);
  const { status, invocationId } = pause;
  return {
    ...envelope,
    id: invocationId,
    status,
    ...(status === 'scheduled' ? scheduled(pause) : awaiting(pause)),
    confidence: 0,
    provenance: provenance && { ...provenance, invocationId, confidence: 0 },
  };
}

const scheduled = ({ notBefore }: SchedulePause): Partial<Envelope> => ({ notBefore: isoTime(notBefore) });

const awaiting = ({ id, url, holds }: ApprovalPause): Partial<Envelope> => ({
  approval: { id, url, holds: holds ?? 'call' },
  ...(holds === 'result' && { outcome: 'done' as const }),
});
