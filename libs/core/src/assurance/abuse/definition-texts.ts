import { pointerStep } from '../../kernel/json-pointer.js';
import { memberNames } from '../../kernel/wide-objects.js';

/** What a text in a definition is. */
export type TextKind = 'name' | 'prose' | 'parameter' | 'value';

export interface PlacedText {
  /** JSON pointer. */
  readonly path: string;
  readonly kind: TextKind;
  readonly text: string;
  /** Of prose and values in the schema: the property they stand in, when there is one. */
  readonly parameter?: string;
  /** Whether the property they stand in holds a number or a truth value, which no text can be put into. */
  readonly isNumeric?: boolean;
}

/** The members of a manifest that a model may come to read. */
const shown = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'examples',
  'capabilities',
];
const prose = new Set(['description', 'title', '$comment', 'summary', 'note', 'notes', 'errorMessage']);
const propertyMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const numericTypes = new Set<unknown>(['number', 'integer', 'boolean']);
const jsonTypes = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const deepest = 64;

/** Every text of a definition, names of properties included, with its place. */
export const definitionTexts = (definition: Readonly<Record<string, unknown>>): PlacedText[] =>
  shown.flatMap((member) => [...textsIn(definition[member], { path: pointerStep(member), member, depth: deepest })]);

/** So many values of one output are visited, in a few milliseconds: it may hold a million. */
export const mostVisited = 6_000;

/**
 * The texts of any JSON value, names of members included: what an output is read as. From the end they come in exactly the
 * opposite order.
 */
export const valueTexts = (
  value: unknown,
  { fromEnd = false, visits = { left: mostVisited } }: ValueTextOptions = {},
): Generator<PlacedText> => textsIn(value, { path: '', member: 'value', depth: deepest, fromEnd, visits });

export interface ValueTextOptions {
  readonly fromEnd?: boolean;
  /** How many values may be visited, counted down; none are left when there were more. */
  readonly visits?: { left: number };
}

interface At {
  readonly path: string;
  /** Name of the member that holds the value. */
  readonly member: string;
  readonly depth: number;
  readonly parameter?: string;
  /** Whether the value's members are properties of a schema. */
  readonly isMap?: boolean;
  readonly isNumeric?: boolean;
  readonly fromEnd?: boolean;
  /** How many values may still be visited, in all; as many as there are when absent. */
  readonly visits?: { left: number };
}

function* textsIn(value: unknown, at: At): Generator<PlacedText> {
  if (at.visits !== undefined) at.visits.left -= 1;
  if (typeof value === 'string' && !(at.member === 'type' && jsonTypes.has(value))) yield placed(value, at);
  if (typeof value !== 'object' || value === null || at.depth === 0) return;
  if (Array.isArray(value)) {
    for (let step = 0; step < value.length && !isSpent(at); step += 1) {
      const index = at.fromEnd === true ? value.length - 1 - step : step;
      yield* textsIn(value[index], { ...at, isMap: false, path: `${at.path}/${index}`, depth: at.depth - 1 });
    }
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  const isNumeric = at.isMap !== true && numericTypes.has(members.type);
  const here = isNumeric === (at.isNumeric === true) ? at : { ...at, isNumeric };
  const keys = memberNames(members);
  for (let step = 0; step < keys.length && !isSpent(at); step += 1) {
    const key = keys[at.fromEnd === true ? keys.length - 1 - step : step] as string;
    yield* member(key, members[key], here);
  }
}

const isSpent = ({ visits }: At): boolean => visits !== undefined && visits.left <= 0;

function* member(key: string, item: unknown, at: At): Generator<PlacedText> {
  const path = at.path + pointerStep(key);
  const name: PlacedText = { path, kind: 'parameter', text: key, ...(at.isMap !== true && { parameter: key }) };
  if (at.fromEnd !== true) yield name;
  const parameter = at.isMap === true ? key : at.parameter;
  const isMap = at.isMap !== true && propertyMaps.has(key) && typeof item === 'object';
  yield* textsIn(item, {
    path,
    member: key,
    depth: at.depth - 1,
    isMap,
    ...(parameter !== undefined && { parameter }),
    ...(at.isNumeric === true && { isNumeric: true }),
    ...(at.fromEnd === true && { fromEnd: true }),
    ...(at.visits !== undefined && { visits: at.visits }),
  });
  if (at.fromEnd === true) yield name;
}

function placed(text: string, { path, member: of, parameter, isNumeric }: At): PlacedText {
  const kind = of === 'name' && path === '/name' ? 'name' : prose.has(of) ? 'prose' : 'value';
  return { path, kind, text, ...(parameter !== undefined && { parameter }), ...(isNumeric === true && { isNumeric }) };
}
