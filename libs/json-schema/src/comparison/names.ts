import { isSchemaObject } from './schema-document.js';
import type { Conjunction } from './shape.js';
import type { SchemaNode, Space } from './space.js';

/**
 * Names of properties that a schema mentions at its own level, in any branch: listed, required, or part of a
 * dependency. They are the contract; other members of an open object are not.
 */
export function namesOf(space: Space, conjunction: Conjunction): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  const queue = [...conjunction.literals];
  for (let literal = queue.pop(); literal !== undefined; literal = queue.pop()) {
    const id = Math.abs(literal);
    if (seen.has(id)) continue;
    seen.add(id);
    space.spend();
    const node = space.node(id);
    for (const name of listedIn(node)) names.add(name);
    for (const raw of besides(node)) {
      if (isSchemaObject(raw)) queue.push(...space.read(raw, node.document).literals);
    }
  }
  return names;
}

function* listedIn({ raw }: SchemaNode): Generator<string> {
  if (isSchemaObject(raw.properties)) yield* Object.keys(raw.properties);
  if (Array.isArray(raw.required)) yield* raw.required as string[];
  for (const keyword of ['dependentRequired', 'dependencies', 'dependentSchemas']) {
    const dependent = raw[keyword];
    if (!isSchemaObject(dependent)) continue;
    yield* Object.keys(dependent);
    for (const others of Object.values(dependent)) if (Array.isArray(others)) yield* others as string[];
  }
}

/** Schemas that apply to the same instance. */
function* besides({ raw, document }: SchemaNode): Generator<unknown> {
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const schemas = raw[keyword];
    if (Array.isArray(schemas)) yield* schemas;
  }
  yield raw.not;
  yield raw.if;
  yield raw.then;
  yield raw.else;
  for (const keyword of ['dependencies', 'dependentSchemas']) {
    const dependent = raw[keyword];
    if (isSchemaObject(dependent)) yield* Object.values(dependent);
  }
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = raw[keyword];
    if (typeof reference === 'string') yield document.resolve(reference, raw);
  }
}
