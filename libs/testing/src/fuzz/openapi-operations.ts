/** A JSON object whose shape is not known beforehand. */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly schema: JsonObject;
}

/** One method of one path, references resolved one level deep, where they are used. */
export interface Operation {
  readonly method: string;
  /** With `{parameters}`. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  /** Of a JSON body; undefined when the operation takes none. */
  readonly body: JsonObject | undefined;
  /** The methods this path offers, in upper case. */
  readonly offered: readonly string[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOr = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Follows local references; a reference to nothing, to elsewhere or in a circle is the schema of anything. */
export function dereference(document: JsonObject, value: unknown): JsonObject {
  let at = value;
  for (let step = 0; step < 16 && isObject(at); step += 1) {
    if (typeof at.$ref !== 'string') return at;
    at = pointed(document, at.$ref);
  }
  return {};
}

function pointed(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  const keys = reference
    .slice(2)
    .split('/')
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), document);
}

function parametersOf(document: JsonObject, lists: readonly unknown[]): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const raw of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    const { name, in: place, required, schema } = dereference(document, raw);
    if (typeof name !== 'string' || (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie'))
      continue;
    // A later list is the operation's own and replaces the path's.
    found.set(`${place} ${name}`, {
      name,
      in: place,
      required: required === true,
      schema: dereference(document, schema),
    });
  }
  return [...found.values()];
}

function bodyOf(document: JsonObject, operation: JsonObject): JsonObject | undefined {
  const content = objectOr(dereference(document, operation.requestBody).content);
  const media = Object.entries(content).find(([type]) => /^application\/(.+\+)?json\b/.test(type))?.[1];
  return isObject(media) ? dereference(document, media.schema) : undefined;
}

/** Every operation of the document, in its order. */
export function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(objectOr(document.paths)).flatMap(([template, raw]) => {
    const item = dereference(document, raw);
    const own = methods.filter((method) => isObject(item[method]));
    const offered = own.map((method) => method.toUpperCase());
    return own.map((method) => {
      const operation = objectOr(item[method]);
      const parameters = parametersOf(document, [item.parameters, operation.parameters]);
      return { method: method.toUpperCase(), template, parameters, body: bodyOf(document, operation), offered };
    });
  });
}
