import { patternSteps } from './repeat-counts.js';

/** Compiling this many steps takes some 20 ms. */
const heavyFrom = 20_000;

/** Whether the patterns anywhere in a value with schemas take so long to compile that a thread should do it. */
export function hasHeavyPatterns(schema: object): boolean {
  let steps = 0;
  const queue: unknown[] = [schema];
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'pattern' && typeof member === 'string') steps += patternSteps(member);
      if (key === 'patternProperties' && typeof member === 'object' && member !== null)
        for (const source of Object.keys(member)) steps += patternSteps(source);
      if (steps > heavyFrom) return true;
      if (member !== undefined) queue.push(member);
    }
  }
  return false;
}
