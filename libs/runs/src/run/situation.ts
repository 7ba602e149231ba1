import type { Situation } from '../predicate.js';
import type { Scope } from './scope.js';
import type { Sources } from './sources.js';

/** What a predicate of a plan's node is asked about, which was handed `prev`. */
export const situationOf = (
  { run, incoming }: Scope,
  { outcomes }: Sources,
  output: unknown,
  prev: unknown = incoming,
): Situation => ({
  input: run.input,
  output,
  prev,
  steps: outcomes.map((it) => (it?.status === 'succeeded' ? it.output : null)),
  now: new Date(run.wallClock()),
});
