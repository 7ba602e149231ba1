import { memberNames, pointerStep } from '@assay/kernel';

/** What a text in a definition is. */
export type TextKind = 'name' | 'prose' | 'parameter' | 'value';

export interface PlacedText {
  /** JSON pointer. */
  readonly path: string;
  readonly kind: TextKind;
  readonly text: string;
  /** The property that a text or value in the schema belongs to, if any. */
  readonly parameter?: string;
  /** Whether that property is a number or a boolean, which cannot contain text. */
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
export function definitionTexts(definition: Readonly<Record<string, unknown>>): PlacedText[] {
  const found: PlacedText[] = [];
  const walk = { visit: (it: PlacedText) => void found.push(it), minName: 0 };
  for (const member of shown) textsIn(definition[member], { path: pointerStep(member), member, depth: deepest }, walk);
  return found;
}

/** So many values of one output are visited, in a few milliseconds: it may hold a million. */
export const maxVisited = 6_000;

export interface ValueTextOptions {
  readonly fromEnd?: boolean;
  /** Shorter names of members are left out. */
  readonly minName?: number;
  /** How many values may be visited, counted down; none are left when there were more. */
  readonly visits?: { left: number };
}

/** Called for each text; false ends the walk. */
export type VisitText = (text: PlacedText) => boolean | undefined;

/**
 * The texts of any JSON value, names of members included: what an output is read as. From the end they come in exactly the
 * opposite order.
 */
export function visitValueTexts(
  value: unknown,
  { fromEnd = false, minName = 0, visits = { left: maxVisited } }: ValueTextOptions,
  visit: VisitText,
): void {
  textsIn(value, { path: '', member: 'value', depth: deepest }, { visit, fromEnd, minName, visits });
}

/** All of them, as a list. */
export function valueTexts(value: unknown): PlacedText[] {
  const found: PlacedText[] = [];
  visitValueTexts(value, {}, (it) => void found.push(it));
  return found;
}

interface At {
  readonly path: string;
  /** Name of the member that holds the value. */
  readonly member: string;
  readonly depth: number;
  readonly parameter?: string | undefined;
  /** Whether the value's members are properties of a schema. */
  readonly isMap?: boolean;
  readonly isNumeric?: boolean;
}

interface Walk {
  readonly visit: VisitText;
  readonly minName: number;
  readonly fromEnd?: boolean;
  /** How many values may still be visited, in all; as many as there are when absent. */
  readonly visits?: { left: number };
}

/** Answers whether to go on. */
function textsIn(value: unknown, at: At, walk: Walk): boolean {
  const { visits, fromEnd } = walk;
  if (visits !== undefined) visits.left -= 1;
  if (typeof value === 'string')
    return (at.member === 'type' && jsonTypes.has(value)) || walk.visit(placed(value, at)) !== false;
  if (typeof value !== 'object' || value === null || at.depth === 0) return true;
  if (Array.isArray(value)) {
    for (let step = 0; step < value.length && !isSpent(walk); step += 1) {
      const index = fromEnd === true ? value.length - 1 - step : step;
      const inner = { ...at, isMap: false, path: `${at.path}/${index}`, depth: at.depth - 1 };
      if (!textsIn(value[index], inner, walk)) return false;
    }
    return true;
  }
  const members = value as Readonly<Record<string, unknown>>;
  const isNumeric = at.isMap !== true && numericTypes.has(members.type);
  const here = isNumeric === (at.isNumeric === true) ? at : { ...at, isNumeric };
  const keys = memberNames(members);
  for (let step = 0; step < keys.length && !isSpent(walk); step += 1) {
    const key = keys[fromEnd === true ? keys.length - 1 - step : step] as string;
    if (!member(key, members[key], here, walk)) return false;
  }
  return true;
}

const isSpent = ({ visits }: Walk): boolean => visits !== undefined && visits.left <= 0;

function member(key: string, item: unknown, at: At, walk: Walk): boolean {
  const path = at.path + pointerStep(key);
  const name = (): boolean =>
    key.length < walk.minName ||
    walk.visit({ path, kind: 'parameter', text: key, ...(at.isMap !== true && { parameter: key }) }) !== false;
  if (walk.fromEnd !== true && !name()) return false;
  const parameter = at.isMap === true ? key : at.parameter;
  const isMap = at.isMap !== true && propertyMaps.has(key) && typeof item === 'object';
  if (
    !textsIn(item, { path, member: key, depth: at.depth - 1, parameter, isMap, isNumeric: at.isNumeric === true }, walk)
  )
    return false;
  return walk.fromEnd !== true || name();
}

function placed(text: string, { path, member: of, parameter, isNumeric }: At): PlacedText {
  const kind = of === 'name' && path === '/name' ? 'name' : prose.has(of) ? 'prose' : 'value';
  return { path, kind, text, ...(parameter !== undefined && { parameter }), ...(isNumeric === true && { isNumeric }) };
}
