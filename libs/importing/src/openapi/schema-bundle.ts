import { patternProblem } from '@assay/json-schema';
import { fitName } from '../fit-name.js';
import { booleanOf, hasOldSchemas, isJson, type Json, jsonOf, listOf } from './document.js';
import { modernSchema } from './modern-schema.js';
import { lastStep, References } from './references.js';

/** Whether a schema describes the request or the response: some properties belong to one of them only. */
export type Direction = 'input' | 'output';

type Schema = Json | boolean;

/** JSON Schema 2020-12 keywords that contain one schema, a list, or schemas by name. */
const alone = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
]);
const inLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
/** Keywords whose numbers and truth values some documents write as text. */
const numeric = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
]);
const truths = new Set(['uniqueItems', 'readOnly', 'writeOnly', 'deprecated']);
const byName = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Meaningless outside the document: addresses inside it, and keywords of OpenAPI alone. */
const dropped =
  /^(?:x-.*|xml|externalDocs|discriminator|\$defs|definitions|\$id|\$anchor|\$dynamicAnchor|\$schema|\$vocabulary|\$comment)$/;

/**
 * Converts schemas of an OpenAPI document into one self-contained JSON Schema: each referenced component becomes a
 * definition under `$defs`, once, so that recursive ones stay finite; the schema language of 3.0 becomes 2020-12;
 * read-only parts are dropped from input and write-only parts from output.
 */
export class SchemaBundle {
  readonly #references: References;
  readonly #isOld: boolean;
  /** Names in `$defs` by reference. */
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, Schema>();
  readonly #waiting: string[] = [];

  constructor(
    root: Json,
    private readonly direction: Direction,
    private readonly notes: Set<string>,
  ) {
    this.#references = new References(root);
    this.#isOld = hasOldSchemas(root);
  }

  /** The schema with its references changed to definitions of this bundle. */
  carry(value: unknown): Schema {
    if (typeof value === 'boolean') return value;
    if (!isJson(value)) return {};
    return modernSchema(value, this.#isOld, (plain) => this.#keywords(plain));
  }

  /** Adds the definitions that the converted schemas need. */
  close(schema: Json): Json {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#definitions.set(this.#names.get(next) as string, this.carry(this.#references.at(next)));
    }
    return this.#definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(this.#definitions) };
  }

  /** Whether a property belongs to the other direction. */
  isForeign(value: unknown): boolean {
    const word = this.direction === 'input' ? 'readOnly' : 'writeOnly';
    return booleanOf(this.#references.resolve(value)?.[word]) === true;
  }

  /** Whether a value that fits may be an object, as far as one can see. */
  mayBeObject(value: unknown): boolean {
    const { type } = this.#references.resolve(value) ?? {};
    return type === undefined || listOf(type).includes('object') || type === 'object';
  }

  #keywords(schema: Json): Json {
    return Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => this.#keyword(key, value, schema)));
  }

  #keyword(key: string, value: unknown, schema: Json): [string, unknown][] {
    if (dropped.test(key)) return [];
    if (key === '$ref') return typeof value === 'string' ? [[key, this.#define(value)]] : [];
    if (key === '$dynamicRef') {
      this.notes.add('A reference by $dynamicRef was taken to allow anything.');
      return [];
    }
    if (key === 'pattern') return this.#usable(value) ? [[key, value]] : [];
    if (key === 'required') {
      const foreign = this.#foreignNames(schema);
      return Array.isArray(value) ? [[key, value.filter((name) => !foreign.has(name))]] : [];
    }
    if (alone.has(key)) return [[key, this.carry(booleanOf(value) ?? value)]];
    if (numeric.has(key) && typeof value === 'string')
      return Number.isFinite(Number(value)) && value !== '' ? [[key, Number(value)]] : [];
    if (truths.has(key)) return booleanOf(value) === undefined ? [] : [[key, booleanOf(value)]];
    if (inLists.has(key)) return [[key, listOf(value).map((it) => this.carry(it))]];
    if (byName.has(key)) return [[key, this.#named(key, jsonOf(value))]];
    return [[key, value]];
  }

  #named(key: string, schemas: Json): Json {
    const kept = Object.entries(schemas).filter(([name, schema]) => {
      if (key === 'patternProperties') return this.#usable(name);
      return key !== 'properties' || !this.isForeign(schema);
    });
    return Object.fromEntries(kept.map(([name, schema]) => [name, this.carry(schema)]));
  }

  #foreignNames({ properties }: Json): Set<unknown> {
    const entries = Object.entries(jsonOf(properties));
    return new Set(entries.filter(([, schema]) => this.isForeign(schema)).map(([name]) => name));
  }

  #usable(pattern: unknown): boolean {
    const problem = typeof pattern === 'string' ? patternProblem(pattern) : undefined;
    if (problem !== undefined) this.notes.add(`A pattern was skipped: ${problem}.`);
    return problem === undefined;
  }

  #define(reference: string): string {
    let name = this.#names.get(reference);
    if (name === undefined) {
      name = this.#freeName(fitName(lastStep(reference), 100));
      this.#names.set(reference, name);
      this.#waiting.push(reference);
    }
    return `#/$defs/${name}`;
  }

  #freeName(base: string): string {
    const taken = new Set(this.#names.values());
    let name = base;
    for (let n = 2; taken.has(name); n += 1) name = `${base}_${n}`;
    return name;
  }
}
