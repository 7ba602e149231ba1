import { entityAnnotationSchema, annotationKeywords as keywords } from '@assay/contracts';
import { followReferences, type JsonSchema } from '@assay/json-schema';
import { canonicalJson, pointerStep } from '@assay/kernel';
import { type FieldRule, fieldRuleOf } from './field-rule.js';

/** One value of a field that tools share. */
export interface Fact {
  readonly rule: FieldRule;
  /** JSON pointer into the output. */
  readonly path: string;
  readonly value: unknown;
}

/** What an output says of one thing. */
export interface EntityFacts {
  /** Names and values of what tells the thing from others, canonical; equal for the same thing. */
  readonly entity: string;
  /** When what is said was so, as the tool states; ms since the epoch. */
  readonly asOf: number | undefined;
  /** By the fields' shared names. */
  readonly facts: ReadonlyMap<string, Fact>;
}

/** What a tool was asked and answered, and the schemas that say what is what in it. */
export interface Answered {
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
  readonly input: unknown;
  readonly output: unknown;
}

const maxDepth = 32;
/** Things of one output that are compared. */
const maxEntities = 2_000;

/**
 * The facts in an output about identified things, by the annotations of the tool's schemas. A thing is the output as a
 * whole, or an entry of a list in it; its `x-assay-entity` members identify it, including those of the input for the
 * output as a whole. Facts about unidentified things are omitted, and so are repeated facts about the same thing: names
 * alone make no two values comparable. Bounded in depth and number; never throws.
 */
export function readFacts({ inputSchema, outputSchema, input, output }: Answered): EntityFacts[] {
  if (outputSchema === undefined) return [];
  const asked = new Reading(inputSchema);
  const about = asked.thing();
  asked.read(inputSchema, input, '', 0, about);
  const said = new Reading(outputSchema);
  const whole = said.thing(about.parts);
  said.read(outputSchema, output, '', 0, whole);
  const found = said.things.flatMap(closed);
  const times = new Map<string, number>();
  for (const { entity } of found) times.set(entity, (times.get(entity) ?? 0) + 1);
  return found.filter(({ entity }) => times.get(entity) === 1);
}

interface Thing {
  readonly parts: Map<string, unknown>;
  readonly facts: Map<string, Fact>;
  asOf: number | undefined;
}

class Reading {
  readonly things: Thing[] = [];

  constructor(private readonly root: JsonSchema) {}

  /** A nested thing, identified also by what is already known. */
  thing(known: ReadonlyMap<string, unknown> = new Map()): Thing {
    const thing: Thing = { parts: new Map(known), facts: new Map(), asOf: undefined };
    this.things.push(thing);
    return thing;
  }

  read(given: unknown, value: unknown, path: string, depth: number, thing: Thing): void {
    const schema = followReferences(this.root, given);
    if (schema === undefined || depth > maxDepth || value === undefined) return;
    note(annotated(schema, given), value, path, thing);
    if (Array.isArray(value)) this.#entries(schema, value, path, depth);
    else if (typeof value === 'object' && value !== null) this.#members(schema, value, path, depth, thing);
  }

  #members(schema: JsonSchema, value: object, path: string, depth: number, thing: Thing): void {
    for (const [name, below] of Object.entries((schema.properties ?? {}) as object)) {
      if (!Object.hasOwn(value, name)) continue;
      const member = (value as Readonly<Record<string, unknown>>)[name];
      this.read(below, member, `${path}${pointerStep(name)}`, depth + 1, thing);
    }
  }

  #entries(schema: JsonSchema, list: readonly unknown[], path: string, depth: number): void {
    if (typeof schema.items !== 'object' || schema.items === null || Array.isArray(schema.items)) return;
    for (const [at, entry] of list.entries()) {
      if (this.things.length >= maxEntities) return;
      this.read(schema.items, entry, `${path}/${at}`, depth + 1, this.thing());
    }
  }
}

/** Annotations beside a reference count as well as those where it leads. */
const annotated = (schema: JsonSchema, given: unknown): JsonSchema =>
  given === schema ? schema : { ...schema, ...(given as JsonSchema) };

function note(schema: JsonSchema, value: unknown, path: string, thing: Thing): void {
  const entity = entityAnnotationSchema.safeParse(schema[keywords.entity]);
  if (entity.success && isScalar(value)) thing.parts.set(entity.data, value);
  const rule = fieldRuleOf(schema);
  if (rule !== undefined && !thing.facts.has(rule.name)) thing.facts.set(rule.name, { rule, path, value });
  if (schema[keywords.asOf] === true && typeof value === 'string') {
    const at = Date.parse(value);
    if (!Number.isNaN(at)) thing.asOf = at;
  }
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const closed = ({ parts, facts, asOf }: Thing): EntityFacts[] =>
  parts.size === 0 || facts.size === 0
    ? []
    : [{ entity: canonicalJson([...parts].sort(([a], [b]) => (a < b ? -1 : 1))), asOf, facts }];
