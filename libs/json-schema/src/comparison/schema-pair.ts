import type { JsonSchema } from '../json-schema.js';
import { Inclusion } from './inclusion.js';
import { Likeness } from './likeness.js';
import { Meaning } from './meaning.js';
import type { Outcome } from './outcome.js';
import type { Relation } from './relation.js';
import { SchemaDocument } from './schema-document.js';
import { Space, Undecided } from './space.js';

/** Maximum steps of one comparison of two schemas: about 50 ms. */
const workCap = 60_000;

export type Direction = 'older in newer' | 'newer in older';

/** An older and a newer schema, and the relations between them or between parts of them. */
export class SchemaPair {
  readonly older: SchemaDocument;
  readonly newer: SchemaDocument;
  readonly #space: Space;
  readonly #meaning: Meaning;
  readonly #likeness: Likeness;
  readonly #inclusions = new Map<string, Inclusion>();

  constructor(older: JsonSchema, newer: JsonSchema) {
    this.older = new SchemaDocument(older);
    this.newer = new SchemaDocument(newer);
    this.#space = new Space(workCap);
    this.#meaning = new Meaning(this.#space);
    this.#likeness = new Likeness(this.older, this.newer);
  }

  /** Whether one is included in the other, for the whole schemas or for one part of each. */
  decide(
    relation: Relation,
    direction: Direction,
    older: unknown = this.older.root,
    newer: unknown = this.newer.root,
  ): Outcome {
    try {
      const one = this.#space.read(older, this.older);
      const other = this.#space.read(newer, this.newer);
      const inclusion = this.#inclusion(relation, direction);
      return direction === 'older in newer' ? inclusion.decide(one, other) : inclusion.decide(other, one);
    } catch (error) {
      if (error instanceof Undecided) return { verdict: 'unknown' };
      throw error;
    }
  }

  /** Whether two parts have the same text and their references the same targets. */
  isSame(older: unknown, newer: unknown): boolean {
    return this.#likeness.same(older, newer);
  }

  /** An inclusion caches pairs, so that comparing parts after the whole costs little. */
  #inclusion(relation: Relation, direction: Direction): Inclusion {
    const key = `${relation} ${direction}`;
    let inclusion = this.#inclusions.get(key);
    if (inclusion === undefined) {
      inclusion = new Inclusion(this.#meaning, relation, this.#likeness);
      this.#inclusions.set(key, inclusion);
    }
    return inclusion;
  }
}
