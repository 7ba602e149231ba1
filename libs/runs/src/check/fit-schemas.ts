import type { JsonSchema } from '@assay/json-schema';
import type { Findings } from './findings.js';
import { dereferenced, type JsonType, type SchemaPart, typesOf } from './json-types.js';
import { problemsOf } from './takes.js';

/** The place where a finding is reported, and the part of the value there, in words. */
export interface Where {
  readonly place: string;
  /** Empty for the value itself, else such as `its "a.b" `. */
  readonly words: string;
}

/** So many parts of two schemas are compared along one edge; schemas may refer to themselves without end. */
const maxParts = 500;

/**
 * Whether values of one schema are values of another: of what kind they are, which values they may be, and for objects
 * and lists the same of their parts. What is certain is an error only where every value has such a part.
 */
export function fitSchemas(given: SchemaPart, target: SchemaPart, where: Where, found: Findings): void {
  new Comparison(found, where.place).compare(given, target, { path: [], isCertain: true });
}

interface Part {
  readonly path: readonly string[];
  readonly isCertain: boolean;
}

class Comparison {
  #left = maxParts;

  constructor(
    private readonly found: Findings,
    private readonly place: string,
  ) {}

  compare(given: SchemaPart, target: SchemaPart, part: Part): void {
    if (this.#left === 0) return;
    this.#left -= 1;
    const from = dereferenced(given);
    const to = dereferenced(target);
    if (!isSchema(from) || !isSchema(to)) return;
    this.#compareValues(from, target, part);
    if (to.type === 'integer' && from.type === 'number')
      this.#doubt(part, 'may be a fraction, and the tool takes a whole number here');
    this.#compareMembers({ schema: from, root: given.root }, { schema: to, root: target.root }, part);
    if (isSchema(from.items) && isSchema(to.items))
      this.#within(
        { schema: from.items, root: given.root },
        { schema: to.items, root: target.root },
        {
          path: [...part.path, '*'],
          isCertain: false,
        },
      );
  }

  /** Every one of the few values that are given, as a literal. */
  #compareValues(from: JsonSchema, target: SchemaPart, part: Part): void {
    const values = 'const' in from ? [from.const] : Array.isArray(from.enum) ? (from.enum as unknown[]) : [];
    const unfit = values.filter((value) => problemsOf(value, target).length > 0);
    if (unfit.length === 0) return;
    const listed = unfit
      .slice(0, 5)
      .map((it) => JSON.stringify(it))
      .join(', ');
    if (unfit.length === values.length) this.#tell(part, `is ${listed}, which the tool does not take here`);
    else this.#doubt(part, `may be ${listed}, which the tool does not take here`);
  }

  #compareMembers(from: Whole, to: Whole, part: Part): void {
    const given = propertiesOf(from.schema);
    const taken = propertiesOf(to.schema);
    if (given === undefined || taken === undefined) return;
    const sure = namesIn(from.schema.required);
    const needed = namesIn(to.schema.required);
    for (const name of needed) {
      if (Object.hasOwn(given, name)) {
        if (!sure.has(name)) this.#doubt(part, `may have no "${name}", which the tool needs`);
      } else if (from.schema.additionalProperties === false) this.#tell(part, `has no "${name}", which the tool needs`);
      else this.#doubt(part, `does not name "${name}", which the tool needs`);
    }
    for (const [name, schema] of Object.entries(given)) {
      const isCertain = part.isCertain && sure.has(name);
      if (Object.hasOwn(taken, name))
        this.#within(
          { schema, root: from.root },
          { schema: taken[name], root: to.root },
          {
            path: [...part.path, name],
            isCertain,
          },
        );
      else if (to.schema.additionalProperties === false && to.schema.patternProperties === undefined) {
        const message = `has "${name}", which the tool does not take`;
        if (sure.has(name)) this.#tell(part, message);
        else this.#doubt(part, message);
      }
    }
  }

  #within(given: SchemaPart, target: SchemaPart, part: Part): void {
    const kinds: Findings = { errors: [], warnings: [] };
    const fits = fitTypes(typesOf(given), typesOf(target), { place: this.place, words: wordsOf(part) }, kinds);
    (part.isCertain ? this.found.errors : this.found.warnings).push(...kinds.errors);
    this.found.warnings.push(...kinds.warnings);
    if (fits) this.compare(given, target, part);
  }

  #tell(part: Part, message: string): void {
    (part.isCertain ? this.found.errors : this.found.warnings).push({
      path: this.place,
      message: `${wordsOf(part)}${message}`,
    });
  }

  #doubt(part: Part, message: string): void {
    this.found.warnings.push({ path: this.place, message: `${wordsOf(part)}${message}` });
  }
}

interface Whole {
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const propertiesOf = ({ properties }: JsonSchema) => (isSchema(properties) ? properties : undefined);

const namesIn = (required: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(required) ? (required as string[]) : []);

const wordsOf = ({ path }: Part): string => (path.length === 0 ? '' : `its "${path.join('.')}" `);

/** Compares kinds of JSON; whether any value can be of both. */
export function fitTypes(
  given: ReadonlySet<JsonType>,
  taken: ReadonlySet<JsonType>,
  { place, words }: Where,
  found: Findings,
): boolean {
  if (given.size === 0 || taken.size === 0) return true;
  const unfit = [...given].filter((it) => !taken.has(it));
  const named = (types: Iterable<JsonType>) => [...types].map((it) => withArticle[it]).join(' or ');
  if (unfit.length === given.size)
    found.errors.push({ path: place, message: `${words}is ${named(given)}, and the tool takes ${named(taken)} here` });
  else if (unfit.length > 0)
    found.warnings.push({
      path: place,
      message: `${words}may be ${named(unfit)}, and the tool takes ${named(taken)} here`,
    });
  return unfit.length < given.size;
}

const withArticle: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
};
