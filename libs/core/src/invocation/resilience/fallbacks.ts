import type { Call } from '../call.js';
import type { Level, Pace } from './levels.js';

/** A level that may be tried in place of the one before it. */
export interface StandIn extends Omit<Level, 'accuracy'> {
  /** Its place in the hierarchy; the primary is 1. */
  readonly level: number;
  /** Of the version it resolves to now; undefined when it resolves to none for this caller. */
  readonly versionId: string | undefined;
  readonly pace: Pace;
  /** Its accuracy over the primary's, at most 1. */
  readonly accuracy: number;
}

/** What stands in for the tool of a call, best first; empty when nothing does. Answered from memory. */
export interface Fallbacks {
  standIns(call: Call): readonly StandIn[];
}

/** Nothing stands in for anything. */
export const noFallbacks: Fallbacks = { standIns: () => [] };
