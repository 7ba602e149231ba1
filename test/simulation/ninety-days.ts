import type { Caller } from '@assay/identity';
import { presentTrust } from '@assay/trust';
import { Chance } from './chance.js';
import { anImport, type ImportEvening, ImportedTool } from './imported-tool.js';
import { Market } from './market.js';
import { populationOf, type SimulatedTool } from './population.js';
import { friendOfTheTool } from './upstream.js';
import { VotingCallers } from './voting-callers.js';

export const days = 90;
const dayMs = 86_400_000;
const partsOfDay = 4;
const organisations = 24;
/** The organisation that imports a tool for its own people. */
const importer = 'strangers-0';
const strangersOfEach = 6;
/** What a provider that games has: people of its own, and those of one other organisation. */
const accomplices = 20;
const selfCallsADay = 200;
const fakeVotesFrom = 5;

/** How an abandoned tool stood on an evening after that, and whether it was found then. */
export interface Evening {
  readonly at: number;
  readonly base: number;
  readonly t0: number;
  readonly isFound: boolean;
}

/** How a tool stands at the end. */
export interface Standing {
  readonly tool: SimulatedTool;
  readonly base: number;
  readonly score: number;
  readonly confidence: number;
}

export interface Simulated {
  readonly standings: readonly Standing[];
  readonly evenings: ReadonlyMap<SimulatedTool, readonly Evening[]>;
  /** Tools of good quality that people still call, and whether they are found on the last evening. */
  readonly goodFound: readonly boolean[];
  readonly calls: number;
  /** Versions whose owners were notified of fading, once for each time. */
  readonly fading: readonly string[];
  /** A good imported tool of one of the organisations, on each evening. */
  readonly imported: readonly ImportEvening[];
  readonly problems: readonly unknown[];
}

/** Ninety days of strangers who call and rate, of providers who game, of verification and of the daily jobs. */
export async function simulate(size: number, seed: string): Promise<Simulated> {
  const run = new Run(populationOf(size, seed), seed);
  await run.open();
  for (let day = 0; day < days; day += 1) await run.live(day);
  return run.result();
}

class Run {
  readonly #market: Market;
  readonly #order: Chance;
  readonly #chances = new Map<string, Chance>();
  readonly #strangers: Caller[] = [];
  /** Those who help a tool that games: its provider's own people, and friends elsewhere. */
  readonly #helpers = new Map<string, { readonly own: Caller[]; readonly friends: Caller[] }>();
  readonly #votes: VotingCallers;
  readonly #evenings = new Map<SimulatedTool, Evening[]>();
  #calls = 0;
  #import: ImportedTool | undefined;

  constructor(
    private readonly tools: readonly SimulatedTool[],
    private readonly seed: string,
  ) {
    this.#market = new Market([...tools, anImport(importer)], seed);
    this.#votes = new VotingCallers(this.#market);
    this.#order = new Chance(`${seed} order`);
  }

  async open(): Promise<void> {
    const names = Array.from({ length: organisations }, (_, index) => `strangers-${index}`);
    await this.#market.open(names);
    for (const name of names)
      for (let index = 0; index < strangersOfEach; index += 1)
        this.#strangers.push(await this.#market.addCaller(`${name}-${index}`, name));
    for (const tool of this.tools.filter((it) => it.games)) await this.#recruit(tool);
    const users = this.#strangers.filter((it) => it.organisationId === importer);
    await this.#market.addCaller('importer', importer);
    this.#import = new ImportedTool(this.#market, anImport(importer), users, this.seed);
    await this.#import.open('importer');
  }

  async #recruit({ provider, name }: SimulatedTool): Promise<void> {
    await this.#market.addProvider(provider);
    const elsewhere = `friends-of-${provider}`;
    await this.#market.house.addOrganisation({ id: elsewhere, name: elsewhere, createdAt: 0 });
    const recruits = async (organisation: string) => {
      const callers: Caller[] = [];
      for (let index = 0; index < accomplices; index += 1)
        callers.push(await this.#market.addCaller(`${friendOfTheTool}-${organisation}-${index}`, organisation));
      return callers;
    };
    this.#helpers.set(name, { own: await recruits(provider), friends: await recruits(elsewhere) });
  }

  async live(day: number): Promise<void> {
    this.#market.upstream.day = day;
    const begun = this.#market.house.clock.now();
    for (const tool of this.tools) if (tool.publishedOn === day) await this.#market.publish(tool);
    for (let part = 0; part < partsOfDay; part += 1) {
      await this.#market.verifyDue();
      await this.#callAll(day);
      this.#passUntil(begun + ((part + 1) * dayMs) / partsOfDay - 60_000);
    }
    await this.#market.upkeep();
    await this.#look(day);
    await this.#import?.look();
    this.#passUntil(begun + dayMs);
  }

  #passUntil(at: number): void {
    const { clock } = this.#market.house;
    if (clock.now() > at) throw new Error('The calls of a part of the day take longer than that.');
    clock.advance(at - clock.now());
  }

  async #callAll(day: number): Promise<void> {
    const here = this.tools.filter((it) => it.publishedOn <= day && (it.abandonedOn === null || day < it.abandonedOn));
    const calls = here.flatMap((tool) => {
      const times = this.#chanceOf(tool).poisson(tool.callsADay / partsOfDay);
      return Array.from({ length: times }, () => tool);
    });
    const votes: (() => Promise<void>)[] = [];
    for (const tool of this.#order.shuffle(calls)) {
      const vote = await this.#callOnce(tool);
      if (vote !== undefined) votes.push(vote);
    }
    for (const tool of here.filter((it) => it.games)) await this.#game(tool, day);
    this.#calls += (await this.#import?.use(1 / partsOfDay)) ?? 0;
    await this.#market.trust.log.flush();
    for (const vote of votes) await vote();
  }

  /** A stranger's call; what it votes, when it does. */
  async #callOnce(tool: SimulatedTool): Promise<(() => Promise<void>) | undefined> {
    const chance = this.#chanceOf(tool);
    this.#calls += 1;
    return this.#votes.call(tool, chance.pick(this.#strangers), chance);
  }

  async #game(tool: SimulatedTool, day: number): Promise<void> {
    const helpers = this.#helpers.get(tool.name);
    if (helpers === undefined) return;
    if (tool.kind === 'gaming by self-calls') {
      for (let made = 0; made < selfCallsADay / partsOfDay; made += 1) await this.#help(helpers.own, made, tool);
    } else if (day === fakeVotesFrom) {
      const all = [...helpers.own, ...helpers.friends];
      for (let index = 0; index < all.length; index += 1) await this.#help(all, index, tool);
      await this.#market.trust.log.flush();
      for (const helper of all) await this.#market.rate(helper, tool.name, 5);
    }
  }

  #help(helpers: readonly Caller[], index: number, tool: SimulatedTool): Promise<boolean> {
    this.#calls += 1;
    return this.#market.call(helpers[index % helpers.length] as Caller, tool.name, 30_000);
  }

  /** Twins are called by the same strangers at the same times. */
  #chanceOf({ name, twin }: SimulatedTool): Chance {
    const chance = this.#chances.get(name) ?? new Chance(`${this.seed} calls of ${twin ?? name}`);
    this.#chances.set(name, chance);
    return chance;
  }

  async #look(day: number): Promise<void> {
    const at = this.#market.house.clock.now();
    for (const tool of this.tools) {
      if (tool.abandonedOn === null || day < tool.abandonedOn) continue;
      const { base, t0 } = this.#standingOf(tool);
      const evening = { at, base, t0, isFound: await this.#isFound(tool) };
      this.#evenings.set(tool, [...(this.#evenings.get(tool) ?? []), evening]);
    }
  }

  #isFound = (tool: SimulatedTool) => this.#market.isFound(this.#strangers[0] as Caller, tool);

  #standingOf = ({ name }: SimulatedTool) =>
    presentTrust(this.#market.version(name), {
      view: 'outside',
      at: this.#market.house.clock.now(),
      halfLifeDays: this.#market.trust.halfLifeDays,
    });

  async result(): Promise<Simulated> {
    const goodFound: boolean[] = [];
    for (const tool of this.tools.filter((it) => it.kind === 'good')) goodFound.push(await this.#isFound(tool));
    const standings = this.tools.map((tool) => ({ tool, ...this.#standingOf(tool) }));
    const { problems, notices } = this.#market;
    const fading = notices.sent.filter(({ kind }) => kind === 'trust.fading').map(({ subject }) => subject);
    return {
      standings,
      evenings: this.#evenings,
      goodFound,
      fading,
      calls: this.#calls,
      imported: this.#import?.evenings ?? [],
      problems,
    };
  }
}
