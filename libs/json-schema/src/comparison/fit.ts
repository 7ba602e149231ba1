import type { Meaning } from './meaning.js';
import type { Outcome } from './outcome.js';
import type { Relation } from './relation.js';
import type { Samples } from './samples.js';
import type { Conjunction, Json } from './shape.js';

/** Whether one shape is in another, for certain; `hints` are instances worth a look when it is not. */
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
