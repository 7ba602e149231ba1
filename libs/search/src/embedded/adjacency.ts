import type { AskedText } from '../text/asked-text.js';
import { fieldEnd, type SearchedCollection } from './collection.js';
import type { QueryTerm } from './query-terms.js';

/** Terms count as side by side with one other between them. */
const farthest = 2;

interface Follower {
  readonly place: number;
  readonly weight: number;
  /** The document, and the field within it, in which the pair was counted last. */
  seenIn: number;
}

/** Which of the query's pairs of neighbouring words a document has in that order: more than the words by themselves. */
export class Adjacency {
  /** By term number: 1 + the place in the query; 0 where the query lacks the term. */
  private places = new Uint16Array(1_024);
  private marked: number[] = [];
  private followers: Follower[][] = [];
  private fieldsSeen = 0;

  /** Makes ready for a query; false when it has no pair that could be found. */
  ask(asked: AskedText, queryTerms: readonly QueryTerm[], collection: SearchedCollection): boolean {
    this.followers = queryTerms.map(() => []);
    let pairs = 0;
    for (const [first, second] of asked.pairs) {
      const [one, other] = [queryTerms[first] as QueryTerm, queryTerms[second] as QueryTerm];
      if (one.variants.length === 0 || other.variants.length === 0) continue;
      const weight = (one.weight + other.weight) / 2;
      this.followers[first]?.push({ place: second, weight, seenIn: 0 });
      pairs += 1;
    }
    if (pairs === 0) return false;
    if (this.places.length < collection.vocabulary) this.places = new Uint16Array(collection.vocabulary * 2);
    queryTerms.forEach(({ variants }, place) => {
      for (const { number } of variants) {
        if (this.places[number] !== 0) continue;
        this.places[number] = place + 1;
        this.marked.push(number);
      }
    });
    this.fieldsSeen = 0;
    return true;
  }

  /** Weight of the pairs found, each once, in name or title, and in the description. */
  of(slot: number, { documents }: SearchedCollection): { inName: number; inDescription: number } {
    const sequence = documents.sequences.of(slot);
    const found = [0, 0];
    let field = 0;
    this.fieldsSeen += 1;
    for (let at = 0; at < sequence.length; at += 1) {
      const number = sequence[at] as number;
      if (number === fieldEnd) {
        field += 1;
        if (field === 2) this.fieldsSeen += 1;
        continue;
      }
      const place = this.places[number] as number;
      if (place === 0) continue;
      const kind = field < 2 ? 0 : 1;
      found[kind] = (found[kind] as number) + this.after(sequence, at, this.followers[place - 1] as Follower[]);
    }
    return { inName: found[0] as number, inDescription: found[1] as number };
  }

  forget(): void {
    for (const number of this.marked) this.places[number] = 0;
    this.marked = [];
  }

  private after(sequence: Uint32Array, at: number, followers: Follower[]): number {
    if (followers.length === 0) return 0;
    let weight = 0;
    for (let next = at + 1; next <= at + farthest; next += 1) {
      const number = sequence[next];
      if (number === undefined || number === fieldEnd) break;
      const place = (this.places[number] as number) - 1;
      for (const follower of followers) {
        if (follower.place !== place || follower.seenIn === this.fieldsSeen) continue;
        follower.seenIn = this.fieldsSeen;
        weight += follower.weight;
      }
    }
    return weight;
  }
}
