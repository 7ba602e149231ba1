import type { Call } from '../call.js';
import type { Healing } from '../happened.js';
import type { Edit } from './edit.js';

/** Attempts at mending one call, in all (SPEC section 12). */
export const mostAttempts = 3;

/** The call's own, begun when it is first needed. */
export function healingOf(call: Call): Healing {
  call.happened.healing ??= { attempts: 0, addedMs: 0, tokens: 0, tried: new Set() };
  return call.happened.healing;
}

/** Puts a mended input in the place of a call's own. */
export function mend(call: Call, input: Call['resolved']['input'], edits: readonly Edit[]): void {
  call.resolved.input = input;
  call.resolved.repairs = [...(call.resolved.repairs ?? []), ...edits];
}
