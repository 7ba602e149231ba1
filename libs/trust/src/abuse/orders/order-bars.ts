/** From this logit on a sentence alone makes a finding; measured on ordinary results, see test/bench/abuse.mjs. */
export const orderBar = -0.5;
/** From here on a sentence supports rules that look for subjects (keys, commands, other tools). */
export const weakBar = -0.7;
/** From here on it may be an order at all, and supports rules that look for the words of one. */
export const faintBar = -1.2;
/**
 * What a text of twice as many sentences takes more. One of them reaches a bar by accident more often, in a long document than in
 * a short answer.
 */
export const perDoubling = 0.3;
