import type { Caller } from '@assay/identity';
import { patienceMs } from './behaviour.js';
import type { Chance } from './chance.js';
import type { Market } from './market.js';
import type { SimulatedTool } from './population.js';

/** Share of calls whose input is wrong: their callers are to blame. */
const mistakenShare = 0.02;
/** Share of calls whose caller votes, by what it has met so far. */
const votedShare = 0.01;

/** Callers who sometimes send a wrong input, and sometimes vote on what they have met. */
export class VotingCallers {
  readonly #market: Market;
  readonly #experience = new Map<string, { good: number; calls: number }>();

  constructor(market: Market) {
    this.#market = market;
  }

  /** One call; resolves to the vote that follows it, when there is one. */
  async call(tool: SimulatedTool, caller: Caller, chance: Chance): Promise<(() => Promise<void>) | undefined> {
    const patience = patienceMs(tool.p99Ms, chance.next());
    const isMistaken = chance.next() < mistakenShare;
    const votes = chance.next() < votedShare;
    const isGood = await this.#market.call(caller, tool.name, patience, isMistaken ? 7 : 'tea');
    if (isMistaken) return undefined;
    const key = `${caller.principalId} ${tool.name}`;
    const met = this.#experience.get(key) ?? { good: 0, calls: 0 };
    this.#experience.set(key, met);
    met.calls += 1;
    met.good += Number(isGood);
    return votes ? () => this.#market.rate(caller, tool.name, 1 + Math.round((4 * met.good) / met.calls)) : undefined;
  }
}
