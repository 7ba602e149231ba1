import { describe, expect, it } from '@jest/globals';
import { FakeClock } from './fake-system.js';
import { InMemoryRunJournal, JournalRows } from './in-memory-run-journal.js';
import { runJournalContract } from './run-journal.contract.js';

describe('InMemoryRunJournal keeps the contract of RunJournalStore', () => {
  it.each(runJournalContract)('$name', async ({ check }) => {
    const rows = new JournalRows(new FakeClock());
    let opened = 0;
    const open = async () => {
      opened += 1;
      const holder = `replica-${opened}`;
      return { journal: new InMemoryRunJournal(rows, holder), die: async () => void rows.alive.delete(holder) };
    };
    await expect(check({ open })).resolves.toBeUndefined();
  });
});
