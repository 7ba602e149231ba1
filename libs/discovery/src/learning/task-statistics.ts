import type { LearntOutcome } from './learnt-outcome.js';
import type { ReadTerms } from './read-terms.js';

/** Sums of weights: successes, and times shown. */
export interface Tally {
  good: number;
  shown: number;
}

interface Kept {
  readonly outcome: LearntOutcome;
  readonly terms: readonly string[];
  /** The outcome's weight in the unit of all sums. */
  readonly weight: number;
  /** Scratch of a search: what the task has in common with the one looked for, squared; and which search that is. */
  common: number;
  search: number;
}

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

export interface NearOutcome {
  readonly outcome: LearntOutcome;
  /** Cosine of the words' weights, in (0,1]. */
  readonly similarity: number;
}

/** How many outcomes one search goes through at most, one word's aside, and of how many it measures the similarity. */
const maxVisited = 1_000;
const maxMeasured = 100;

/** A tally below this is what rounding left of nothing. */
const nothing = 1e-12;

/** Outcomes with their sums by tool, by word and tool, and the postings of their words. What is added can be removed. */
export class TaskStatistics {
  readonly outcomes = new Map<string, LearntOutcome>();
  readonly #kept = new Map<string, Kept>();
  readonly #tools = new Map<string, Tally>();
  readonly #words = new Map<string, Map<string, Tally>>();
  /** Successes by word. */
  readonly #postings = new Map<string, Set<Kept>>();
  /** Outcomes by search: what a search showed counts once. */
  readonly #searches = new Map<string, Kept[]>();

  #successes = 0;
  #search = 0;

  constructor(private readonly readTerms: ReadTerms) {}

  tool = (name: string): Tally | undefined => this.#tools.get(name);
  /** By tool. */
  word = (term: string): ReadonlyMap<string, Tally> | undefined => this.#words.get(term);

  /** How much a word says: the rarer among successful tasks, the more. */
  weightOf(term: string): number {
    return Math.log(1 + (this.#successes + 1) / ((this.#postings.get(term)?.size ?? 0) + 0.5));
  }

  add(outcome: LearntOutcome, scale: number): void {
    const kept: Kept = {
      outcome,
      terms: this.readTerms(outcome.task),
      weight: outcome.weight * scale,
      common: 0,
      search: 0,
    };
    this.outcomes.set(outcome.id, outcome);
    this.#kept.set(outcome.id, kept);
    this.#count(kept, 1);
    const search = outcome.searchId ?? outcome.id;
    this.#joinSearch(search, kept);
    if (!outcome.succeeded) return;
    this.#successes += 1;
    for (const term of kept.terms) getOr(this.#postings, term, () => new Set<Kept>()).add(kept);
  }

  remove(id: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.outcomes.delete(id);
    this.#kept.delete(id);
    this.#count(kept, -1);
    this.#leaveSearch(kept);
    if (!kept.outcome.succeeded) return;
    this.#successes -= 1;
    for (const term of kept.terms) {
      const postings = this.#postings.get(term);
      postings?.delete(kept);
      if (postings?.size === 0) this.#postings.delete(term);
    }
  }

  related(terms: ReadonlySet<string>): LearntOutcome[] {
    const related: LearntOutcome[] = [];
    for (const { outcome, terms: own } of this.#kept.values()) {
      if (own.some((term) => terms.has(term))) related.push(outcome);
    }
    return related;
  }

  /** The most similar successful tasks, the most similar first. */
  near(weights: readonly WeightedTerm[], min: number, max: number): NearOutcome[] {
    const squares = new Map(weights.map(({ term, weight }) => [term, weight ** 2]));
    const known = new Map(squares);
    const squareOf = (term: string): number => getOr(known, term, () => this.weightOf(term) ** 2);
    const own = weights.reduce((sum, { weight }) => sum + weight ** 2, 0);
    const near: NearOutcome[] = [];
    for (const { outcome, terms } of this.#likeliest(weights)) {
      let length = 0;
      let common = 0;
      for (const term of terms) {
        length += squareOf(term);
        common += squares.get(term) ?? 0;
      }
      const similarity = common / Math.sqrt(own * length);
      if (similarity >= min) near.push({ outcome, similarity });
    }
    return near.sort((a, b) => b.similarity - a.similarity || (a.outcome.id < b.outcome.id ? -1 : 1)).slice(0, max);
  }

  /** The successes that share most with a task, looked for by its rarest words, so that the work is bounded. */
  #likeliest(weights: readonly WeightedTerm[]): Kept[] {
    this.#search += 1;
    const found: Kept[] = [];
    let visited = 0;
    for (const { term, weight } of [...weights].sort((a, b) => b.weight - a.weight)) {
      const postings = this.#postings.get(term);
      if (postings === undefined) continue;
      if (found.length > 0 && visited + postings.size > maxVisited) break;
      visited += postings.size;
      for (const kept of postings) {
        if (kept.search !== this.#search) {
          kept.search = this.#search;
          kept.common = 0;
          found.push(kept);
        }
        kept.common += weight ** 2;
      }
    }
    const min = Float64Array.from(found, ({ common }) => common).sort()[Math.max(0, found.length - maxMeasured)] ?? 0;
    const best = found.filter(({ common }) => common >= min);
    return best.sort((a, b) => b.common - a.common || byId(a, b)).slice(0, maxMeasured);
  }

  /** The called tool itself: its success, and its being shown when the search did not show it. */
  #count(kept: Kept, sign: 1 | -1): void {
    const { tool, succeeded, shown } = kept.outcome;
    const good = succeeded ? sign * kept.weight : 0;
    this.#plus(tool, kept.terms, good, shown.includes(tool) && kept.outcome.searchId !== null ? 0 : sign * kept.weight);
  }

  #show({ outcome, terms, weight }: Kept, sign: 1 | -1): void {
    if (outcome.searchId === null) return;
    for (const tool of new Set(outcome.shown)) this.#plus(tool, terms, 0, sign * weight);
  }

  /** What a search showed counts in the terms and weight of its first outcome by id, whatever order they come in. */
  #joinSearch(search: string, kept: Kept): void {
    const all = [...(this.#searches.get(search) ?? []), kept].sort(byId);
    this.#searches.set(search, all);
    const [first, former] = all;
    if (first !== kept) return;
    if (former !== undefined) this.#show(former, -1);
    this.#show(kept, 1);
  }

  /** What the search showed stays as long as one of its outcomes does. */
  #leaveSearch(kept: Kept): void {
    const search = kept.outcome.searchId ?? kept.outcome.id;
    const all = this.#searches.get(search) ?? [];
    const [first] = all;
    const others = all.filter((it) => it !== kept);
    if (others.length === 0) this.#searches.delete(search);
    else this.#searches.set(search, others);
    if (first !== kept) return;
    this.#show(kept, -1);
    const [next] = others;
    if (next !== undefined) this.#show(next, 1);
  }

  #plus(tool: string, terms: readonly string[], good: number, shown: number): void {
    if (good === 0 && shown === 0) return;
    plus(this.#tools, tool, good, shown);
    for (const term of terms) {
      const tools = getOr(this.#words, term, () => new Map<string, Tally>());
      plus(tools, tool, good, shown);
      if (tools.size === 0) this.#words.delete(term);
    }
  }
}

const byId = (a: Kept, b: Kept): number => (a.outcome.id < b.outcome.id ? -1 : 1);

function plus(tallies: Map<string, Tally>, tool: string, good: number, shown: number): void {
  const tally = getOr(tallies, tool, () => ({ good: 0, shown: 0 }));
  tally.good += good;
  tally.shown += shown;
  if (tally.good < nothing && tally.shown < nothing) tallies.delete(tool);
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
