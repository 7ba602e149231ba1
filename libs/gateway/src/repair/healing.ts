import type { Call } from '../call.js';
import type { Edit } from './edit.js';

/** What was tried to make a call work; one for all its levels. */
export interface Healing {
  /** Rules applied, models asked, calls made again. */
  attempts: number;
  /** Time that this took, in ms. */
  addedMs: number;
  /** Tokens that models were asked with, and answered. */
  tokens: number;
  /** Digests of the arguments tried already: none is tried twice. */
  readonly tried: Set<string>;
  /** An empty answer that stands when nothing broader gives one. */
  empty?: Call;
}

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
