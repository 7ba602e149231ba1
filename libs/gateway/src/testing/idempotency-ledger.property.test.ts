import { hourMs } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Claim, KeptResult } from '../idempotency/idempotency-ledger.js';
import { InMemoryIdempotencyLedger } from './in-memory-idempotency-ledger.js';

/** One thing a process does with the one key there is. */
type Step =
  | { readonly does: 'claim' | 'reach' | 'finish' | 'free' | 'leave' | 'die'; readonly process: number }
  | { readonly does: 'wait'; readonly hours: number };

const processes = 3;
const reach = { versionId: 'v', tool: 'acme/pay', version: '1.0.0', repeatable: false };

const steps = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        does: fc.constantFrom('claim', 'claim', 'reach', 'finish', 'free', 'leave', 'die'),
        process: fc.nat(processes - 1),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('wait'), hours: fc.integer({ min: 1, max: 25 }) }) },
  ) as fc.Arbitrary<Step>,
  { maxLength: 40 },
);

/** What must be true of one key, kept beside the ledger in the simplest words. */
class World {
  readonly #first = new InMemoryIdempotencyLedger();
  readonly #ledgers = [this.#first, this.#first.another(), this.#first.another()];
  readonly #claims: (Claim | undefined)[] = [];
  #holder: number | undefined;
  /** The holder's lease has lapsed: what it holds is its own until somebody takes it over. */
  #lapsed = false;
  #reached = false;
  #result: string | undefined;
  #since = 0;
  #now = 0;
  #calls = 0;

  async take(step: Step): Promise<void> {
    if (step.does === 'wait') {
      this.#now += step.hours * hourMs;
      return;
    }
    const { process, does } = step;
    if (does === 'claim') await this.#claim(process);
    else if (does === 'die') this.#die(process);
    else await this.#use(process, does);
  }

  async #claim(process: number): Promise<void> {
    this.#calls += 1;
    const invocationId = `call-${this.#calls}`;
    const use = { organisationId: 'o', principalId: 'p', key: 'k', requestDigest: 'd', invocationId };
    const answer = await this.#ledger(process).claim(use, this.#now);
    const isOver = this.#calls === 1 || this.#now - this.#since >= 24 * hourMs;
    if (this.#holder !== undefined && !this.#lapsed) {
      expect(answer.state).toBe('running');
      return;
    }
    if (this.#result !== undefined && !isOver) {
      expect(answer).toMatchObject({ state: 'finished', result: { envelope: { id: this.#result } } });
      return;
    }
    if (answer.state !== 'claimed') throw new Error(`Nobody holds the key, and it is ${answer.state}.`);
    if (isOver) this.#begin();
    expect(answer.earlier !== null).toBe(this.#reached);
    this.#holder = process;
    this.#lapsed = false;
    this.#claims[process] = answer.claim;
  }

  async #use(process: number, does: 'reach' | 'finish' | 'free' | 'leave'): Promise<void> {
    const claim = this.#claims[process];
    if (claim === undefined) return;
    const isMine = this.#holder === process;
    const ledger = this.#ledger(process);
    if (does === 'reach') expect(await ledger.reach(claim, reach)).toBe(isMine);
    else if (does === 'finish') expect(await ledger.finish(claim, resultOf(claim), false)).toBe(isMine);
    else await ledger.release(claim, does === 'leave');
    if (!isMine) return;
    if (does === 'reach') {
      this.#reached = true;
      return;
    }
    this.#holder = undefined;
    if (does === 'finish') this.#result = claim.invocationId;
    if (does === 'free') this.#since = Number.NEGATIVE_INFINITY;
  }

  /** Or is silent for so long that it counts as dead; what it does afterwards with its claims is up to their fences. */
  #die(process: number): void {
    this.#ledger(process).die();
    this.#ledgers[process] = this.#first.another();
    if (this.#holder === process) this.#lapsed = true;
  }

  #begin(): void {
    this.#since = this.#now;
    this.#reached = false;
    this.#result = undefined;
  }

  #ledger = (process: number): InMemoryIdempotencyLedger => this.#ledgers[process] as InMemoryIdempotencyLedger;
}

const resultOf = ({ invocationId }: Claim): KeptResult => ({
  failure: null,
  envelope: { id: invocationId } as KeptResult['envelope'],
});

describe('a key, whatever happens to it', () => {
  it('has one holder at a time, one result for 24 h, and does not forget what may have been reached', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const world = new World();
        for (const step of taken) await world.take(step);
      }),
      { numRuns: 500 },
    );
  });
});
