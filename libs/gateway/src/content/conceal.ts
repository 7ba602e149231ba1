import type { Envelope } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import type { Call } from '../call.js';
import type { Resolved } from '../resolved.js';
import { hideRevealed, visibleInput } from './reveal-masked.js';

/** The input as its caller gave it: with its placeholders, and before anything was masked. */
export const askedInput = (resolved: Pick<Resolved, 'input' | 'revealed' | 'unmasked'>): Resolved['input'] =>
  resolved.unmasked ?? visibleInput(resolved);

/** A failure without values that only the upstream was to get. */
export function concealedFailure({ resolved: { revealed } }: Call, failure: Failure): Failure {
  return revealed === undefined ? failure : { ...hideRevealed(revealed)(failure), code: failure.code };
}

/** Takes the same out of what the tool said. */
export function concealedAnswer(call: Call): void {
  if (call.resolved.revealed === undefined || call.resolved.answer === undefined) return;
  call.resolved.answer = hideRevealed(call.resolved.revealed)(call.resolved.answer);
  call.resolved.isAltered = true;
}

/** The same of an envelope. */
export const concealedEnvelope = ({ resolved: { revealed } }: Call, envelope: Envelope): Envelope =>
  revealed === undefined ? envelope : hideRevealed(revealed)(envelope);
