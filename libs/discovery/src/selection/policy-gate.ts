import type { Found } from '../narrow.js';
import type { Choice } from './strategy.js';

/** Whether nothing stands against a tool but that the caller may not call it. */
export const isDenied = ({ tool, against }: Found): boolean =>
  !tool.mayCall.allowed && against.length === 1 && against[0] === tool.mayCall.why;

/**
 * The gate, which is always last: what may not be called is put out, and each tool behind it says in whose place it comes.
 * Nothing that runs after it adds a tool.
 */
export function gate(choices: readonly Choice[]): { choices: Choice[]; denied: Found[]; steps: string[] } {
  const passed: Choice[] = [];
  const denied: Found[] = [];
  for (const choice of choices) {
    const { found } = choice;
    if (found.against.length > 0) {
      denied.push({ ...found, against: [`chosen, but ${found.against.join('; ')}`] });
      continue;
    }
    const instead = denied.at(-1);
    const isNext = instead !== undefined && passed.length === 0;
    const note = isNext ? [`the next best: ${instead.tool.id} would come first, but ${verdictOn(instead)}`] : [];
    passed.push({ ...choice, notes: [...choice.notes, ...note] });
  }
  return { choices: passed, denied, steps: [`gate: ${passed.length} of ${choices.length} may be called`] };
}

const verdictOn = ({ against }: Found): string => against.join('; ').replace(/^chosen, but /, '');
