import type { Call } from '../call.js';
import type { Healing } from '../happened.js';
import type { MendedInput } from '../resolved.js';
import type { Edit } from './edit.js';

/** Attempts at mending one call, in all (SPEC section 12). */
export const mostAttempts = 3;

/** The call's own, begun when it is first needed. */
export function healingOf(call: Call): Healing {
  call.happened.healing ??= { attempts: 0, addedMs: 0, tokens: 0, tried: new Set() };
  return call.happened.healing;
}

/** A mended input in the place of a call's own. */
export const mended = ({ resolved }: Call, input: MendedInput['input'], edits: readonly Edit[]): MendedInput => ({
  input,
  repairs: [...(resolved.repairs ?? []), ...edits],
});
