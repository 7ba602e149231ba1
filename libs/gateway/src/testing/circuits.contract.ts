import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Admission, Circuits, Refusal } from '../resilience/circuits.js';
import type { CircuitResult } from '../resilience/fault-streak.js';

/** Circuit breakers on a clock that the test moves, with the settings of SPEC section 12. */
export interface CircuitsFixture {
  readonly circuits: Circuits;
  /** Another replica of the same installation; the same one where there is only one. */
  readonly other: Circuits;
  advance(ms: number): Promise<void> | void;
  /** Resolves when every replica has received all reports. */
  settle(): Promise<void> | void;
}

export interface CircuitsContractCase {
  readonly name: string;
  readonly check: (fixture: CircuitsFixture) => Promise<void>;
}

const isRefused = (answer: Admission | Refusal): answer is Refusal => 'retryAfterMs' in answer;

async function admitted(circuits: Circuits, id: string): Promise<Admission> {
  const answer = await circuits.admit(id);
  if (isRefused(answer)) throw new Error(`${id} is refused for ${answer.retryAfterMs} ms`);
  return answer;
}

async function refused(circuits: Circuits, id: string): Promise<Refusal> {
  const answer = await circuits.admit(id);
  if (!isRefused(answer)) throw new Error(`${id} is let through`);
  return answer;
}

/** So many calls with the same end, by the replicas in turn. */
async function calls({ circuits, other }: CircuitsFixture, id: string, times: number, end: 'succeeded' | 'failed') {
  for (let turn = 0; turn < times; turn += 1) (await admitted(turn % 2 === 0 ? circuits : other, id))[end]();
}

/** One call, by whom and with what, and how it ended; false when it was not let through. */
async function one(circuits: Circuits, id: string, by: string, result: CircuitResult): Promise<boolean> {
  const [caller = '', digest = ''] = by.split(' ');
  const answer = await circuits.admit(id, 0, { caller, digest });
  if (isRefused(answer)) return false;
  if (result === 'success') answer.succeeded();
  else answer.failed(result);
  return true;
}

/** Calls by the replicas in turn, each reported before the next. */
async function inTurn(fixture: CircuitsFixture, id: string, made: readonly (readonly [string, CircuitResult])[]) {
  for (const [turn, [by, result]] of made.entries()) {
    await one(turn % 2 === 0 ? fixture.circuits : fixture.other, id, by, result);
    await fixture.settle();
  }
  return fixture.other.stateOf(id);
}

const times = (count: number, by: (at: number) => string, result: CircuitResult) =>
  Array.from({ length: count }, (_, at) => [by(at), result] as const);

async function opened(fixture: CircuitsFixture, id: string): Promise<void> {
  await calls(fixture, id, 10, 'failed');
  await fixture.settle();
}

/** What every Circuits promises. */
export const circuitsContract: readonly CircuitsContractCase[] = [
  {
    name: 'stays closed while fewer than ten calls were made, and at half of them failing',
    check: async (fixture) => {
      await calls(fixture, 'v', 9, 'failed');
      await fixture.settle();
      equal(fixture.other.isOpen('v'), false);
      await calls(fixture, 'v', 9, 'succeeded');
      await fixture.settle();
      (await admitted(fixture.circuits, 'v')).nothing();
    },
  },
  {
    name: 'opens for everybody when more than half of ten calls failed, on whichever replica, and for nobody else',
    check: async (fixture) => {
      await calls(fixture, 'v', 4, 'succeeded');
      await calls(fixture, 'v', 6, 'failed');
      await fixture.settle();
      for (const circuits of [fixture.circuits, fixture.other]) {
        const { retryAfterMs } = await refused(circuits, 'v');
        ok(retryAfterMs > 4_000 && retryAfterMs <= 5_000, `refused for ${retryAfterMs} ms`);
        deepEqual([circuits.isOpen('v'), circuits.stateOf('v')], [true, 'OPEN']);
        (await admitted(circuits, 'w')).nothing();
      }
    },
  },
  {
    name: 'what left the window counts no more',
    check: async (fixture) => {
      await calls(fixture, 'v', 8, 'failed');
      await fixture.settle();
      await fixture.advance(66_000);
      await calls(fixture, 'v', 3, 'failed');
      await fixture.settle();
      equal(fixture.circuits.stateOf('v'), 'CLOSED');
    },
  },
  {
    name: 'lets one probe through when its time is over, for any replica',
    check: async (fixture) => {
      const { circuits, other } = fixture;
      await opened(fixture, 'v');
      await fixture.advance(5_500);
      equal(other.stateOf('v'), 'HALF_OPEN');
      const asked = await Promise.all([0, 1, 2, 3].map((turn) => (turn % 2 === 0 ? circuits : other).admit('v')));
      const probes = asked.filter((it) => !isRefused(it)) as Admission[];
      deepEqual([probes.length, probes[0]?.isProbe], [1, true]);
    },
  },
  {
    name: 'a good probe closes it and clears the window',
    check: async (fixture) => {
      await opened(fixture, 'v');
      await fixture.advance(5_500);
      (await admitted(fixture.other, 'v')).succeeded();
      await fixture.settle();
      await calls(fixture, 'v', 9, 'failed');
      await fixture.settle();
      deepEqual([fixture.circuits.stateOf('v'), fixture.other.stateOf('v')], ['CLOSED', 'CLOSED']);
    },
  },
  {
    name: 'a bad probe opens it for twice as long, up to five minutes',
    check: async (fixture) => {
      await opened(fixture, 'v');
      for (const ms of [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
        await fixture.advance((await refused(fixture.circuits, 'v')).retryAfterMs + 500);
        (await admitted(fixture.circuits, 'v')).failed();
        await fixture.settle();
        const { retryAfterMs } = await refused(fixture.other, 'v');
        ok(retryAfterMs > ms - 1_000 && retryAfterMs <= ms, `refused for ${retryAfterMs} ms, not ${ms}`);
      }
    },
  },
  {
    name: 'a probe that says nothing leaves the next one free, and one that never comes back its lease',
    check: async (fixture) => {
      await opened(fixture, 'v');
      await fixture.advance(5_500);
      (await admitted(fixture.circuits, 'v')).nothing();
      await fixture.settle();
      const lost = await admitted(fixture.other, 'v');
      ok((await refused(fixture.circuits, 'v')).retryAfterMs <= 60_000);
      await fixture.advance(61_000);
      const next = await admitted(fixture.circuits, 'v');
      lost.succeeded();
      await fixture.settle();
      equal(fixture.circuits.stateOf('v'), 'HALF_OPEN');
      next.succeeded();
      await fixture.settle();
      equal(fixture.other.stateOf('v'), 'CLOSED');
    },
  },
  {
    name: 'one set of arguments opens nothing while others succeed',
    check: async (fixture) => {
      const good = times(3, () => 'ann fine', 'success');
      equal(await inTurn(fixture, 'v', [...good, ...times(12, () => 'bob poison', 'error')]), 'CLOSED');
      equal(await inTurn(fixture, 'w', [...good, ...times(12, (at) => `bob bad${at % 2}`, 'error')]), 'OPEN');
    },
  },
  {
    name: 'opened by one set of arguments, it takes others at once as its probe, and is closed by their success',
    check: async (fixture) => {
      equal(
        await inTurn(
          fixture,
          'v',
          times(10, () => 'bob poison', 'error'),
        ),
        'OPEN',
      );
      equal(await one(fixture.circuits, 'v', 'bob poison', 'error'), false);
      equal(await one(fixture.other, 'v', 'ann fine', 'success'), true);
      await fixture.settle();
      equal(fixture.circuits.stateOf('v'), 'CLOSED');
      // The others' success is remembered: the same poison does not open it again.
      equal(
        await inTurn(
          fixture,
          'v',
          times(12, () => 'bob poison', 'error'),
        ),
        'CLOSED',
      );
    },
  },
  {
    name: 'an early probe that fails shows that it is not about the arguments',
    check: async (fixture) => {
      await inTurn(
        fixture,
        'v',
        times(10, () => 'bob poison', 'error'),
      );
      equal(await one(fixture.other, 'v', 'ann fine', 'error'), true);
      await fixture.settle();
      equal(await one(fixture.circuits, 'v', 'eve other', 'success'), false);
    },
  },
  {
    name: 'three connection failures in a row open it, and a success between them starts again',
    check: async (fixture) => {
      const failing = times(2, () => 'ann a', 'connection');
      equal(await inTurn(fixture, 'v', [...failing, ['ann a', 'success'], ...failing]), 'CLOSED');
      equal(await inTurn(fixture, 'v', [['ann a', 'connection']]), 'OPEN');
    },
  },
  {
    name: 'three time-outs in a row open it with different arguments or callers, one slow argument does not',
    check: async (fixture) => {
      equal(
        await inTurn(
          fixture,
          'v',
          times(6, () => 'ann slow', 'timeout'),
        ),
        'CLOSED',
      );
      equal(
        await inTurn(
          fixture,
          'w',
          times(3, (at) => `ann slow${at}`, 'timeout'),
        ),
        'OPEN',
      );
      equal(
        await inTurn(
          fixture,
          'x',
          times(3, (at) => `caller${at} slow`, 'timeout'),
        ),
        'OPEN',
      );
    },
  },
  {
    name: 'lists what was called, and closes what is reset',
    check: async (fixture) => {
      await opened(fixture, 'v');
      await calls(fixture, 'w', 2, 'succeeded');
      await fixture.settle();
      const listed = [...fixture.circuits.list()].map(({ versionId, state, calls: counted, failures, openings }) => ({
        ...{ versionId, state, counted, failures, openings },
      }));
      const byId = (id: string) => listed.find((it) => it.versionId === id);
      deepEqual(byId('v'), { versionId: 'v', state: 'OPEN', counted: 10, failures: 10, openings: 1 });
      await fixture.other.reset('v');
      await fixture.circuits.reset('v');
      await fixture.settle();
      deepEqual([fixture.circuits.stateOf('v'), fixture.other.stateOf('v')], ['CLOSED', 'CLOSED']);
      (await admitted(fixture.circuits, 'v')).nothing();
    },
  },
];
