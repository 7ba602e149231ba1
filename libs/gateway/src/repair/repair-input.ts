import { acceptsFormat, followReferences, type JsonSchema } from '@assay/json-schema';
import { isObject, pointerStep } from '@assay/kernel';
import { coerced, isOfType, type SimpleType } from './coerce.js';
import type { Edit } from './edit.js';
import { nearName } from './near-name.js';
import { nearValue } from './near-value.js';
import { mayBeCalled } from './protected-name.js';
import { readDate } from './read-date.js';

/** An input made to fit, and what was changed for it. */
export interface Repair {
  readonly input: Readonly<Record<string, unknown>>;
  readonly edits: readonly Edit[];
}

/** More changes than this are a guess at another call. */
const maxEdits = 16;
const maxDepth = 16;
/** Pairs of names that are compared, in one input: about 20 ms. */
const maxCompared = 5_000;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What an input would have to be to fit its schema, by rules alone: walks schema and input together and changes what
 * does not fit where the rules know one way. Whether the outcome fits is for the validator to say. Undefined when there
 * is nothing that these rules would change. Bounded in depth and changes; never throws.
 */
export function repairInput(schema: JsonSchema, input: JsonObject): Repair | undefined {
  const walk = new Walk(schema);
  const repaired = walk.value(schema, input, '', 0);
  if (walk.edits.length === 0 || walk.edits.length > maxEdits || !isObject(repaired)) return undefined;
  return { input: repaired, edits: walk.edits };
}

/** The names of an object's members, and whether it has no others. */
interface Names {
  readonly listed: readonly string[];
  readonly required: readonly string[];
  readonly isClosed: boolean;
}

class Walk {
  readonly edits: Edit[] = [];
  #compared = 0;

  constructor(private readonly root: JsonSchema) {}

  value(given: unknown, value: unknown, path: string, depth: number): unknown {
    // More changes than allowed: this walk is abandoned, however large the rest is.
    if (this.edits.length > maxEdits) return value;
    const schema = this.#resolved(given);
    if (schema === undefined || depth > maxDepth) return value;
    const branches = branchesOf(schema);
    if (branches !== undefined) return this.#branch(branches, value, path, depth);
    const typed = this.#typed(schema, value, path);
    if (isObject(typed)) return this.#object(schema, typed, path, depth);
    if (Array.isArray(typed))
      return typed.map((item, at) => this.value(itemSchema(schema, at), item, `${path}/${at}`, depth + 1));
    return this.#text(schema, typed, path);
  }

  /** The branch that takes the value as it is, else the only one that rules can make it fit. */
  #branch(branches: readonly unknown[], value: unknown, path: string, depth: number): unknown {
    const resolved = branches.map((it) => this.#resolved(it)).filter((it) => it !== undefined);
    const fitting = resolved.filter((it) => typesOf(it).some((type) => isOfType(value, type)));
    const chosen = fitting.length > 0 ? fitting : resolved.filter((it) => !isNullOnly(it));
    const [only] = chosen;
    return chosen.length === 1 && only !== undefined ? this.value(only, value, path, depth + 1) : value;
  }

  #typed(schema: JsonSchema, value: unknown, path: string): unknown {
    const types = typesOf(schema);
    if (types.length === 0 || types.some((type) => isOfType(value, type))) return value;
    for (const type of types) {
      const to = coerced(value, type);
      if (to !== undefined) return this.#edit({ path, rule: 'type', kind: 'form', from: value, to });
    }
    return value;
  }

  #object(schema: JsonSchema, value: JsonObject, path: string, depth: number): JsonObject {
    const properties = isObject(schema.properties) ? schema.properties : {};
    const required = names(schema.required);
    const isClosed = schema.additionalProperties === false;
    const renamed = this.#renamed(value, { listed: Object.keys(properties), required, isClosed }, path);
    // A map, since a member may be called `__proto__`.
    const repaired = new Map<string, unknown>();
    for (const [name, { at, value: member }] of renamed) {
      const memberPath = `${path}${pointerStep(at)}`;
      const memberSchema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (member === null && !required.includes(name) && memberSchema !== undefined && !this.#takesNull(memberSchema)) {
        this.#edit({ path: memberPath, rule: 'null', kind: 'form', from: null, to: undefined });
        continue;
      }
      repaired.set(name, memberSchema === undefined ? member : this.value(memberSchema, member, memberPath, depth + 1));
    }
    for (const name of required) {
      const stated = this.#resolved(properties[name])?.default;
      if (repaired.has(name) || stated === undefined) continue;
      const edit: Edit = {
        path: `${path}${pointerStep(name)}`,
        rule: 'default',
        kind: 'form',
        from: undefined,
        to: stated,
      };
      repaired.set(name, this.#edit(edit));
    }
    return Object.fromEntries(repaired);
  }

  /**
   * Members by the names the schema has for them. In an open object, names are looked at only where a required one is
   * missing, since an unlisted one may be meant. In a closed object, every unlisted one is a mistake.
   */
  #renamed(value: JsonObject, { listed, required, isClosed }: Names, path: string) {
    const members = new Map(Object.entries(value).map(([name, member]) => [name, { at: name, value: member }]));
    if (!isClosed && required.every((name) => members.has(name))) return members;
    const free = listed.filter((name) => !members.has(name));
    const unlisted = Object.keys(value).filter((it) => !listed.includes(it));
    const nearestTo = new Map<string, string | undefined>();
    for (const name of unlisted) {
      const meant = this.#nearest(name, free);
      const member = members.get(name);
      if (meant === undefined || member === undefined) continue;
      if (!nearestTo.has(meant)) nearestTo.set(meant, this.#nearest(meant, unlisted));
      // Of two equally near candidates, neither is chosen.
      if (nearestTo.get(meant) !== name) continue;
      members.delete(name);
      members.set(meant, member);
      free.splice(free.indexOf(meant), 1);
      const kind = mayBeCalled(name, meant) ? 'form' : 'meaning';
      this.#edit({ path: `${path}${pointerStep(name)}`, rule: 'field-name', kind, from: name, to: meant });
    }
    return members;
  }

  /** Names are no longer compared where an input has so many that others would wait. */
  #nearest(name: string, among: readonly string[]): string | undefined {
    this.#compared += among.length;
    return this.#compared > maxCompared ? undefined : nearName(name, among);
  }

  #text(schema: JsonSchema, value: unknown, path: string): unknown {
    if (typeof value !== 'string') return value;
    const allowed = names(schema.enum);
    if (allowed.length > 0) {
      const to = allowed.includes(value) ? undefined : nearValue(value, allowed);
      return to === undefined ? value : this.#edit({ path, rule: 'enum', kind: 'meaning', from: value, to });
    }
    const { format } = schema;
    if ((format !== 'date' && format !== 'date-time') || acceptsFormat(format, value) !== false) return value;
    const to = readDate(value, format);
    return to === undefined ? value : this.#edit({ path, rule: 'date', kind: 'form', from: value, to });
  }

  #takesNull(schema: unknown): boolean {
    const resolved = this.#resolved(schema);
    if (resolved === undefined) return true;
    const branches = branchesOf(resolved);
    if (branches !== undefined) return branches.some((it) => this.#takesNull(it));
    const types = typesOf(resolved);
    return types.length === 0 ? !Array.isArray(resolved.enum) || resolved.enum.includes(null) : types.includes('null');
  }

  #resolved = (given: unknown): JsonSchema | undefined => followReferences(this.root, given);

  #edit(edit: Edit): unknown {
    this.edits.push(edit);
    return edit.to;
  }
}

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : [];

function typesOf({ type }: JsonSchema): SimpleType[] {
  return (Array.isArray(type) ? type : [type]).filter((it): it is SimpleType => typeof it === 'string');
}

const isNullOnly = (schema: JsonSchema): boolean => {
  const types = typesOf(schema);
  return types.length === 1 && types[0] === 'null';
};

function branchesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (schema.properties !== undefined || schema.type !== undefined) return undefined;
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const branches = schema[keyword];
    if (Array.isArray(branches) && (keyword !== 'allOf' || branches.length === 1)) return branches;
  }
  return undefined;
}

function itemSchema(schema: JsonSchema, at: number): unknown {
  const prefix = Array.isArray(schema.prefixItems)
    ? schema.prefixItems
    : Array.isArray(schema.items)
      ? schema.items
      : [];
  if (at < prefix.length) return prefix[at];
  return Array.isArray(schema.items) ? schema.additionalItems : schema.items;
}
