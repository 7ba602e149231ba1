import { followReferences, type JsonSchema } from '@assay/json-schema';
import { canonicalJson, isObject, pointerStep } from '@assay/kernel';
import { coerced, typeOf } from './coerce.js';
import type { Edit } from './edit.js';
import { nearName } from './near-name.js';
import { isProtectedName, mayBeCalled } from './protected-name.js';
import { readDate } from './read-date.js';

type JsonObject = Readonly<Record<string, unknown>>;

const maxDepth = 32;

/** A member that stands on one side only. */
interface Lone {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  readonly schema: JsonSchema | undefined;
}

/**
 * The changes from one input to another, regardless of their author and its claims. A change is of `form` when the
 * value is the same, in another type or date notation, under another name that is unambiguous, or a stated default;
 * anything else is of `meaning`. An identifier, amount or recipient never moves to another field.
 */
export function compareInputs(schema: JsonSchema, before: JsonObject, after: JsonObject): Edit[] {
  const comparing = new Comparing(schema);
  comparing.object(schema, before, after, '', 0);
  return comparing.edits();
}

class Comparing {
  readonly #edits: Edit[] = [];
  readonly #gone: Lone[] = [];
  readonly #come: Lone[] = [];

  constructor(private readonly root: JsonSchema) {}

  object(schema: JsonSchema | undefined, before: JsonObject, after: JsonObject, path: string, depth: number): void {
    const properties = isObject(schema?.properties) ? schema.properties : {};
    const below = (name: string) =>
      Object.hasOwn(properties, name) ? followReferences(this.root, properties[name]) : undefined;
    for (const [name, value] of Object.entries(before)) {
      const at = `${path}${pointerStep(name)}`;
      if (Object.hasOwn(after, name)) this.#value(below(name), value, after[name], at, depth + 1);
      else this.#gone.push({ path: at, name, value, schema: below(name) });
    }
    for (const [name, value] of Object.entries(after)) {
      if (!Object.hasOwn(before, name))
        this.#come.push({ path: `${path}${pointerStep(name)}`, name, value, schema: below(name) });
    }
  }

  #value(schema: JsonSchema | undefined, from: unknown, to: unknown, path: string, depth: number): void {
    if (isSame(from, to)) return;
    if (depth < maxDepth && isObject(from) && isObject(to)) {
      this.object(schema, from, to, path, depth);
      return;
    }
    if (depth < maxDepth && Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
      const items = followReferences(this.root, schema?.items);
      for (const [at, item] of from.entries()) this.#value(items, item, to[at], `${path}/${at}`, depth + 1);
      return;
    }
    this.#edits.push(changed(schema, from, to, path));
  }

  /** Members that are gone and members that have come are one, renamed or moved, where each can only be the other. */
  edits(): Edit[] {
    const left = new Set(this.#come);
    for (const gone of this.#gone) {
      const taken = [...left].filter(({ value, schema }) => isOnlyForm(schema, gone.value, value));
      const rivals = this.#gone.filter((it) => taken.some(({ schema, value }) => isOnlyForm(schema, it.value, value)));
      const [come] = taken;
      if (come === undefined) {
        const isNull = gone.value === null;
        this.#edits.push({
          ...lone(gone),
          rule: isNull ? 'null' : 'guess',
          kind: isNull ? 'form' : 'meaning',
          to: undefined,
        });
        continue;
      }
      left.delete(come);
      const isOnly = taken.length === 1 && rivals.length === 1;
      const kind = isSameField(gone, come, isOnly, this.#gone, this.#come) ? 'form' : 'meaning';
      this.#edits.push({ path: gone.path, rule: 'field-name', kind, from: gone.name, to: come.path.slice(1) });
      if (!isSame(gone.value, come.value)) this.#edits.push(changed(come.schema, gone.value, come.value, gone.path));
    }
    for (const come of left) this.#edits.push(added(come));
    return this.#edits;
  }
}

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

const lone = ({ path, value }: Lone) => ({ path, from: value });

/** A name that is near, and no other as near, either way; or the only place for a value whose name says nothing of it. */
function isSameField(gone: Lone, come: Lone, isOnly: boolean, left: readonly Lone[], found: readonly Lone[]): boolean {
  const near = nearName(gone.name, namesOf(found));
  const isNear = near === come.name && nearName(come.name, namesOf(left)) === gone.name;
  if (isNear && parentOf(gone.path) === parentOf(come.path)) return mayBeCalled(gone.name, come.name);
  return isOnly && near === undefined && !isProtectedName(gone.name) && !isProtectedName(come.name);
}

const namesOf = (members: readonly Lone[]): string[] => members.map(({ name }) => name);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

function changed(schema: JsonSchema | undefined, from: unknown, to: unknown, path: string): Edit {
  const rule = ruleOf(schema, from, to);
  return rule === undefined
    ? { path, rule: 'guess', kind: 'meaning', from, to }
    : { path, rule, kind: 'form', from, to };
}

const isOnlyForm = (schema: JsonSchema | undefined, from: unknown, to: unknown): boolean =>
  isSame(from, to) || ruleOf(schema, from, to) !== undefined;

/** The rule by which two values are one in different form; undefined when they are two. */
function ruleOf(schema: JsonSchema | undefined, from: unknown, to: unknown): 'type' | 'date' | undefined {
  const alike = coerced(from, typeOf(to));
  if (alike !== undefined && isSame(alike, to)) return 'type';
  const format = schema?.format;
  if (typeof from !== 'string' || (format !== 'date' && format !== 'date-time')) return undefined;
  return readDate(from, format) === to ? 'date' : undefined;
}

/** What nobody gave: the schema's own default or only choice is form, anything else was made up. */
function added({ path, value, schema }: Lone): Edit {
  const only = schema?.const ?? (Array.isArray(schema?.enum) && schema.enum.length === 1 ? schema.enum[0] : undefined);
  const stated = schema?.default ?? only;
  const isStated = stated !== undefined && isSame(stated, value);
  return {
    path,
    rule: isStated ? 'default' : 'guess',
    kind: isStated ? 'form' : 'meaning',
    from: undefined,
    to: value,
  };
}
