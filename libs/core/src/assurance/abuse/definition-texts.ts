import { pointerStep } from '../../kernel/json-pointer.js';

/** What a text in a definition is. */
export type TextKind = 'name' | 'prose' | 'parameter' | 'value';

export interface PlacedText {
  /** JSON pointer. */
  readonly path: string;
  readonly kind: TextKind;
  readonly text: string;
  /** Of prose and values in the schema: the property they stand in, when there is one. */
  readonly parameter?: string;
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
const deepest = 64;

/** Every text of a definition, names of properties included, with its place. */
export const definitionTexts = (definition: Readonly<Record<string, unknown>>): PlacedText[] =>
  shown.flatMap((member) => [...textsIn(definition[member], { path: pointerStep(member), member, depth: deepest })]);

/** Every text of any JSON value, names of members included: what an output is read as. */
export const valueTexts = (value: unknown): PlacedText[] => [
  ...textsIn(value, { path: '', member: 'value', depth: deepest }),
];

interface At {
  readonly path: string;
  /** Name of the member that holds the value. */
  readonly member: string;
  readonly depth: number;
  readonly parameter?: string;
  /** Whether the value's members are properties of a schema. */
  readonly isMap?: boolean;
}

function* textsIn(value: unknown, at: At): Generator<PlacedText> {
  if (typeof value === 'string') yield placed(value, at);
  if (typeof value !== 'object' || value === null || at.depth === 0) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* textsIn(item, { ...at, isMap: false, path: `${at.path}/${index}`, depth: at.depth - 1 });
    return;
  }
  for (const [key, item] of Object.entries(value)) yield* member(key, item, at);
}

function* member(key: string, item: unknown, at: At): Generator<PlacedText> {
  const path = at.path + pointerStep(key);
  yield { path, kind: 'parameter', text: key, ...(at.isMap !== true && { parameter: key }) };
  const parameter = at.isMap === true ? key : at.parameter;
  const isMap = at.isMap !== true && propertyMaps.has(key) && typeof item === 'object';
  yield* textsIn(item, {
    path,
    member: key,
    depth: at.depth - 1,
    isMap,
    ...(parameter !== undefined && { parameter }),
  });
}

function placed(text: string, { path, member: of, parameter }: At): PlacedText {
  const kind = of === 'name' && path === '/name' ? 'name' : prose.has(of) ? 'prose' : 'value';
  return { path, kind, text, ...(parameter !== undefined && { parameter }) };
}
