import type { Meaning } from './meaning.js';
import type { Outcome } from './outcome.js';
import type { Relation } from './relation.js';
import type { Samples } from './samples.js';
import type { Conjunction, Json } from './shape.js';

/**
 * Whether one shape is certainly included in another; `hints` are instances to try as counter-examples when it is not.
 */
export interface Fit {
  readonly holds: boolean;
  readonly hints: readonly Json[];
}

export type Decide = (giver: Conjunction, taker: Conjunction) => Outcome;

export interface FitContext {
  readonly meaning: Meaning;
  readonly relation: Relation;
  readonly samples: Samples;
  readonly decide: Decide;
}
