/**
 * Where a reference leads: to the input of the whole run, to what the plan it stands in was handed (for a run's own plan
 * the same), or to the output of a node of that plan, by its position.
 */
export type Source = 'input' | 'incoming' | number;
