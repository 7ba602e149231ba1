import type { JsonSchema } from '../json-schema.js';
import type { SchemaDocument } from './schema-document.js';
import type { Atom } from './shape.js';
import { annotations, type SchemaNode, Undecided } from './space.js';

export const patternAtom = (source: string): Atom => ({
  key: `pattern ${source}`,
  negated: false,
  test: { of: 'pattern', source },
});

export const formatAtom = (name: string): Atom => ({
  key: `format ${name}`,
  negated: false,
  test: { of: 'format', name },
});

/** One keyword of a node as an atom. After resolving references, equal texts are equal conditions. */
export const keywordAtom = (node: SchemaNode, keyword: string, test: Atom['test'] = { of: 'opaque' }): Atom => ({
  key: `${keyword} ${writtenOut(node)}`,
  negated: false,
  test,
});

export const opposite = (atom: Atom): Atom => ({ ...atom, negated: !atom.negated });

export const sameAtom = (a: Atom, b: Atom): boolean => a.key === b.key && a.negated === b.negated;

const writtenCap = 50_000;
const writtenDepthCap = 200;

/**
 * The schema's meaning as text: without annotations, members in order, references replaced by their targets. @throws
 * Undecided when it grows too long.
 */
function writtenOut({ raw, document }: SchemaNode): string {
  const texts = written.get(document) ?? new Map<JsonSchema, string>();
  written.set(document, texts);
  let text = texts.get(raw);
  if (text === undefined) {
    const writer = new Writer(document);
    writer.write(raw, 'schema');
    text = `${document.dialect} ${writer.parts.join('')}`;
    texts.set(raw, text);
  }
  return text;
}

/** A schema with many conditions that cannot be decomposed is serialised for each of them, so the text is cached. */
const written = new WeakMap<SchemaDocument, Map<JsonSchema, string>>();

class Writer {
  readonly parts: string[] = [];
  readonly #document: SchemaDocument;
  readonly #open: unknown[] = [];
  #length = 0;

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  /** The role of the value: a schema, a map or list of schemas, or data in which nothing is a keyword. */
  write(value: unknown, as: 'schema' | 'schemas' | 'data'): void {
    const depth = this.#open.indexOf(value);
    if (typeof value !== 'object' || value === null) this.#put(JSON.stringify(value) ?? 'null');
    else if (depth >= 0) this.#put(`^${this.#open.length - depth}`);
    else this.#writeWhole(value, as);
  }

  #writeWhole(value: object, as: 'schema' | 'schemas' | 'data'): void {
    if (this.#open.length >= writtenDepthCap) throw new Undecided('a condition too deep to be written out');
    this.#open.push(value);
    if (Array.isArray(value)) {
      this.#put('[');
      for (const member of value) {
        this.write(member, as === 'schemas' ? 'schema' : as);
        this.#put(',');
      }
      this.#put(']');
    } else this.#writeMembers(value as JsonSchema, as);
    this.#open.pop();
  }

  #writeMembers(members: JsonSchema, as: 'schema' | 'schemas' | 'data'): void {
    this.#put('{');
    for (const key of Object.keys(members).sort()) {
      const value = members[key];
      if (as === 'schema' && annotations.has(key)) continue;
      this.#put(`${JSON.stringify(key)}:`);
      if (as !== 'schema') this.write(value, as === 'schemas' ? 'schema' : 'data');
      else if (key === '$ref') this.write(this.#document.resolve(String(value), members) ?? value, 'schema');
      else this.write(value, inside(key, value));
      this.#put(';');
    }
    this.#put('}');
  }

  #put(part: string): void {
    this.#length += part.length;
    if (this.#length > writtenCap) throw new Undecided('a condition too long to be written out');
    this.parts.push(part);
  }
}

const schemas = new Set([
  'allOf',
  'anyOf',
  'dependencies',
  'dependentSchemas',
  'oneOf',
  'patternProperties',
  'prefixItems',
  'properties',
]);

const inside = (keyword: string, value: unknown): 'schema' | 'schemas' | 'data' => {
  if (keyword === 'const' || keyword === 'enum') return 'data';
  return schemas.has(keyword) || (keyword === 'items' && Array.isArray(value)) ? 'schemas' : 'schema';
};
