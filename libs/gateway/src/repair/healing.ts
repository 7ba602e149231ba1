import type { Call } from '../call.js';
import type { Edit } from './edit.js';

/** Attempts at mending one call, in all (SPEC section 12). */
export const mostAttempts = 3;

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

/** The call's own, begun when it is first needed. */
export function healingOf(call: Call): Healing {
  call.healing ??= { attempts: 0, addedMs: 0, tokens: 0, tried: new Set() };
  return call.healing;
}

/** Puts a mended input in the place of a call's own. */
export function mend(call: Call, input: Call['input'], edits: readonly Edit[]): void {
  call.input = input;
  call.repairs = [...(call.repairs ?? []), ...edits];
}
