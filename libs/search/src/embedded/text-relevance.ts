import type { AskedText } from '../text/asked-text.js';
import { Adjacency } from './adjacency.js';
import type { SearchedCollection } from './collection.js';
import { impactsOf } from './impacts.js';
import { bestPlaces, highestEvidence, highestFit, LateTerms, type TermPart } from './late-terms.js';
import type { Postings } from './postings.js';
import type { QueryTerm } from './query-terms.js';
import type { EvidenceWeights, RelevanceSettings } from './settings.js';

/** How much less a clause of few and common words has to say: its share of the weightiest one's, to this power. */
const clauseDamping = 0.25;

/** What is known of each document; is changed in place. */
export interface Scored {
  /** By slot; 0 where nothing is found. */
  readonly scores: Float64Array;
  /** The slots above 0. */
  readonly touched: number[];
  /** Whether the caller may see a document. What it may not see counts in how rare words are, and in nothing else. */
  readonly isSeen: (slot: number) => boolean;
  /** Whether a document can be in the answer, when no more than the best are asked for. */
  readonly isWanted?: (slot: number) => boolean;
}

/** What a term adds to a document, and where. */
interface Part extends TermPart {
  /** Whether it has not been added for an earlier clause. */
  readonly isNew: boolean;
  /** Takes the slots that the clause finds, when there are several clauses. */
  readonly found: number[] | undefined;
  /** Leaves out documents that no term has found yet. */
  readonly isLate: boolean;
}

interface Question extends Scored {
  readonly asked: AskedText;
  readonly queryTerms: readonly QueryTerm[];
  readonly collection: SearchedCollection;
}

/**
 * Relevance of documents to a text, in [0,1]: the words' evidence and fit (`impactsOf`), a place among the best for one
 * of the things asked for, and words side by side as asked, in the proportions of the settings, divided by the most that
 * can be had; and of that, the share of the query's weight that any document has words for. So it compares between
 * queries, and does not depend on filters or limits.
 */
export class TextRelevance {
  private readonly adjacency = new Adjacency();
  /** Scratch, zero in between, by slot: a clause's score, and the best share of a clause's best. */
  private clauseScores = new Float64Array(1_024);
  private clauseShares = new Float64Array(1_024);
  /** By slot, the number of the term that counted it last: it counts once, by the first variant. */
  private countedBy = new Uint32Array(1_024);
  private termsCounted = 0;

  constructor(private readonly settings: RelevanceSettings) {}

  /** Adds relevance times `share` to the scores, which are 0 before. */
  add(question: Question, share: number): void {
    const { queryTerms, collection, asked } = question;
    const known = weightOf(queryTerms.keys(), queryTerms);
    if (known === 0) return;
    const all = queryTerms.reduce((sum, { weight }) => sum + weight, 0);
    const scale = ((known / all) * share) / max(this.settings.evidence);
    this.makeRoom(collection.documents.used);
    const isNew = queryTerms.map(() => true);
    const weights = asked.clauses.map((terms) => weightOf(terms, queryTerms));
    const weightiest = Math.max(...weights);
    const late = new LateTerms(queryTerms, question.isWanted);
    asked.clauses.forEach((terms, number) => {
      const found = weights.length > 1 ? [] : undefined;
      const parts = terms.map((place) => {
        const { weight } = queryTerms[place] as QueryTerm;
        const fit = scale * (asked.terms[place]?.weight ?? 1);
        return { place, evidence: (scale * weight) / known, fit, isNew: isNew[place] === true, found };
      });
      this.addParts(parts, question, late);
      for (const place of terms) isNew[place] = false;
      if (found !== undefined) this.settleClause(found, ((weights[number] as number) / weightiest) ** clauseDamping);
    });
    this.addClauses(question, weights.length > 1);
    this.completeBest(question, scale / known, late);
  }

  /** The rarest term first, so that common ones are late. */
  private addParts(parts: readonly Omit<Part, 'isLate'>[], question: Question, late: LateTerms): void {
    const { evidence } = this.settings;
    const { touched, scores } = question;
    const sorted = parts.toSorted((a, b) => late.sizeOf(a.place) - late.sizeOf(b.place));
    sorted.forEach((part, at) => {
      const { found } = part;
      const left = sorted.slice(at);
      const bound = highestEvidence(left, evidence) + (found === undefined ? highestFit(left, evidence) : 0);
      const soFar = found === undefined ? { slots: touched, scores } : { slots: found, scores: this.clauseScores };
      this.addTerm({ ...part, isLate: late.isLate(part, bound, soFar, touched) }, question);
    });
  }

  private addTerm(part: Part, question: Question): void {
    const { variants } = question.queryTerms[part.place] as QueryTerm;
    const isAlone = variants.length === 1;
    const counted = isAlone ? 0 : this.startCounting();
    for (const { postings, factor } of variants) {
      const impacts = impactsOf(postings, question.collection, this.settings);
      const weighed = { ...part, evidence: part.evidence * factor, fit: part.fit * factor };
      this.addPostings(postings, impacts, counted, weighed, question);
    }
  }

  /** Scores of documents that the caller may not see stay 0. */
  private addPostings(
    { entries, length }: Postings,
    impacts: Float32Array,
    counted: number,
    { evidence, fit, isNew, found, isLate }: Part,
    { scores, touched, isSeen }: Question,
  ): void {
    const { countedBy, clauseScores } = this;
    for (let at = 0; at < length; at += 1) {
      const slot = entries[at * 2] as number;
      const before = scores[slot] as number;
      if (isLate && before === 0) continue;
      if (counted !== 0) {
        if (countedBy[slot] === counted) continue;
        countedBy[slot] = counted;
      }
      const added = evidence * (impacts[at * 2] as number);
      if (before === 0) {
        if (!isSeen(slot)) continue;
        touched.push(slot);
      }
      if (isNew) scores[slot] = before + added + fit * (impacts[at * 2 + 1] as number);
      if (found === undefined) continue;
      if (clauseScores[slot] === 0) found.push(slot);
      clauseScores[slot] = (clauseScores[slot] as number) + added;
    }
  }

  /** Turns a clause's scores into shares of its best, and keeps each document's best share of all clauses. */
  private settleClause(found: readonly number[], strength: number): void {
    const { clauseScores, clauseShares } = this;
    let best = 0;
    for (const slot of found) best = Math.max(best, clauseScores[slot] as number);
    for (const slot of found) {
      const share = ((clauseScores[slot] as number) / best) * strength;
      if (share > (clauseShares[slot] as number)) clauseShares[slot] = share;
      clauseScores[slot] = 0;
    }
  }

  /** Each clause's best come up by the same, and others by their share of it. */
  private addClauses({ scores, touched }: Question, areMany: boolean): void {
    const { clause } = this.settings.evidence;
    const { clauseShares } = this;
    let best = 0;
    if (areMany) for (const slot of touched) best = Math.max(best, scores[slot] as number);
    for (const slot of touched) {
      const score = scores[slot] as number;
      scores[slot] = score + clause * (areMany ? best * (clauseShares[slot] as number) : score);
      clauseShares[slot] = 0;
    }
  }

  /** Adds to the best what late terms have not, and what stands side by side. */
  private completeBest(question: Question, scale: number, late: LateTerms): void {
    const { asked, queryTerms, collection, scores, touched } = question;
    const { adjacentInName, adjacentInDescription } = this.settings.evidence;
    const hasPairs = this.adjacency.ask(asked, queryTerms, collection);
    if (!hasPairs && late.isEmpty) return;
    for (const at of bestPlaces(touched, scores, collection)) {
      const slot = touched[at] as number;
      let added = late.missing(slot, at, collection, this.settings);
      if (hasPairs) {
        const { inName, inDescription } = this.adjacency.of(slot, collection);
        added += scale * (adjacentInName * inName + adjacentInDescription * inDescription);
      }
      scores[slot] = (scores[slot] as number) + added;
    }
    this.adjacency.forget();
  }

  private startCounting(): number {
    if (this.termsCounted === 0xffff_ffff) {
      this.countedBy.fill(0);
      this.termsCounted = 0;
    }
    this.termsCounted += 1;
    return this.termsCounted;
  }

  private makeRoom(slots: number): void {
    if (slots <= this.clauseScores.length) return;
    const room = Math.max(slots, this.clauseScores.length * 2);
    this.clauseScores = new Float64Array(room);
    this.clauseShares = new Float64Array(room);
    this.countedBy = new Uint32Array(room);
  }
}

/** Of the terms that any document has. */
const weightOf = (places: Iterable<number>, queryTerms: readonly QueryTerm[]): number =>
  [...places].reduce((sum, place) => {
    const { weight, variants } = queryTerms[place] as QueryTerm;
    return sum + (variants.length > 0 ? weight : 0);
  }, 0);

/** What a document would have that left nothing to be wished for. */
const max = (weights: EvidenceWeights): number =>
  (weights.occurrence + weights.presence + weights.ofName + weights.ofDescription) * (1 + weights.clause) +
  weights.adjacentInName +
  weights.adjacentInDescription;
