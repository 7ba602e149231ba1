import type { JsonSchema } from '../json-schema.js';
import { pointerStep } from '../json-value.js';
import { type Consequence, sentence } from './difference-text.js';
import { JsonSameness } from './json-sameness.js';
import type { Outcome } from './outcome.js';
import type { Difference } from './schema-difference.js';
import { isSchemaObject } from './schema-document.js';
import type { SchemaPair } from './schema-pair.js';

type Kind = Difference['kind'];

/**
 * Keywords that are judged together, because they only have meaning in combination; the first one present gives the
 * path.
 */
const groups: readonly (readonly string[])[] = [
  ['type', 'nullable'],
  ['enum'],
  ['const'],
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
  ['multipleOf'],
  ['minLength'],
  ['maxLength'],
  ['pattern'],
  ['format'],
  ['minItems'],
  ['maxItems'],
  ['uniqueItems'],
  ['contains', 'minContains', 'maxContains'],
  ['minProperties'],
  ['maxProperties'],
  ['propertyNames'],
  ['dependentRequired', 'dependentSchemas', 'dependencies'],
  ['if', 'then', 'else'],
  ['not'],
];
const texts = [
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
];
const kinds: readonly Kind[] = ['text', 'additive', 'unknown', 'breaking'];

/** Maximum depth, references included; below it a difference is reported as a whole. */
const depthCap = 100;

/** Maximum differences reported. */
const differencesCap = 200;

const lighter = (a: Kind, b: Kind): Kind => (kinds.indexOf(a) < kinds.indexOf(b) ? a : b);
const plain = (value: unknown): JsonSchema => (isSchemaObject(value) ? value : {});

/**
 * Lists the places where two schemas of a tool differ, with the effect on callers of the older one, and the worst
 * effect.
 */
export function schemaDifferences(pair: SchemaPair, role: 'input' | 'output'): Difference[] {
  const all = new Walk(pair, role).from(pair.older.root, pair.newer.root, `/${role}Schema`, 'breaking');
  if (all.length <= differencesCap) return all;
  return all.sort((a, b) => kinds.indexOf(b.kind) - kinds.indexOf(a.kind)).slice(0, differencesCap);
}

/**
 * Walks both schemas together. A place is judged by the relation between the two parts there, and nothing inside is
 * rated worse than the place itself: a change that an enclosing part compensates does no harm. A harmful place whose
 * members are all harmless is reported as a whole.
 */
class Walk {
  readonly #pair: SchemaPair;
  readonly #role: 'input' | 'output';
  readonly #seen = new Set<string>();
  readonly #sameness = new JsonSameness();
  #depth = 0;

  constructor(pair: SchemaPair, role: 'input' | 'output') {
    this.#pair = pair;
    this.#role = role;
  }

  #same(a: unknown, b: unknown): boolean {
    return this.#sameness.same(a, b);
  }

  from(before: unknown, after: unknown, path: string, max: Kind): Difference[] {
    if (this.#pair.isSame(before, after)) return [];
    const judged = this.#judge(before, after);
    const kind = lighter(judged.kind, max);
    if (!isSchemaObject(before) || !isSchemaObject(after))
      return this.#whole(before, after, path, kind, judged.outcome);
    this.#depth += 1;
    const deep = this.#depth > depthCap;
    const inside = deep ? [] : [...this.#texts(before, after, path), ...this.#inside(before, after, path, kind)];
    this.#depth -= 1;
    const reportOf = kind === 'text' || this.#bothRefer(before, after) || inside.some((it) => it.kind === kind);
    return reportOf ? inside : [...inside, ...this.#whole(before, after, path, kind, judged.outcome)];
  }

  /** Differences behind two references are reported at the target, once. */
  #bothRefer(before: JsonSchema, after: JsonSchema): boolean {
    const targets = [
      this.#pair.older.resolve(String(before.$ref), before),
      this.#pair.newer.resolve(String(after.$ref), after),
    ];
    return typeof before.$ref === 'string' && typeof after.$ref === 'string' && targets.every(isSchemaObject);
  }

  #whole(before: unknown, after: unknown, path: string, kind: Kind, outcome: Outcome): Difference[] {
    return [this.#difference({ path, kind, before, after, keyword: '', witness: outcome })];
  }

  /** Harmful changes first, then additions. If both relations hold, only the text differs. */
  #judge(before: unknown, after: unknown): { kind: Kind; outcome: Outcome } {
    const [relation, direction] =
      this.#role === 'input' ? (['closed', 'older in newer'] as const) : (['projected', 'newer in older'] as const);
    const outcome = this.#pair.decide(relation, direction, before, after);
    if (outcome.verdict !== 'holds') return { kind: outcome.verdict === 'fails' ? 'breaking' : 'unknown', outcome };
    const isSame =
      this.#pair.decide('closed', 'older in newer', before, after).verdict === 'holds' &&
      this.#pair.decide('closed', 'newer in older', before, after).verdict === 'holds';
    return { kind: isSame ? 'text' : 'additive', outcome };
  }

  #texts(before: JsonSchema, after: JsonSchema, path: string): Difference[] {
    return texts
      .filter((it) => !this.#same(before[it], after[it]))
      .map((it) => ({
        path: `${path}/${it}`,
        kind: 'text' as const,
        message: sentence({ keyword: it, role: this.#role, kind: 'text', before: before[it], after: after[it] }),
        before: before[it],
        after: after[it],
      }));
  }

  #inside(before: JsonSchema, after: JsonSchema, path: string, max: Kind): Difference[] {
    return [
      ...groups.flatMap((group) => this.#group(group, before, after, path, max)),
      ...this.#properties(before, after, path, max),
      ...this.#required(before, after, path, max),
      ...this.#others(before, after, path, max),
      ...this.#members(before, after, path, max),
      ...this.#references(before, after, path, max),
    ];
  }

  #group(group: readonly string[], before: JsonSchema, after: JsonSchema, path: string, max: Kind): Difference[] {
    const changed = group.filter((it) => !this.#same(before[it], after[it]));
    const [keyword] = changed;
    if (keyword === undefined) return [];
    const judged = this.#judge(only(before, group), only(after, group));
    const values = { before: before[keyword], after: after[keyword] };
    const kind = lighter(judged.kind, max);
    return [this.#difference({ path: `${path}/${keyword}`, kind, ...values, keyword, witness: judged.outcome })];
  }

  #properties(before: JsonSchema, after: JsonSchema, path: string, max: Kind): Difference[] {
    const older = plain(before.properties);
    const newer = plain(after.properties);
    const found: Difference[] = [];
    for (const name of new Set([...Object.keys(older), ...Object.keys(newer)])) {
      const at = `${path}/properties${pointerStep(name)}`;
      if (!Object.hasOwn(older, name)) found.push(this.#added(before, after, name, at, max));
      else if (!Object.hasOwn(newer, name)) found.push(this.#removed(before, after, name, at, max));
      else found.push(...this.from(older[name], newer[name], at, max));
    }
    return found;
  }

  #added(before: JsonSchema, after: JsonSchema, name: string, path: string, max: Kind): Difference {
    const value = plain(after.properties)[name];
    const isNeeded = listOf(after.required).includes(name) && !listOf(before.required).includes(name);
    const kind = lighter(isNeeded && this.#role === 'input' ? 'breaking' : 'additive', max);
    return this.#difference({ path, kind, before: undefined, after: value, keyword: isNeeded ? 'needed' : 'added' });
  }

  #removed(before: JsonSchema, after: JsonSchema, name: string, path: string, max: Kind): Difference {
    const value = plain(before.properties)[name];
    const rules = ['patternProperties', 'additionalProperties'];
    const required = listOf(before.required).includes(name) ? [name] : [];
    const stays = listOf(after.required).includes(name) ? [name] : [];
    const judged = this.#judge(
      { ...only(before, rules), properties: { [name]: value }, required: this.#role === 'input' ? stays : required },
      { ...only(after, rules), properties: {}, required: stays },
    );
    const kind = lighter(judged.kind, max);
    return this.#difference({ path, kind, before: value, after: undefined, keyword: 'removed' });
  }

  /**
   * Required names of properties that exist on both sides or on neither: a new required property is reported as an
   * addition.
   */
  #required(before: JsonSchema, after: JsonSchema, path: string, max: Kind): Difference[] {
    const older = listOf(before.required);
    const newer = listOf(after.required);
    const reportOf = (name: unknown) =>
      Object.hasOwn(plain(before.properties), String(name)) !== Object.hasOwn(plain(after.properties), String(name));
    const added = newer.filter((it) => !older.includes(it) && !reportOf(it));
    const dropped = older.filter((it) => !newer.includes(it) && !reportOf(it));
    if (added.length + dropped.length === 0) return [];
    const harm = (this.#role === 'input' ? added : dropped).length > 0;
    const kind = lighter(harm ? 'breaking' : 'additive', max);
    return [this.#difference({ path: `${path}/required`, kind, before: older, after: newer, keyword: 'required' })];
  }

  /** Compares the rules for unlisted properties. Maps are compared by their values. */
  #others(before: JsonSchema, after: JsonSchema, path: string, max: Kind): Difference[] {
    const keywords = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];
    const changed = keywords.filter((it) => !this.#same(before[it], after[it]));
    const [keyword] = changed;
    if (keyword === undefined) return [];
    const [older, newer] = [before[keyword], after[keyword]];
    const isMap = keyword === 'additionalProperties' && isSchemaObject(older) && isSchemaObject(newer);
    if (isMap && changed.length === 1) return this.from(older, newer, `${path}/${keyword}`, max);
    const group = [...keywords, 'properties'];
    const judged = this.#judge(only(before, group), only(withListed(after, before), group));
    const kind = lighter(judged.kind, max);
    return [
      this.#difference({
        path: `${path}/${keyword}`,
        kind,
        before: older,
        after: newer,
        keyword,
        witness: judged.outcome,
      }),
    ];
  }

  /** Items and alternatives: pairwise when the counts match, otherwise as a whole. */
  #members(before: JsonSchema, after: JsonSchema, path: string, max: Kind): Difference[] {
    return ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'allOf', 'anyOf', 'oneOf'].flatMap(
      (keyword) => {
        const [older, newer] = [before[keyword], after[keyword]];
        const at = `${path}/${keyword}`;
        if (isSchemaObject(older) && isSchemaObject(newer)) return this.from(older, newer, at, max);
        if (Array.isArray(older) && Array.isArray(newer) && older.length === newer.length) {
          return older.flatMap((it, i) => this.from(it, newer[i], `${at}/${i}`, max));
        }
        return this.#group([keyword], before, after, path, max);
      },
    );
  }

  #references(before: JsonSchema, after: JsonSchema, path: string, max: Kind): Difference[] {
    const [older, newer] = [before.$ref, after.$ref];
    if (typeof older !== 'string' || typeof newer !== 'string') {
      return this.#group(['$ref', '$dynamicRef', '$recursiveRef'], before, after, path, max);
    }
    const [one, other] = [this.#pair.older.resolve(older, before), this.#pair.newer.resolve(newer, after)];
    const key = `${older} ${newer} ${max}`;
    if (!isSchemaObject(one) || !isSchemaObject(other)) return this.#group(['$ref'], before, after, path, max);
    if (this.#seen.has(key)) return [];
    this.#seen.add(key);
    const at = newer.startsWith('#/') && older === newer ? `/${this.#role}Schema${newer.slice(1)}` : path;
    return this.from(one, other, at, max);
  }

  #difference({
    witness,
    ...reportOf
  }: Omit<Consequence, 'role' | 'witness'> & { path: string; witness?: Outcome }): Difference {
    const { path, kind, before, after } = reportOf;
    const example = witness?.verdict === 'fails' && kind === 'breaking' ? { example: witness.witness } : {};
    return { path, kind, message: sentence({ ...reportOf, ...example, role: this.#role }), before, after };
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const only = (schema: JsonSchema, keywords: readonly string[]): JsonSchema =>
  Object.fromEntries(keywords.filter((it) => Object.hasOwn(schema, it)).map((it) => [it, schema[it]]));

/**
 * Adds the properties that the other schema lists, as it lists them, so that only the rules for unlisted properties
 * differ.
 */
const withListed = (schema: JsonSchema, other: JsonSchema): JsonSchema =>
  other.properties === undefined ? { ...schema, properties: undefined } : { ...schema, properties: other.properties };
