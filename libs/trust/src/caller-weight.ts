/** Calls of one caller, of one version on one day, that count. */
export const maxCallsADay = 20;
/** Calls of one other organisation, of one version on one day, that count in the outside view. */
export const maxOrganisationCallsADay = 100;
/** What all calls of the owning organisation weigh together in the outside view, over the whole window. */
export const maxOwnWeight = 3;

/** Calls that are evidence, after discounts. */
export interface Weights {
  readonly calls: number;
  /** Of these, calls that failed through the tool, that met the schema, and that kept the declared p95. */
  readonly faults: number;
  readonly schemaMet: number;
  readonly withinSla: number;
}

export const noWeights: Weights = Object.freeze({ calls: 0, faults: 0, schemaMet: 0, withinSla: 0 });

export const addWeights = (one: Weights, other: Weights): Weights => ({
  calls: one.calls + other.calls,
  faults: one.faults + other.faults,
  schemaMet: one.schemaMet + other.schemaMet,
  withinSla: one.withinSla + other.withinSla,
});

export const timesWeights = (factor: number, { calls, faults, schemaMet, withinSla }: Weights): Weights => ({
  calls: factor * calls,
  faults: factor * faults,
  schemaMet: factor * schemaMet,
  withinSla: factor * withinSla,
});

export const minusWeights = (one: Weights, other: Weights): Weights => addWeights(one, timesWeights(-1, other));

/**
 * Weights scaled down so that they are worth at most `max` calls. All calls are scaled alike, good and bad, so neither
 * those made first nor those made last decide.
 */
export const atMost = (max: number, weights: Weights): Weights =>
  weights.calls <= max ? weights : timesWeights(max / weights.calls, weights);
