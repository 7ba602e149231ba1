import type { Call } from '../call.js';
import type { Healing } from '../happened.js';
import type { RepairedInput } from '../resolved.js';
import type { Edit } from './edit.js';

/** Maximum attempts at repairing one call, in total (SPEC section 12). */
export const maxAttempts = 3;

/** The call's own, begun when it is first needed. */
export function healingOf(call: Call): Healing {
  call.happened.healing ??= { attempts: 0, addedMs: 0, tokens: 0, tried: new Set() };
  return call.happened.healing;
}

/** A repaired input, in place of the call's own. */
export const repaired = ({ resolved }: Call, input: RepairedInput['input'], edits: readonly Edit[]): RepairedInput => ({
  input,
  repairs: [...(resolved.repairs ?? []), ...edits],
});
