import { randomUUID } from 'node:crypto';
import { setImmediate as aTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { durableRunsContract } from './durable-runs.contract.js';
import { FakeClock } from './fake-system.js';
import { InMemoryDurableRuns, RunsKept } from './in-memory-durable-runs.js';
import { InMemoryRunLeases } from './in-memory-run-leases.js';
import { runLeasesContract } from './run-leases.contract.js';

async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    if (await ask()) return;
    await aTurn();
  }
  throw new Error(`It never happened: ${what}.`);
}

describe('InMemoryDurableRuns satisfies the contract of DurableRuns', () => {
  it.each(durableRunsContract)('$name', async ({ check }) => {
    const kept = new RunsKept();
    const open = () => new InMemoryDurableRuns(kept);
    await expect(check({ open, until, id: randomUUID })).resolves.toBeUndefined();
  });
});

describe('InMemoryRunLeases satisfies the contract of RunLeases', () => {
  it.each(runLeasesContract)('$name', async ({ check }) => {
    await expect(check(new InMemoryRunLeases(new FakeClock()))).resolves.toBeUndefined();
  });
});
