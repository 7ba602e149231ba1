import { deepEqual, equal } from 'node:assert/strict';
import type { RunJournalStore, TakenRun } from '../durable-runs.js';

export interface JournalReplica {
  readonly journal: RunJournalStore;
  /** Its process dies: its lease is over. */
  die(): Promise<void>;
}

export interface RunJournalFixture {
  /** Another replica on the same rows. */
  open(): Promise<JournalReplica>;
}

export interface RunJournalContractCase {
  readonly name: string;
  readonly check: (fixture: RunJournalFixture) => Promise<void>;
}

const hour = 3_600_000;
const kinds = ['work'];
const idsOf = (taken: readonly TakenRun[]): readonly string[] => taken.map(({ id }) => id).sort();

async function takenOne(journal: RunJournalStore): Promise<TakenRun> {
  const [taken, ...others] = await journal.take(kinds, 10);
  deepEqual(others, []);
  if (taken === undefined) throw new Error('nothing is due');
  return taken;
}

/** What every RunJournalStore promises. */
export const runJournalContract: readonly RunJournalContractCase[] = [
  {
    name: 'a run is taken by one replica, and is gone when it has ended',
    check: async ({ open }) => {
      const [one, two] = [(await open()).journal, (await open()).journal];
      await one.wake('work', 'a');
      await two.wake('work', 'b');
      await two.wake('other', 'c');
      const [first, second] = [await one.take(kinds, 1), await two.take(kinds, 10)];
      deepEqual(idsOf([...first, ...second]), ['a', 'b']);
      deepEqual(await one.take(kinds, 10), []);
      equal(await one.end(first[0] as TakenRun), 'written');
      equal(await one.end(first[0] as TakenRun), 'lost');
      await one.wake('work', 'a');
      equal((await takenOne(two)).epoch, 1);
    },
  },
  {
    name: 'a run that is woken while it is executed is executed once more, and no wake is lost',
    check: async ({ open }) => {
      const { journal } = await open();
      await journal.wake('work', 'a');
      const first = await takenOne(journal);
      await journal.wake('work', 'a');
      deepEqual(await journal.take(kinds, 10), []);
      equal(await journal.end(first), 'woken');
      const second = await takenOne(journal);
      await journal.wake('work', 'a');
      equal(await journal.rest(second, { wakeInMs: hour }, 0), 'woken');
      const third = await takenOne(journal);
      equal(await journal.rest(third, { wakeInMs: hour }, 0), 'written');
      deepEqual(await journal.take(kinds, 10), []);
      await journal.wake('work', 'a');
      equal((await takenOne(journal)).epoch, 4);
    },
  },
  {
    name: 'a suspended run is due in its time, and counts its failures in a row',
    check: async ({ open }) => {
      const { journal } = await open();
      await journal.suspend('work', 'a', { wakeInMs: hour });
      await journal.suspend('work', 'b', { wakeInMs: 0 });
      const b = await takenOne(journal);
      deepEqual([b.id, b.failures], ['b', 0]);
      await journal.rest(b, { wakeInMs: 0 }, 3);
      const again = await takenOne(journal);
      deepEqual([again.id, again.failures], ['b', 3]);
      await journal.suspend('work', 'a', { wakeInMs: hour });
      equal((await takenOne(journal)).id, 'a');
    },
  },
  {
    name: 'a signal wakes the runs that wait for its name, and no others',
    check: async ({ open }) => {
      const { journal } = await open();
      await journal.suspend('work', 'a', { wakeInMs: hour, waitsFor: ['x', 'y'] });
      await journal.suspend('work', 'b', { wakeInMs: hour, waitsFor: ['z'] });
      equal(await journal.signal(['none']), 0);
      equal(await journal.signal(['none', 'y']), 1);
      const a = await takenOne(journal);
      equal(a.id, 'a');
      // A signal that comes while it is executed.
      await journal.signal(['x']);
      equal(await journal.rest(a, { wakeInMs: hour }, 0), 'woken');
    },
  },
  {
    name: 'a run that waits for something new is executed once more, so that no signal is missed',
    check: async ({ open }) => {
      const { journal } = await open();
      await journal.wake('work', 'a');
      equal(await journal.rest(await takenOne(journal), { wakeInMs: hour, waitsFor: ['x'] }, 0), 'woken');
      const second = await takenOne(journal);
      equal(await journal.rest(second, { wakeInMs: hour, waitsFor: ['x'] }, 0), 'written');
      equal(await journal.signal(['x']), 1);
      equal(await journal.rest(await takenOne(journal), { wakeInMs: hour, waitsFor: [] }, 0), 'written');
      equal(await journal.signal(['x']), 0);
    },
  },
  {
    name: 'what a dead replica held is taken by another, and the dead one can write nothing more',
    check: async ({ open }) => {
      const [dead, other] = [await open(), await open()];
      await dead.journal.wake('work', 'a');
      const held = await takenOne(dead.journal);
      await other.journal.freeDead();
      deepEqual(await other.journal.take(kinds, 10), []);
      await dead.die();
      await other.journal.freeDead();
      const taken = await takenOne(other.journal);
      equal(taken.epoch, held.epoch + 1);
      equal(await dead.journal.rest(held, { wakeInMs: hour }, 0), 'lost');
      equal(await dead.journal.end(held), 'lost');
      equal(await other.journal.end(taken), 'written');
    },
  },
  {
    name: 'a run that is held from its beginning is taken when its holder has died, and only then',
    check: async ({ open }) => {
      const [dead, other] = [await open(), await open()];
      const [done, lost] = [await dead.journal.hold('work', 'a'), await dead.journal.hold('work', 'b')];
      equal(await dead.journal.hold('work', 'b').catch(() => 'refused'), 'refused');
      equal(await dead.journal.end(done), 'written');
      await other.journal.freeDead();
      deepEqual(await other.journal.take(kinds, 10), []);
      await dead.die();
      await other.journal.freeDead();
      equal((await takenOne(other.journal)).id, 'b');
      equal(await dead.journal.end(lost), 'lost');
    },
  },
  {
    name: 'a replica gives back what it holds, but for what it executes; an earlier taking of its own is refused',
    check: async ({ open }) => {
      const { journal } = await open();
      await journal.wake('work', 'a');
      await journal.wake('work', 'b');
      const held = await journal.take(kinds, 10);
      const a = held.find(({ id }) => id === 'a') as TakenRun;
      const b = held.find(({ id }) => id === 'b') as TakenRun;
      await journal.release([a]);
      equal((await takenOne(journal)).id, 'b');
      equal(await journal.end(b), 'lost');
      equal(await journal.end(a), 'written');
    },
  },
];
