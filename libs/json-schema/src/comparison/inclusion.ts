import type { Likeness } from './likeness.js';
import type { Meaning } from './meaning.js';
import { meet } from './meet.js';
import type { Outcome } from './outcome.js';
import type { Reading } from './reading.js';
import type { Relation } from './relation.js';
import { type RemainderContext, remainder } from './remainder.js';
import { Samples } from './samples.js';
import { type Conjunction, everything, type Json, jsonTypes, nothing, type Shape } from './shape.js';
import { ShapeFit } from './shape-fit.js';
import { Undecided } from './space.js';

const readings: Readonly<Record<Relation, { giver: Reading; taker: Reading }>> = {
  strict: { giver: 'strict', taker: 'strict' },
  closed: { giver: 'named', taker: 'named' },
  projected: { giver: 'named', taker: 'ignoring' },
};

const holds: Outcome = { verdict: 'holds' };
const unknown: Outcome = { verdict: 'unknown' };
/** Maximum pairs under comparison at a time; the call stack grows with it. */
const depthCap = 400;
/** Maximum candidates tried as witnesses for one shape, and maximum parts a shape is split into. */
const candidatesCap = 60;
const partsCap = 200;
/** Above this number of overlapping shapes, they are not subtracted one by one. */
const nearCap = 32;

/**
 * Decides whether one schema (the giver) is included in another (the taker): whether the taker accepts everything the
 * giver accepts.
 *
 * 1. `nothing` is included in every schema, and every schema in `everything`; both are recognised immediately.
 * 2. Two schemas of the same text accept the same instances (likeness.ts).
 * 3. A pair met again while it is being decided is assumed to hold. Instances are finite, and every path back to a pair
 *    goes through a member, so a shortest counter-example would contain a shorter one. A verdict that depends on such
 *    an assumption is cached only after the assumed pair is decided.
 * 4. A schema is a union of shapes, one type at a time (expansion.ts): the giver is included if each of its shapes is.
 *    Types share no instance, so each type is decided separately.
 * 5. A shape that is a list of values is included if the taker accepts each value.
 * 6. A shape is included in a union if it is included in one of its shapes (shape-fit.ts: condition by condition).
 * 7. Otherwise, subtract the first shape (remainder.ts, which never subtracts too much); the giver is included if the
 *    remainder is included in the other shapes. This terminates because fewer shapes remain each time.
 * 8. It is not included if one instance, built from the edge values of both and from counter-examples found deeper, is
 *    certainly accepted by the giver and certainly rejected by the taker (membership.ts).
 * 9. In all other cases, and when the work limit is reached, the answer is unknown.
 *
 * Rules 1 to 7 never answer `holds` wrongly; rule 8 never answers `fails` wrongly. Rule 6 is incomplete: an inclusion
 * that follows only from several conditions of the giver together can be missed, and the answer is then unknown.
 */
export class Inclusion {
  readonly #meaning: Meaning;
  readonly #likeness: Likeness | undefined;
  readonly #giver: Reading;
  readonly #taker: Reading;
  readonly #samples: Samples;
  readonly #fit: ShapeFit;
  readonly #context: RemainderContext;
  readonly #known = new Map<string, Outcome>();
  /** Pairs being decided, with their depth. */
  readonly #open = new Map<string, number>();
  /** Pairs that hold if a pair still open holds, with the depth of that pair, in the order they were decided. */
  readonly #leaning = new Map<string, number>();
  readonly #leaned: string[] = [];
  /** The shallowest open pair assumed to hold since the current pair was started. */
  #leansOn = Number.POSITIVE_INFINITY;

  constructor(meaning: Meaning, relation: Relation, likeness?: Likeness) {
    this.#meaning = meaning;
    this.#likeness = likeness;
    this.#giver = readings[relation].giver;
    this.#taker = readings[relation].taker;
    this.#samples = new Samples(meaning, this.#giver);
    const decide = (giver: Conjunction, taker: Conjunction) => this.decide(giver, taker);
    this.#fit = new ShapeFit(meaning, relation, this.#samples, decide);
    this.#context = { meaning, taker: this.#taker, decide };
  }

  /** @throws Undecided when the work limit is reached. */
  decide(giver: Conjunction, taker: Conjunction): Outcome {
    if (giver === nothing || taker === everything || this.#areAlike(giver, taker)) return holds;
    const key = `${giver.key}|${taker.key}`;
    const known = this.#known.get(key);
    const depth = known === undefined ? this.#open.get(key) : this.#leaning.get(key);
    if (depth !== undefined) this.#leansOn = Math.min(this.#leansOn, depth);
    if (known !== undefined) return known;
    if (depth !== undefined) return holds;
    if (this.#open.size >= depthCap) throw new Undecided('too deep');
    return this.#decideOpen(key, giver, taker);
  }

  #decideOpen(key: string, giver: Conjunction, taker: Conjunction): Outcome {
    this.#meaning.space.spend();
    const depth = this.#open.size;
    const before = this.#leansOn;
    const since = this.#leaned.length;
    this.#leansOn = Number.POSITIVE_INFINITY;
    this.#open.set(key, depth);
    try {
      const outcome = this.#compare(giver, taker);
      this.#known.set(key, outcome);
      if (outcome.verdict !== 'holds') this.#forget(since);
      else if (this.#leansOn < depth) this.#lean(key);
      else this.#confirm(since);
      const leans = outcome.verdict === 'holds' && this.#leansOn < depth;
      this.#leansOn = leans ? Math.min(before, this.#leansOn) : before;
      return outcome;
    } catch (error) {
      this.#forget(since);
      throw error;
    } finally {
      this.#open.delete(key);
    }
  }

  #lean(key: string): void {
    this.#leaning.set(key, this.#leansOn);
    this.#leaned.push(key);
  }

  /** Drops the verdicts that depended on a pair that turned out not to hold; they are decided again. */
  #forget(since: number): void {
    for (const key of this.#leaned.splice(since)) {
      this.#leaning.delete(key);
      this.#known.delete(key);
    }
  }

  #confirm(since: number): void {
    for (const key of this.#leaned.splice(since)) this.#leaning.delete(key);
  }

  #areAlike(giver: Conjunction, taker: Conjunction): boolean {
    const [one] = giver.literals;
    const [other] = taker.literals;
    if (one === undefined || other === undefined || this.#likeness === undefined) return false;
    if (giver.literals.length > 1 || taker.literals.length > 1 || one < 0 || other < 0) return false;
    return this.#likeness.areAlike(this.#meaning.space.node(one), this.#meaning.space.node(other));
  }

  #compare(giver: Conjunction, taker: Conjunction): Outcome {
    let worst: Outcome = holds;
    for (const type of jsonTypes) {
      const shapes = this.#meaning.shapes(giver, type, this.#giver);
      if (shapes.length === 0) continue;
      const takers = this.#meaning.shapes(taker, type, this.#taker);
      for (const [i, shape] of shapes.entries()) {
        const outcome = this.#cover(shape, [...takers.slice(i), ...takers.slice(0, i)], giver, taker);
        if (outcome.verdict === 'fails') return outcome;
        if (outcome.verdict === 'unknown') worst = outcome;
      }
    }
    return worst;
  }

  #cover(shape: Shape, takers: readonly Shape[], giver: Conjunction, taker: Conjunction): Outcome {
    if (shape.values !== undefined) {
      const outcome = this.#coverValues(shape.values, giver, taker);
      const fits = outcome.verdict === 'unknown' && takers.some((it) => this.#fit.of(shape, it).holds);
      return fits ? holds : outcome;
    }
    const hints: Json[] = [];
    for (const other of takers) {
      const fit = this.#fit.of(shape, other);
      if (fit.holds) return holds;
      hints.push(...fit.hints.slice(0, candidatesCap));
    }
    if (takers.length > 1 && this.#coverWhole(shape, takers)) return holds;
    const found = this.#witnessAmong(hints.slice(0, 4 * candidatesCap), giver, taker);
    return found ?? this.#witnessAmong(this.#samples.ofShape(shape), giver, taker) ?? unknown;
  }

  #witnessAmong(candidates: Iterable<Json>, giver: Conjunction, taker: Conjunction): Outcome | undefined {
    for (const candidate of candidates) {
      if (this.#isWitness(candidate, giver, taker)) return { verdict: 'fails', witness: candidate };
    }
    return undefined;
  }

  #coverValues(values: readonly Json[], giver: Conjunction, taker: Conjunction): Outcome {
    let worst: Outcome = holds;
    for (const value of values) {
      if (this.#meaning.accepts(taker, value, this.#taker) === true) continue;
      if (this.#isWitness(value, giver, taker)) return { verdict: 'fails', witness: value };
      worst = unknown;
    }
    return worst;
  }

  #isWitness(value: Json, giver: Conjunction, taker: Conjunction): boolean {
    return (
      this.#meaning.accepts(taker, value, this.#taker) === false &&
      this.#meaning.accepts(giver, value, this.#giver) === true
    );
  }

  /** Shapes that share nothing with this one subtract nothing from it and are skipped. */
  #coverWhole(shape: Shape, takers: readonly Shape[]): boolean {
    const { space } = this.#meaning;
    const near = takers.filter((it) => {
      const both = meet(space, shape, it);
      return both !== undefined && this.#meaning.settle(both) !== undefined;
    });
    return near.length > 1 && near.length <= nearCap && this.#coverParts(shape, near, { left: partsCap });
  }

  /** Rule 7. The budget is shared by all parts of one shape. */
  #coverParts(shape: Shape, takers: readonly Shape[], budget: { left: number }): boolean {
    const [first, ...others] = takers;
    if (first === undefined) return false;
    budget.left -= 1;
    if (budget.left < 0) return false;
    for (const part of remainder(this.#context, shape, first)) {
      const fits = this.#isListed(part, takers) || others.some((other) => this.#fit.of(part, other).holds);
      if (!fits && !this.#coverParts(part, others, budget)) return false;
    }
    return true;
  }

  #isListed({ values }: Shape, takers: readonly Shape[]): boolean {
    return values?.every((value) => takers.some((it) => this.#meaning.fits(it, value, this.#taker) === true)) ?? false;
  }
}
