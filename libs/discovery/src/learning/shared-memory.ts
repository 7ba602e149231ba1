import type { LearntOutcome } from './learnt-outcome.js';
import type { ReadTerms } from './read-terms.js';
import { type Judgement, type LearningSettings, learningSettings, TaskMemory } from './task-memory.js';

/** What an organisation knows of a tool for one task and one searcher. */
export interface SharedJudgement extends Judgement {
  /** Successes of others with similar tasks, and how many others these are. */
  readonly ofOthers: number;
  readonly others: number;
}

/** Calls of a tool for tasks that have a word in common with a query. */
export interface RelatedCalls {
  readonly yours: number;
  readonly others: number;
  /** Of all these, how many failed. */
  readonly failed: number;
}

/** The opinion that everybody else begins with: no change, with the weight of so many principals. */
const priorOpinions = 3;
/** By how much one principal can move the gain of a tool in the searches of others. */
export const maxShareOfOne = 1 / (priorOpinions + 1);
/** Others with the most words in common with a task are asked, at most so many. */
const maxOthers = 100;
/** Principals of outcomes from before principals were stored. */
const nobody = '';

/**
 * What an organisation has learnt, each principal's outcomes in a memory of their own. A searcher's own memory counts in
 * full. Of the others, each has one opinion of a tool, a gain between −1 and 1, and what counts is their mean, together with
 * three that say 0. So whatever one principal does moves a tool's gain by at most a quarter in the searches of others, and
 * the more of them agree, the closer the mean comes to their opinion. It depends on the set of outcomes only.
 */
export class SharedMemory {
  readonly #members = new Map<string, TaskMemory>();
  /** Whose an outcome is, so that it can be removed by its id. */
  readonly #owners = new Map<string, string>();

  constructor(
    private readonly readTerms: ReadTerms,
    private readonly settings: LearningSettings = learningSettings,
  ) {}

  get size(): number {
    return this.#owners.size;
  }

  *outcomes(): Iterable<LearntOutcome> {
    for (const memory of this.#members.values()) yield* memory.outcomes();
  }

  add(outcome: LearntOutcome): void {
    this.remove(outcome.id);
    const owner = outcome.principalId ?? nobody;
    const memory = this.#members.get(owner) ?? new TaskMemory(this.readTerms, this.settings);
    this.#members.set(owner, memory);
    this.#owners.set(outcome.id, owner);
    memory.add(outcome);
  }

  remove(id: string): void {
    const owner = this.#owners.get(id);
    if (owner === undefined) return;
    this.#owners.delete(id);
    const memory = this.#members.get(owner);
    memory?.remove(id);
    if (memory?.size === 0) this.#members.delete(owner);
  }

  /** How often a tool was shown to the searcher, as far as it counts now. */
  timesShown = (tool: string, principalId: string, now: number): number =>
    this.#members.get(principalId)?.timesShown(tool, now) ?? 0;

  /** How strongly learning counts for a searcher: by the searcher's own outcomes, which nobody else can add to. */
  level = (principalId: string, now: number): number =>
    this.#members.get(principalId)?.level(now) ?? this.settings.firstLevel;

  /** What is known of these tools, and of others that did well at similar tasks, for a task of these words. */
  judge(
    terms: readonly string[],
    tools: readonly string[],
    principalId: string,
    now: number,
  ): Map<string, SharedJudgement> {
    const own = this.#members.get(principalId)?.judge(terms, tools, now) ?? new Map<string, Judgement>();
    const opinions = new Opinions();
    for (const memory of this.#others(terms, principalId)) {
      for (const [tool, judgement] of memory.judge(terms, tools, now)) opinions.add(tool, judgement);
    }
    const judged = new Map<string, SharedJudgement>();
    for (const tool of new Set([...own.keys(), ...opinions.tools()])) {
      const { gain = 0, similar = 0 } = own.get(tool) ?? {};
      const shared = opinions.of(tool);
      judged.set(tool, { ...shared, gain: gain + shared.gain, similar });
    }
    return judged;
  }

  /** By tool, the calls that a judgement of a task of these words rests on. */
  calls(terms: readonly string[], principalId: string): Map<string, RelatedCalls> {
    const wanted = new Set(terms);
    const calls = new Map<string, { yours: number; others: number; failed: number }>();
    for (const [owner, memory] of this.#members) {
      for (const { tool, succeeded } of memory.related(wanted)) {
        const counted = calls.get(tool) ?? { yours: 0, others: 0, failed: 0 };
        counted[owner === principalId ? 'yours' : 'others'] += 1;
        counted.failed += succeeded ? 0 : 1;
        calls.set(tool, counted);
      }
    }
    return calls;
  }

  /** In an order that depends on the outcomes only, so that sums are equal on every replica. */
  #others(terms: readonly string[], principalId: string): TaskMemory[] {
    return [...this.#members]
      .filter(([owner]) => owner !== principalId)
      .map(([owner, memory]) => ({ owner, memory, known: memory.wordsKnown(terms) }))
      .filter(({ known }) => known > 0)
      .sort((a, b) => b.known - a.known || (a.owner < b.owner ? -1 : 1))
      .slice(0, maxOthers)
      .map(({ memory }) => memory);
  }
}

interface Tally {
  sum: number;
  count: number;
  similar: number;
  others: number;
}

/** What several principals think of tools, one opinion each. */
class Opinions {
  readonly #tallies = new Map<string, Tally>();

  tools = (): Iterable<string> => this.#tallies.keys();

  add(tool: string, { gain, similar }: Judgement): void {
    const tally = this.#tallies.get(tool) ?? { sum: 0, count: 0, similar: 0, others: 0 };
    tally.sum += Math.max(-1, Math.min(1, gain));
    tally.count += 1;
    tally.similar += similar;
    tally.others += similar > 0 ? 1 : 0;
    this.#tallies.set(tool, tally);
  }

  of(tool: string): Pick<SharedJudgement, 'gain' | 'ofOthers' | 'others'> {
    const { sum, count, similar, others } = this.#tallies.get(tool) ?? { sum: 0, count: 0, similar: 0, others: 0 };
    return { gain: sum / (priorOpinions + count), ofOthers: similar, others };
  }
}
