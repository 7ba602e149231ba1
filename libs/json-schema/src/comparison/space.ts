import type { JsonSchema } from '../json-schema.js';
import { isSchemaObject, type SchemaDocument } from './schema-document.js';
import { type Conjunction, everything, nothing } from './shape.js';

/**
 * Thrown inside a comparison when the work limit is reached, or when a schema cannot be interpreted: the answer is
 * unknown.
 */
export class Undecided extends Error {}

export interface SchemaNode {
  readonly raw: JsonSchema;
  readonly document: SchemaDocument;
}

/** Keywords that do not affect which instances are accepted. */
export const annotations: ReadonlySet<string> = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$recursiveAnchor',
  '$schema',
  '$vocabulary',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'default',
  'definitions',
  'deprecated',
  'description',
  'example',
  'examples',
  'id',
  'readOnly',
  'title',
  'writeOnly',
  'x-assay-as-of',
  'x-assay-entity',
  'x-assay-field',
]);

/**
 * Maximum schema nesting processed at a time; the call stack grows by several calls per level. Analyses that can do
 * without an answer stop first.
 */
export const depthCaps = { emptiness: 40, samples: 60, expansion: 120 } as const;

/** The schemas of one comparison, numbered, so that conjunctions of them can be identified and cached. */
export class Space {
  /** Numbered from 1: a literal is a number, negative when its schema must not match. */
  readonly #nodes: SchemaNode[] = [];
  /**
   * Keyed by document as well: two versions built in memory may share parts whose references have different targets.
   */
  readonly #numbers = new Map<SchemaDocument, Map<JsonSchema, number>>();
  readonly #conjunctions = new Map<string, Conjunction>([['', everything]]);
  #work: number;
  #depth = 0;

  /** `work` is the number of steps after which the comparison gives up. */
  constructor(work: number) {
    this.#work = work;
  }

  /** @throws Undecided when the work limit is reached. */
  spend(steps = 1): void {
    this.#work -= steps;
    if (this.#work < 0) throw new Undecided('too much work');
  }

  /** Runs a function that may recurse through references; beyond the depth limit, returns the fallback. */
  descend<T>(max: number, run: () => T, instead: () => T): T {
    if (this.#depth >= max) return instead();
    this.#depth += 1;
    try {
      return run();
    } finally {
      this.#depth -= 1;
    }
  }

  /** Reads a schema; an absent schema accepts everything. @throws Undecided for a value that is not a schema. */
  read(raw: unknown, document: SchemaDocument, hops = hopsCap): Conjunction {
    if (raw === undefined || raw === true) return everything;
    if (raw === false) return nothing;
    if (!isSchemaObject(raw)) throw new Undecided('no schema');
    // The root keeps its identity: unlike a part of the same text, its references resolve to itself even where they
    // resolve to nothing.
    const isWhole = raw === document.root;
    if (!isWhole && this.#isEmpty(raw)) return everything;
    const target = hops > 0 && !isWhole ? pureTarget(raw, document) : undefined;
    return target === undefined ? this.#intern([this.#number(raw, document)]) : this.read(target, document, hops - 1);
  }

  node(literal: number): SchemaNode {
    return this.#nodes[Math.abs(literal) - 1] as SchemaNode;
  }

  and(a: Conjunction, b: Conjunction): Conjunction {
    if (a === nothing || b === nothing) return nothing;
    if (a === b || b === everything) return a;
    if (a === everything) return b;
    const all = new Set([...a.literals, ...b.literals]);
    return [...all].some((it) => all.has(-it)) ? nothing : this.#intern([...all].sort((x, y) => x - y));
  }

  /** An instance that does not match the conjunction fails one of these. */
  negations(conjunction: Conjunction): Conjunction[] {
    if (conjunction === nothing) return [everything];
    return conjunction.literals.map((it) => this.#intern([-it]));
  }

  #intern(literals: readonly number[]): Conjunction {
    const key = literals.join();
    const known = this.#conjunctions.get(key);
    if (known !== undefined) return known;
    const made = { key, literals };
    this.#conjunctions.set(key, made);
    return made;
  }

  #number(raw: JsonSchema, document: SchemaDocument): number {
    let numbers = this.#numbers.get(document);
    if (numbers === undefined) {
      numbers = new Map();
      this.#numbers.set(document, numbers);
    }
    const known = numbers.get(raw);
    if (known !== undefined) return known;
    this.#nodes.push({ raw, document });
    numbers.set(raw, this.#nodes.length);
    return this.#nodes.length;
  }

  #isEmpty(raw: JsonSchema): boolean {
    for (const keyword in raw) if (!annotations.has(keyword)) return false;
    return true;
  }
}

/** Maximum references followed in a row; a longer chain, or a cycle, stays a reference. */
const hopsCap = 20;

/**
 * The target of a schema that consists of a reference only, so that all references to one schema are identified with
 * it.
 */
function pureTarget(raw: JsonSchema, document: SchemaDocument): unknown {
  if (typeof raw.$ref !== 'string' || raw.$id !== undefined) return undefined;
  for (const keyword in raw) if (keyword !== '$ref' && !annotations.has(keyword)) return undefined;
  return document.resolve(raw.$ref, raw);
}
