import { identityText } from '../json-value.js';
import { type Json, type Shape, top } from './shape.js';

/** A union with its value lists merged, and reduced to one shape if that accepts everything. */
export function joined(shapes: readonly Shape[]): readonly Shape[] {
  if (shapes.length < 2) return shapes;
  const values = new Map<string, Json>();
  const others: Shape[] = [];
  for (const shape of shapes) {
    const whole = top(shape.type);
    if (shape === whole) return [shape];
    if (!isValuesOnly(shape)) others.push(shape);
    else for (const value of shape.values as readonly Json[]) values.set(identityText(value), value);
  }
  const first = shapes[0] as Shape;
  return values.size === 0 ? others : [{ ...top(first.type), values: [...values.values()] } as Shape, ...others];
}

/** Whether the shape is a list of values without further conditions. */
function isValuesOnly(shape: Shape): boolean {
  if (shape.values === undefined) return false;
  const whole: Record<string, unknown> = { ...top(shape.type), values: shape.values };
  return Object.entries(shape).every(([key, value]) => whole[key] === value || isBlank(value, whole[key]));
}

const isBlank = (value: unknown, usual: unknown): boolean =>
  (Array.isArray(value) && Array.isArray(usual) && value.length === 0 && usual.length === 0) ||
  (value instanceof Map && value.size === 0);
