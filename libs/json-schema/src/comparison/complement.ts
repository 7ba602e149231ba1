import { opposite } from './atoms.js';
import {
  type ArrayShape,
  type Conjunction,
  everything,
  type NumberShape,
  nothing,
  type ObjectShape,
  type Shape,
  top,
} from './shape.js';
import type { Space } from './space.js';

/**
 * Shapes that together cover all instances of the type outside this shape. Undefined when they cannot be expressed,
 * such as "some item, or some unlisted property, does not match".
 */
export function complement(space: Space, shape: Shape): Shape[] | undefined {
  const pieces: Shape[] = [];
  const { type, atoms, values, excluded } = shape;
  for (const atom of atoms) pieces.push({ ...top(type), atoms: [opposite(atom)] } as Shape);
  if (type === 'null' || type === 'boolean') {
    pieces.push({ ...top(type), excluded: values ?? [] } as Shape);
    return [...pieces, ...keeping(type, excluded)];
  }
  if (values !== undefined) pieces.push({ ...top(type), excluded: values } as Shape);
  pieces.push(...keeping(type, excluded));
  if (type === 'number') return [...pieces, ...aroundNumbers(shape)];
  if (type === 'array' && !isCountOnly(shape)) return undefined;
  if (type === 'object' && (shape.unlisted.length > 0 || shape.names.length > 0)) return undefined;
  pieces.push(...aroundSize(shape));
  return type === 'object' ? [...pieces, ...aroundProperties(space, shape)] : pieces;
}

const keeping = (type: Shape['type'], excluded: readonly unknown[]): Shape[] =>
  excluded.length === 0 ? [] : [{ ...top(type), values: excluded } as Shape];

const isCountOnly = ({ prefix, rest, contains, unique }: ArrayShape): boolean =>
  !unique && contains.length === 0 && rest === everything && prefix.every((it) => it === everything);

/** The ranges below and above the bounds, and between the multiples. */
export function aroundNumbers({ min, minOpen, max, maxOpen, multiples, notMultiples }: NumberShape): NumberShape[] {
  const all = top('number');
  const pieces: NumberShape[] = [];
  if (Number.isFinite(min)) pieces.push({ ...all, max: min, maxOpen: !minOpen });
  if (Number.isFinite(max)) pieces.push({ ...all, min: max, minOpen: !maxOpen });
  for (const multiple of multiples) pieces.push({ ...all, notMultiples: [multiple] });
  for (const multiple of notMultiples) pieces.push({ ...all, multiples: [multiple] });
  return pieces;
}

/** Too short or too long; too few or too many. */
export function aroundSize(shape: Shape): Shape[] {
  if (shape.type !== 'string' && shape.type !== 'array' && shape.type !== 'object') return [];
  const pieces: Shape[] = [];
  if (shape.min > 0) pieces.push({ ...(top(shape.type) as Shape), max: shape.min - 1 } as Shape);
  if (Number.isFinite(shape.max)) pieces.push({ ...top(shape.type), min: shape.max + 1 } as Shape);
  return pieces;
}

function aroundProperties(space: Space, { properties, implied }: ObjectShape): Shape[] {
  const pieces: Shape[] = [];
  for (const [name, { value, required }] of properties) {
    if (required) pieces.push(withProperty(name, nothing, false));
    if (value === everything) continue;
    for (const refused of space.negations(value)) pieces.push(withProperty(name, refused, true));
  }
  return [...pieces, ...implied.flatMap(withoutImplied)];
}

/** The first property without the other one that it requires. A property never requires itself. */
export function withoutImplied([name, other]: readonly [string, string]): ObjectShape[] {
  if (name === other) return [];
  const shape = withProperty(name, everything, true);
  return [{ ...shape, properties: new Map([...shape.properties, [other, { value: nothing, required: false }]]) }];
}

export const withProperty = (name: string, value: Conjunction, required: boolean): ObjectShape => ({
  ...top('object'),
  properties: new Map([[name, { value, required }]]),
});
