import type { Verdict } from './candidate.js';

/** Tools whose circuit is open come behind those that respond; else the order stays. */
export const respondingFirst = <T extends { readonly verdict: Verdict }>(tools: readonly T[]): T[] => [
  ...tools.filter(({ verdict }) => verdict.openUntil === null),
  ...tools.filter(({ verdict }) => verdict.openUntil !== null),
];
