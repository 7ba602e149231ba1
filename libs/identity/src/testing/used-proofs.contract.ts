import { deepEqual, equal } from 'node:assert/strict';
import type { UsedProofs } from '../used-proofs.js';

export interface UsedProofsContractCase {
  readonly name: string;
  readonly check: (used: UsedProofs) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22, 9, 0, 0, 7);
const goodUntil = at + 30_000;

/** What every UsedProofs promises. */
export const usedProofsContract: readonly UsedProofsContractCase[] = [
  {
    name: 'a timestamp of a domain is taken once, to the millisecond',
    check: async (used) => {
      equal(await used.take('example.com', at, goodUntil, at), true);
      equal(await used.take('example.com', at, goodUntil, at + 1), false);
      equal(await used.take('example.com', at + 1, goodUntil, at), true);
      equal(await used.take('example.org', at, goodUntil, at), true);
    },
  },
  {
    name: 'of many who take it at once one does',
    check: async (used) => {
      const taken = await Promise.all(Array.from({ length: 10 }, () => used.take('example.com', at, goodUntil, at)));
      deepEqual(taken.filter(Boolean), [true]);
    },
  },
  {
    name: 'it is remembered for as long as it is good',
    check: async (used) => {
      await used.take('example.com', at, goodUntil, at);
      equal(await used.take('example.net', at, goodUntil, goodUntil), true);
      equal(await used.take('example.com', at, goodUntil, goodUntil), false);
      await used.take('example.net', at + 5, goodUntil, goodUntil + 1);
      equal(await used.take('example.com', at, goodUntil, goodUntil + 2), true);
    },
  },
];
