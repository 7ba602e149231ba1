/** Calls of one caller, of one version and on one day, that count in full. */
export const fullCallsADay = 10;

/**
 * What `calls` of one caller on one day weigh together. The first ten count in full; the n-th after them counts about
 * 100/n², so that the sum 20 − 100/n never reaches 20: whoever floods a tool, with successes or with failures, says less
 * than twice as much as somebody who calls it ten times. It grows with each call and has no step.
 */
export const callerWeight = (calls: number): number =>
  calls <= fullCallsADay ? calls : 2 * fullCallsADay - fullCallsADay ** 2 / calls;

/** What further calls add to what a caller has made already that day. */
export const addedWeight = (before: number, added: number): number =>
  callerWeight(before + added) - callerWeight(before);

/**
 * The most that all calls by the provider's own organisation weigh together, however many there are. It is that small
 * because they are the cheapest to make: three perfect calls lift a new tool by less than 0.03 (see the tests).
 */
export const mostOwnWeight = 3;

/** The factor on a weight of the provider's own calls. */
export const ownShare = (weight: number): number => (weight <= mostOwnWeight ? 1 : mostOwnWeight / weight);
