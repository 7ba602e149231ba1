import type { Failure } from '@assay/kernel';
import { revokedFailure } from '@assay/registry';
import type { Call } from './call.js';

/**
 * How a call really ended: when its version was revoked meanwhile, as that, whatever the tool has answered. The outcome
 * is what the transport knows of the effect: none when the tool was not reached, unknown when the call was cut off, done
 * when an answer had come.
 */
export function revokedMeanwhile(
  call: Call,
  ended: Failure | undefined,
  instead: (call: Call) => readonly string[],
): Failure | undefined {
  const {
    resolved: { version },
    happened: { revocation },
  } = call;
  if (version === undefined || revocation === undefined) return ended;
  const outcome =
    call.resolved.upstreamMs === undefined ? 'none' : ended === undefined ? 'done' : (ended.outcome ?? 'unknown');
  return { ...revokedFailure(version, revocation, instead(call), 'was revoked during the call'), outcome };
}
