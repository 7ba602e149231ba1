import type { JsonSchema } from '@assay/json-schema';
import { type Given, givenAt, unknown } from './given.js';
import { type JsonType, typesOf } from './json-types.js';

/** A node of JSONata's syntax, as far as it is looked into. */
interface Syntax {
  readonly type?: string;
  readonly value?: unknown;
  readonly steps?: readonly Syntax[];
  readonly lhs?: Syntax | readonly (readonly [Syntax, Syntax])[];
  readonly expressions?: readonly Syntax[];
  readonly procedure?: Syntax;
  readonly arguments?: readonly Syntax[];
  readonly rhs?: Syntax;
}

/** Functions that give a value of one kind, or nothing. */
const functions: Readonly<Record<string, JsonType>> = {
  ...{ string: 'string', join: 'string', uppercase: 'string', lowercase: 'string', trim: 'string', pad: 'string' },
  ...{ substring: 'string', substringBefore: 'string', substringAfter: 'string', replace: 'string' },
  ...{ number: 'number', sum: 'number', count: 'number', length: 'number', round: 'number', floor: 'number' },
  ...{ ceil: 'number', abs: 'number', average: 'number', toMillis: 'number' },
  ...{ boolean: 'boolean', not: 'boolean', exists: 'boolean', contains: 'boolean' },
};

const operators: Readonly<Record<string, JsonType>> = {
  ...{ '&': 'string', '+': 'number', '-': 'number', '*': 'number', '/': 'number', '%': 'number' },
  ...{ '=': 'boolean', '!=': 'boolean', '<': 'boolean', '>': 'boolean', '<=': 'boolean', '>=': 'boolean' },
  ...{ and: 'boolean', or: 'boolean', in: 'boolean' },
};

/**
 * What an adapter makes of a result `{output, structured, text}`, read off its syntax: members of an object it builds,
 * paths into an output whose schema is declared, texts, numbers and comparisons. Anything else is unknown.
 *
 * @param output The schema of the step's output; undefined when it is not declared.
 */
export function adapterGives(syntax: unknown, output: JsonSchema | undefined): Given {
  return read(syntax as Syntax, output);
}

function read(node: Syntax, output: JsonSchema | undefined): Given {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return { kind: 'literal', value: node.value };
    case 'binary':
      return ofKind(operators, node.value);
    case 'function':
      return node.procedure?.type === 'variable' ? ofKind(functions, node.procedure.value) : unknown;
    case 'block':
      return node.expressions?.length === 1 ? read(node.expressions[0] as Syntax, output) : unknown;
    case 'unary':
      return node.value === '{' ? built(node.lhs, output) : unknown;
    case 'path':
      return atPath(node.steps ?? [], output);
    default:
      return unknown;
  }
}

const ofKind = (kinds: Readonly<Record<string, JsonType>>, name: unknown): Given =>
  typeof name === 'string' && Object.hasOwn(kinds, name)
    ? { kind: 'types', types: new Set([kinds[name] as JsonType]) }
    : unknown;

/** An object of members whose names are written down. */
function built(lhs: Syntax['lhs'], output: JsonSchema | undefined): Given {
  if (!Array.isArray(lhs)) return unknown;
  const pairs = lhs as readonly (readonly [Syntax, Syntax])[];
  if (pairs.some(([name]) => name.type !== 'string')) return { kind: 'types', types: new Set(['object']) };
  return { kind: 'object', members: new Map(pairs.map(([name, value]) => [String(name.value), read(value, output)])) };
}

/** A plain path. JSONata walks into the items of lists on its way, so that nothing is said of what may hold one. */
function atPath(steps: readonly Syntax[], output: JsonSchema | undefined): Given {
  if (
    steps.some(
      ({ type, ...rest }) => type !== 'name' || Object.keys(rest).some((it) => it !== 'value' && it !== 'position'),
    )
  )
    return unknown;
  const [root, ...path] = steps.map(({ value }) => String(value));
  if (root === 'text') return path.length === 0 ? { kind: 'types', types: new Set(['string']) } : unknown;
  if (output === undefined || (root !== 'output' && root !== 'structured')) return unknown;
  const types = typesOf({ schema: output, root: output });
  // What is only text is not structured, and null stands there.
  if (root === 'structured' && types.has('string')) return unknown;
  for (let length = 0; length <= path.length; length += 1) {
    const there = givenAt({ schema: output }, path.slice(0, length));
    if (there.kind !== 'part') return there.kind === 'absent' && length === path.length ? there : unknown;
    if (typesOf(there.part).has('array')) return unknown;
  }
  return givenAt({ schema: output }, path);
}

const seen: ReadonlySet<string> = new Set(['output', 'structured', 'text']);

/**
 * Names that an adapter looks for in a result, where there are only `output`, `structured` and `text`: it finds nothing
 * there. Only what is surely asked of the result itself is looked at.
 */
export function strayNames(syntax: unknown): readonly string[] {
  const node = syntax as Syntax;
  switch (node.type) {
    case 'path': {
      const [root] = node.steps ?? [];
      return root?.type === 'name' && !seen.has(String(root.value)) ? [String(root.value)] : [];
    }
    case 'binary':
      return [node.lhs, node.rhs].flatMap(strayNamesIn);
    case 'function':
      return (node.arguments ?? []).flatMap(strayNames);
    case 'unary':
      return Array.isArray(node.lhs) ? (node.lhs as Syntax[][]).flat().flatMap(strayNames) : [];
    default:
      return [];
  }
}

const strayNamesIn = (node: unknown): readonly string[] =>
  typeof node === 'object' && node !== null ? strayNames(node) : [];
