import type { JsonSchema } from './json-schema.js';
import { patternSteps } from './repeat-counts.js';

/** Above this, compiling a schema takes longer than the event loop may wait. */
const heavyFrom = { characters: 16_384, patternSteps: 20_000 } as const;

const known = new WeakMap<object, boolean>();

/**
 * Whether compiling a schema, or checking it before publication, takes so long (about 50 ms) that a thread should do it.
 * Any value with schemas in it will do; the answer is kept for the object.
 */
export function isHeavySchema(schema: JsonSchema): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const text = JSON.stringify(schema) ?? '';
  const isHeavy = text.length > heavyFrom.characters || (text.includes('attern') && hasHeavyPatterns(schema));
  known.set(schema, isHeavy);
  return isHeavy;
}

/** Every text counts that may be a pattern, so that nothing is overlooked; the value is small, so few do. */
function hasHeavyPatterns(schema: JsonSchema): boolean {
  let steps = 0;
  const queue: unknown[] = [schema];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'pattern' && typeof member === 'string') steps += patternSteps(member);
      if (key === 'patternProperties' && typeof member === 'object' && member !== null)
        for (const source of Object.keys(member)) steps += patternSteps(source);
      if (steps > heavyFrom.patternSteps) return true;
      if (member !== undefined) queue.push(member);
    }
  }
  return false;
}
