import { deepEqual, equal } from 'node:assert/strict';
import type { RunLeases } from '../durable-runs.js';

export interface RunLeasesContractCase {
  readonly name: string;
  readonly check: (leases: RunLeases) => Promise<void>;
}

const long = 60_000;

/** What every RunLeases promises. A lease of zero length expires immediately. */
export const runLeasesContract: readonly RunLeasesContractCase[] = [
  {
    name: 'a replica that renewed is known, and nobody takes what it runs',
    check: async (leases) => {
      equal(await leases.knows('one'), false);
      equal(await leases.renew('one', long), true);
      equal(await leases.knows('one'), true);
      deepEqual(await leases.takeLapsed('two', long), []);
    },
  },
  {
    name: 'one that fell silent is taken by one other, never by itself',
    check: async (leases) => {
      await leases.renew('one', 0);
      deepEqual(await leases.takeLapsed('one', long), []);
      deepEqual(await leases.takeLapsed('two', long), ['one']);
      deepEqual(await leases.takeLapsed('three', long), []);
      deepEqual(await leases.takeLapsed('two', long), ['one']);
    },
  },
  {
    name: 'while it is being taken over it may not continue; afterwards it starts over',
    check: async (leases) => {
      await leases.renew('one', 0);
      await leases.takeLapsed('two', long);
      equal(await leases.renew('one', long), false);
      await leases.settle('one', 'three');
      equal(await leases.renew('one', long), false);
      await leases.settle('one', 'two');
      equal(await leases.knows('one'), false);
      equal(await leases.renew('one', long), true);
    },
  },
  {
    name: 'what a dead taker had taken is taken by the next',
    check: async (leases) => {
      await leases.renew('one', 0);
      deepEqual(await leases.takeLapsed('two', 0), ['one']);
      deepEqual(await leases.takeLapsed('three', long), ['one']);
    },
  },
  {
    name: 'one that ends is taken at once, and stays known',
    check: async (leases) => {
      await leases.renew('one', long);
      await leases.end('one');
      equal(await leases.knows('one'), true);
      deepEqual(await leases.takeLapsed('two', long), ['one']);
    },
  },
];
