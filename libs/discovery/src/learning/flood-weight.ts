/** Calls of one caller on one day that count in full. */
export const fullCallsADay = 10;

/**
 * What `calls` of one caller on one day weigh together. The first ten count in full; the n-th after them counts about
 * 100/n², so the sum 20 − 100/n never reaches 20. It grows with each call and has no step.
 */
export const callerWeight = (calls: number): number =>
  calls <= fullCallsADay ? calls : 2 * fullCallsADay - fullCallsADay ** 2 / calls;

/** What further calls add to what a caller has made already that day. */
export const addedWeight = (before: number, added: number): number =>
  callerWeight(before + added) - callerWeight(before);
