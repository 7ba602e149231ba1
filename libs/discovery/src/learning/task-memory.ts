import { dayMs } from '@assay/kernel';
import { type LearntOutcome, learningHalfLifeDays, levels } from './learnt-outcome.js';
import type { ReadTerms } from './read-terms.js';
import { TaskStatistics, type WeightedTerm } from './task-statistics.js';

/** What has been learnt of a tool for one task. */
export interface Judgement {
  /** Above 0: it did well at such tasks, or with such words; below 0: it was shown and passed over, or failed. */
  readonly gain: number;
  /** Successes with similar tasks. */
  readonly similar: number;
}

export interface LearningSettings {
  /** Weight of a tool's share of the successes with the most similar tasks, which is in [0,1). */
  readonly nearTasks: number;
  /** Weight of the rate of success by word, as far as it is from the expected one. */
  readonly words: number;
  /** Weight of the words of former successes, however often the tool was shown beside. */
  readonly known: number;
  /** Weight of the tool's rate of success whatever the task, as far as it is from the expected one. */
  readonly tool: number;
  /** What a tool of which nothing is known is expected to do when shown, and how many times shown that is worth. */
  readonly expectedRate: number;
  readonly wordWorth: number;
  readonly toolWorth: number;
  /** Tasks less similar than this (cosine of their words) are not looked at, and at most so many of the others. */
  readonly minSimilarity: number;
  readonly maxNear: number;
  /** The level to begin with, and by how much discounted gain another must be better. */
  readonly firstLevel: number;
  readonly lead: number;
}

/** Found on replayed development queries of five sets, one setting for all: `test/bench/discovery/learning.mjs`. */
export const learningSettings: LearningSettings = {
  nearTasks: 2,
  words: 3.5,
  known: 1.25,
  tool: 0.375,
  expectedRate: 0.2,
  wordWorth: 1,
  toolWorth: 5,
  minSimilarity: 0.12,
  maxNear: 20,
  firstLevel: 1,
  lead: 0.3,
};

/** The sum of squared similarities at which similar tasks have half of their weight. */
const nearHalf = 0.3;
/** Weights are kept as they were worth on this day, so that ageing rewrites nothing. */
const origin = Date.UTC(2026, 0, 1);

/**
 * What was learnt from one principal's calls: outcomes, and rates of success by tool and word. It depends on the set of outcomes
 * only, not on their order, so that replicas agree and outcomes can be taken out again. What is old weighs half as much
 * every 90 days. Gains are in the unit of relevance against the best: 1 lifts a tool from nothing to the best's place.
 */
export class TaskMemory {
  readonly #statistics: TaskStatistics;
  readonly #levels = levels.map(() => 0);

  constructor(
    readTerms: ReadTerms,
    private readonly settings: LearningSettings = learningSettings,
  ) {
    this.#statistics = new TaskStatistics(readTerms);
  }

  get size(): number {
    return this.#statistics.outcomes.size;
  }

  outcomes = (): Iterable<LearntOutcome> => this.#statistics.outcomes.values();

  add(outcome: LearntOutcome): void {
    this.remove(outcome.id);
    this.#statistics.add(outcome, 1 / fading(outcome.at));
    this.#stand(outcome, 1);
  }

  remove(id: string): void {
    const outcome = this.#statistics.outcomes.get(id);
    if (outcome === undefined) return;
    this.#statistics.remove(id);
    this.#stand(outcome, -1);
  }

  /** How many of these words its outcomes have. */
  wordsKnown = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => (this.#statistics.word(term) === undefined ? sum : sum + 1), 0);

  /** Outcomes of tasks that have one of these words. */
  related = (terms: ReadonlySet<string>): LearntOutcome[] => this.#statistics.related(terms);

  /** How often a tool was shown, as far as it counts now. */
  timesShown(tool: string, now: number): number {
    return (this.#statistics.tool(tool)?.shown ?? 0) * fading(now);
  }

  /** The level at which the tools that succeeded would have stood best so far. */
  level(now: number): number {
    const { firstLevel, lead } = this.settings;
    const worth = (level: number, at: number) =>
      (this.#levels[at] ?? 0) * fading(now) + (level === firstLevel ? lead : 0);
    return levels.reduce<number>((best, level, at) => {
      const ofBest = worth(best, levels.indexOf(best as (typeof levels)[number]));
      return worth(level, at) > ofBest ? level : best;
    }, firstLevel);
  }

  /** What is known of these tools, and of others that did well at similar tasks, for a task of these words. */
  judge(terms: readonly string[], tools: readonly string[], now: number): Map<string, Judgement> {
    const weights = terms.map((term) => ({ term, weight: this.#statistics.weightOf(term) }));
    const near = this.#near(weights);
    const faded = fading(now);
    const words = this.#byWord(weights, faded);
    const judged = new Map<string, Judgement>();
    for (const tool of new Set([...tools, ...near.keys()])) {
      const tally = this.#statistics.tool(tool);
      if (tally === undefined) continue;
      const { share = 0, similar = 0 } = near.get(tool) ?? {};
      const ofTool = this.#rate(tally.good * faded, tally.shown * faded, this.settings.toolWorth);
      judged.set(tool, {
        gain: this.settings.nearTasks * share + words(tool) + this.settings.tool * ofTool,
        similar,
      });
    }
    return judged;
  }

  /** What the words of a task say of a tool, each as much as it weighs. */
  #byWord(weights: readonly WeightedTerm[], faded: number): (tool: string) => number {
    const { words, known, wordWorth } = this.settings;
    const total = weights.reduce((sum, { weight }) => sum + weight, 0);
    const tallies = weights.flatMap(({ term, weight }) => {
      const tools = this.#statistics.word(term);
      return tools === undefined ? [] : [{ tools, weight: weight / total }];
    });
    return (tool) => {
      let gain = 0;
      for (const { tools, weight } of tallies) {
        const tally = tools.get(tool);
        if (tally === undefined) continue;
        const good = tally.good * faded;
        gain += weight * (words * this.#rate(good, tally.shown * faded, wordWorth) + (known * good) / (good + 1));
      }
      return gain;
    };
  }

  /** How far a rate is from the expected one, which it starts from. */
  #rate(good: number, shown: number, worth: number): number {
    const { expectedRate } = this.settings;
    return (good + worth * expectedRate) / (Math.max(good, shown) + worth) - expectedRate;
  }

  /** By tool, its share in the successes with the most similar tasks, and how many those are. */
  #near(weights: readonly WeightedTerm[]): Map<string, { share: number; similar: number }> {
    const near = this.#statistics.near(weights, this.settings.minSimilarity, this.settings.maxNear);
    const total = near.reduce((sum, { outcome, similarity }) => sum + similarity ** 2 * outcome.weight, nearHalf);
    const tools = new Map<string, { share: number; similar: number }>();
    for (const { outcome, similarity } of near) {
      const of = tools.get(outcome.tool) ?? { share: 0, similar: 0 };
      of.share += (similarity ** 2 * outcome.weight) / total;
      of.similar += 1;
      tools.set(outcome.tool, of);
    }
    return tools;
  }

  #stand({ succeeded, standing, weight, at }: LearntOutcome, sign: 1 | -1): void {
    if (!succeeded || standing.length !== levels.length) return;
    standing.forEach((worth, level) => {
      this.#levels[level] = (this.#levels[level] ?? 0) + (sign * weight * worth) / fading(at);
    });
  }
}

/** What a weight of the first day is worth at a time, and the inverse of what one of that time is worth on the first day. */
const fading = (at: number): number => 0.5 ** ((at - origin) / (learningHalfLifeDays * dayMs));
