import type { Envelope } from '@assay/contracts';
import type { Failure } from '@assay/kernel';
import type { Call } from '../call.js';
import { hideRevealed, visibleInput } from './reveal-masked.js';

/** The input as its caller gave it: with its placeholders, and before anything was masked. */
export const askedInput = (call: Pick<Call, 'input' | 'revealed' | 'unmasked'>): Call['input'] =>
  call.unmasked ?? visibleInput(call);

/** A failure without values that only the upstream was to get. */
export function concealedFailure({ revealed }: Pick<Call, 'revealed'>, failure: Failure): Failure {
  return revealed === undefined ? failure : { ...hideRevealed(revealed)(failure), code: failure.code };
}

/** Takes the same out of what the tool said. */
export function concealedAnswer(call: Call): void {
  if (call.revealed === undefined || call.answer === undefined) return;
  call.answer = hideRevealed(call.revealed)(call.answer);
  call.isAltered = true;
}

/** The same of an envelope. */
export const concealedEnvelope = ({ revealed }: Pick<Call, 'revealed'>, envelope: Envelope): Envelope =>
  revealed === undefined ? envelope : hideRevealed(revealed)(envelope);
