import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Jobs } from '../jobs.js';

export interface JobsFixture {
  /** Another replica on the same queue, not started. */
  open(): Jobs;
  /** Names of what failed on any replica so far. */
  failed(): readonly string[];
  /** Lets time pass until it is so. */
  until(what: string, isSo: () => boolean): Promise<void>;
}

export interface JobsContractCase {
  readonly name: string;
  readonly check: (fixture: JobsFixture) => Promise<void>;
}

interface Numbered {
  readonly n: number;
}

/** Something that runs until it is released, and what it saw. */
class Gate {
  running = 0;
  highest = 0;
  done = 0;
  #release: (() => void)[] = [];

  readonly enter = (signal?: AbortSignal): Promise<void> => {
    this.running += 1;
    this.highest = Math.max(this.highest, this.running);
    return new Promise<void>((resolve, reject) => {
      this.#release.push(resolve);
      signal?.addEventListener('abort', () => reject(new Error('cut short')));
    }).finally(() => {
      this.running -= 1;
      this.done += 1;
    });
  };

  release(): void {
    for (const run of this.#release.splice(0)) run();
  }
}

const piece = (n: number, key = `key-${n}`) => ({ key, payload: { n } });

/** What every Jobs promises. */
export const jobsContract: readonly JobsContractCase[] = [
  {
    name: 'a piece runs once, on one of the replicas, with its payload',
    check: async ({ open, until }) => {
      const seen: number[] = [];
      const replicas = [open(), open()];
      const queues = replicas.map((it) =>
        it.work<Numbered>({ name: 'work', concurrency: 2, run: async ({ n }) => void seen.push(n) }),
      );
      for (const it of replicas) await it.start();
      for (let n = 0; n < 12; n += 1) await queues[n % 2]?.add([piece(n)]);
      await until('all to have run', () => seen.length >= 12);
      deepEqual(
        seen.sort((a, b) => a - b),
        Array.from({ length: 12 }, (_, n) => n),
      );
      for (const it of replicas) await it.stop();
      equal(
        replicas.flatMap((it) => it.counts()).reduce((sum, { runs }) => sum + runs, 0),
        12,
      );
    },
  },
  {
    name: 'what one replica queued runs on another that starts later, not before its time',
    check: async ({ open, until }) => {
      const seen: string[] = [];
      const run = (replica: string) => async () => void seen.push(replica);
      const first = open();
      const queue = first.work<Numbered>({ name: 'work', concurrency: 1, run: run('first') });
      await first.start();
      await queue.add([{ ...piece(1), afterMs: 1_000 }]);
      await first.stop();
      deepEqual(seen, []);
      const second = open();
      second.work<Numbered>({ name: 'work', concurrency: 1, run: run('second') });
      await second.start();
      await until('it to run', () => seen.length === 1);
      await second.stop();
      deepEqual(seen, ['second']);
    },
  },
  {
    name: 'pieces of one key wait for each other, and one that waits is not queued again',
    check: async ({ open, until }) => {
      const gate = new Gate();
      const seen: number[] = [];
      const jobs = open();
      const queue = jobs.work<Numbered>({
        name: 'work',
        concurrency: 4,
        run: async ({ n }) => {
          await gate.enter();
          seen.push(n);
        },
      });
      await jobs.start();
      await queue.add([piece(1, 'same')]);
      await until('the first to run', () => gate.running === 1);
      await queue.add([piece(2, 'same'), piece(3, 'same')]);
      await queue.add([piece(4, 'other')]);
      await until('the other key to run', () => gate.running === 2);
      gate.release();
      await until('the second to run', () => gate.done === 2 && gate.running === 1);
      gate.release();
      await until('all to have run', () => seen.length === 3);
      await jobs.stop();
      deepEqual([...seen].sort(), [1, 2, 4]);
      equal(gate.highest, 2);
    },
  },
  {
    name: 'a piece that is expedited runs now, also when one of its key waits for later',
    check: async ({ open, until }) => {
      const seen: number[] = [];
      const jobs = open();
      const queue = jobs.work<Numbered>({ name: 'work', concurrency: 1, run: async ({ n }) => void seen.push(n) });
      await jobs.start();
      await queue.add([{ ...piece(1), afterMs: 3_600_000 }]);
      await queue.add([piece(1)]);
      await queue.add([{ ...piece(2), expedite: true }]);
      await until('the other to run', () => seen.length === 1);
      await queue.add([{ ...piece(1), expedite: true }]);
      await until('it to run', () => seen.length === 2);
      await jobs.stop();
      deepEqual(seen, [2, 1]);
    },
  },
  {
    name: 'a group is bounded, and holds up no other group',
    check: async ({ open, until }) => {
      const gates: Record<string, Gate> = { slow: new Gate(), quick: new Gate() };
      const replicas = [open(), open()];
      const queues = replicas.map((it) =>
        it.work<{ group: string }>({
          ...{ name: 'work', concurrency: 4, perGroup: 2 },
          run: ({ group }) => (gates[group] as Gate).enter(),
        }),
      );
      for (const it of replicas) await it.start();
      const of = (group: string, n: number) => ({ key: `${group}-${n}`, payload: { group }, group });
      await queues[0]?.add(Array.from({ length: 6 }, (_, n) => of('slow', n)));
      const { slow, quick } = gates as { slow: Gate; quick: Gate };
      await until('the group to fill its bound', () => slow.running >= 2);
      await queues[1]?.add([of('quick', 1)]);
      await until('the other group to run', () => quick.running === 1);
      quick.release();
      await until('the group to end', () => {
        slow.release();
        return slow.done === 6;
      });
      for (const it of replicas) await it.stop();
      // Two replicas that fetch at the same moment may take the bound each.
      ok(slow.highest <= 2 * replicas.length, `${slow.highest} ran at once`);
    },
  },
  {
    name: 'a piece that fails is tried again, is counted, and holds up no other',
    check: async ({ open, until, failed }) => {
      const seen: string[] = [];
      let attempts = 0;
      const jobs = open();
      const queue = jobs.work<Numbered>({
        name: 'work',
        concurrency: 1,
        run: async ({ n }) => {
          if (n === 2) return void seen.push('other');
          attempts += 1;
          if (attempts === 1) throw new Error('not yet');
          seen.push('again');
        },
      });
      await jobs.start();
      await queue.add([piece(1)]);
      await queue.add([piece(2)]);
      await until('both to have run', () => seen.length === 2);
      await jobs.stop();
      deepEqual(seen, ['other', 'again']);
      deepEqual(failed(), ['work']);
      deepEqual(jobs.counts(), [{ name: 'work', runs: 3, failures: 1 }]);
    },
  },
  {
    name: 'a job recurs, on one replica at a time, and does not pile up while a turn takes long',
    check: async ({ open, until }) => {
      const gate = new Gate();
      const replicas = [open(), open()];
      for (const it of replicas) it.add({ name: 'slow', everyMs: 200, run: (signal) => gate.enter(signal) });
      let other = 0;
      const count = async () => {
        other += 1;
      };
      for (const it of replicas) it.add({ name: 'other', everyMs: 200, run: count });
      for (const it of replicas) await it.start();
      await until('several turns of the other', () => other >= 5);
      equal(gate.running, 1);
      gate.release();
      await until('the next turn', () => gate.done === 1 && gate.running === 1);
      const before = other;
      await until('more turns of the other', () => other >= before + 3);
      equal(gate.running, 1);
      for (const it of replicas) await it.stop();
      equal(gate.highest, 1);
    },
  },
  {
    name: 'a job that fails has its next turn, and others have theirs',
    check: async ({ open, until, failed }) => {
      let fails = 0;
      let other = 0;
      const count = async () => {
        other += 1;
      };
      const jobs = open();
      const failing = async () => {
        fails += 1;
        throw new Error('it fails');
      };
      jobs.add({ name: 'failing', everyMs: 200, run: failing });
      jobs.add({ name: 'other', everyMs: 200, run: count });
      await jobs.start();
      await until('several turns of both', () => fails >= 3 && other >= 3);
      await jobs.stop();
      ok(failed().filter((it) => it === 'failing').length >= 3);
      ok(!failed().includes('other'));
      const counted = jobs.counts().find((it) => it.name === 'failing');
      equal(counted?.failures, counted?.runs);
    },
  },
  {
    name: 'stop aborts what runs and waits for it; a piece that was cut short runs on another replica',
    check: async ({ open, until, failed }) => {
      const gate = new Gate();
      const first = open();
      const queue = first.work<Numbered>({ name: 'work', concurrency: 1, run: (_, signal) => gate.enter(signal) });
      await first.start();
      await queue.add([piece(7)]);
      await until('it to run', () => gate.running === 1);
      await first.stop();
      equal(gate.running, 0);
      const seen: number[] = [];
      const second = open();
      second.work<Numbered>({ name: 'work', concurrency: 1, run: async ({ n }) => void seen.push(n) });
      await second.start();
      await until('the other to run it', () => seen.length === 1);
      await second.stop();
      deepEqual(seen, [7]);
      deepEqual(failed(), []);
    },
  },
];
