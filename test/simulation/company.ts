import type { Caller } from '@assay/identity';
import { presentTrust } from '@assay/trust';
import { Chance } from './chance.js';
import { anImport, type ImportEvening, ImportedTool } from './imported-tool.js';
import { Market } from './market.js';
import { days, type Standing } from './ninety-days.js';
import { populationOf, type SimulatedTool } from './population.js';
import { VotingCallers } from './voting-callers.js';

const dayMs = 86_400_000;
const partsOfDay = 4;
const organisationId = 'company';

export interface CompanyWorld {
  /** Tools that everybody publishes with a whole contract; none when 0. */
  readonly size: number;
  /** Agents with keys of their own, which the one administrator has made. */
  readonly agents: number;
  readonly seed: string;
}

export interface CompanyResult {
  /** In the inside view. */
  readonly standings: readonly Standing[];
  readonly imported: readonly ImportEvening[];
  readonly calls: number;
  readonly problems: readonly unknown[];
}

/**
 * Ninety days of one organisation: an administrator, or a person, who owns every namespace, has made every key and calls a
 * little, and agents who call and rate. All evidence is the organisation's own.
 */
export async function simulateCompany(world: CompanyWorld): Promise<CompanyResult> {
  const run = new Company(world);
  await run.open();
  for (let day = 0; day < days; day += 1) await run.live(day);
  return run.result();
}

class Company {
  readonly #market: Market;
  readonly #tools: readonly SimulatedTool[];
  readonly #order: Chance;
  readonly #chances = new Map<string, Chance>();
  readonly #votes: VotingCallers;
  readonly #agents: Caller[] = [];
  #owner: Caller | undefined;
  #import: ImportedTool | undefined;
  #calls = 0;

  constructor(private readonly world: CompanyWorld) {
    // Nobody games inside: of twins, the honest one is kept. Nor is anything published too late to be known.
    const population = populationOf(world.size, world.seed).filter((it) => !it.games);
    this.#tools = population.map((it) => ({ ...it, publishedOn: 0 }));
    this.#market = new Market([...this.#tools, anImport(organisationId)], world.seed);
    this.#votes = new VotingCallers(this.#market);
    this.#order = new Chance(`${world.seed} order`);
  }

  async open(): Promise<void> {
    await this.#market.open([organisationId]);
    this.#owner = await this.#market.addCaller('administrator', organisationId);
    for (let index = 0; index < this.world.agents; index += 1)
      this.#agents.push(await this.#market.addCaller(`agent-${index}`, organisationId));
    const owner = { organisationId, principalId: 'administrator' };
    for (const tool of this.#tools) await this.#market.publish(tool, owner);
    this.#import = new ImportedTool(this.#market, anImport(organisationId), this.#agents, this.world.seed);
    await this.#import.open('administrator');
  }

  async live(day: number): Promise<void> {
    const { clock } = this.#market.house;
    this.#market.upstream.day = day;
    const begun = clock.now();
    for (let part = 0; part < partsOfDay; part += 1) {
      await this.#market.verifyDue();
      await this.#callAll(day);
      this.#passUntil(begun + ((part + 1) * dayMs) / partsOfDay - 60_000);
    }
    await this.#market.upkeep();
    await this.#import?.look();
    this.#passUntil(begun + dayMs);
  }

  #passUntil(at: number): void {
    const { clock } = this.#market.house;
    if (clock.now() > at) throw new Error('The calls of a part of the day take longer than that.');
    clock.advance(at - clock.now());
  }

  async #callAll(day: number): Promise<void> {
    const here = this.#tools.filter((it) => it.abandonedOn === null || day < it.abandonedOn);
    const calls = here.flatMap((tool) => {
      const times = this.#chanceOf(tool).poisson(tool.callsADay / partsOfDay);
      return Array.from({ length: times }, () => tool);
    });
    const votes: (() => Promise<void>)[] = [];
    for (const tool of this.#order.shuffle(calls)) {
      const vote = await this.#callOnce(tool);
      if (vote !== undefined) votes.push(vote);
    }
    // The owner tries what it has imported; as a member of the namespace it counts for little.
    await this.#market.call(this.#owner as Caller, anImport(organisationId).name, 20_000);
    this.#calls += 1 + ((await this.#import?.use(1 / partsOfDay)) ?? 0);
    await this.#market.trust.log.flush();
    for (const vote of votes) await vote();
  }

  async #callOnce(tool: SimulatedTool): Promise<(() => Promise<void>) | undefined> {
    const chance = this.#chanceOf(tool);
    this.#calls += 1;
    return this.#votes.call(tool, chance.pick(this.#agents), chance);
  }

  #chanceOf({ name }: SimulatedTool): Chance {
    const chance = this.#chances.get(name) ?? new Chance(`${this.world.seed} calls of ${name}`);
    this.#chances.set(name, chance);
    return chance;
  }

  result(): CompanyResult {
    const { house, trust, problems } = this.#market;
    const look = { view: 'inside', at: house.clock.now(), halfLifeDays: trust.decayed.halfLifeDays } as const;
    const standings = this.#tools.map((tool) => ({ tool, ...presentTrust(this.#market.version(tool.name), look) }));
    return { standings, imported: this.#import?.evenings ?? [], calls: this.#calls, problems };
  }
}
