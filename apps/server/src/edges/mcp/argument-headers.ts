import type { Members } from '@assay/gateway';
import { isObject } from '@assay/kernel';

/** The protocol's code for headers and a body that disagree. */
export const headerMismatch = -32_020;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Levels of nested objects whose properties may be mirrored. */
const maxLevels = 8;

/**
 * What is wrong with the headers that repeat arguments of a call (`Mcp-Param-*`, from `x-mcp-header` in the tool's
 * schema); undefined when they say what the arguments are.
 */
export function headerProblem(inputSchema: unknown, input: Members, headers: Headers): string | undefined {
  return problemIn(inputSchema, input, headers, maxLevels);
}

function problemIn(schema: unknown, value: Members, headers: Headers, levels: number): string | undefined {
  if (levels === 0 || !isObject(schema) || !isObject(schema.properties)) return undefined;
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isObject(property)) continue;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const problem =
      typeof property['x-mcp-header'] === 'string'
        ? mismatch(property['x-mcp-header'], name, given, headers)
        : isObject(given) && problemIn(property, given, headers, levels - 1);
    if (typeof problem === 'string') return problem;
  }
  return undefined;
}

function mismatch(header: string, name: string, given: unknown, headers: Headers): string | undefined {
  const sent = headers[`mcp-param-${header.toLowerCase()}`];
  const expected = given === undefined || given === null ? undefined : textOf(given);
  if (sent === undefined && expected === undefined) return undefined;
  if (sent === undefined) return `The header Mcp-Param-${header} is missing: it has to repeat the argument "${name}".`;
  return typeof sent === 'string' && decoded(sent) === expected
    ? undefined
    : `The header Mcp-Param-${header} is not what the argument "${name}" is.`;
}

/** Only such values are repeated in headers. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined;

/** Undefined for base64 that is not well formed. */
function decoded(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}
