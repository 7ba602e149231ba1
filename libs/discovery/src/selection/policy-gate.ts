import type { Found } from '../narrow.js';
import type { Choice } from './strategy.js';

/** Whether nothing stands against a tool but that the caller may not call it. */
export const isDenied = ({ verdict, against }: Found): boolean =>
  verdict.callable === 'no' && against.length === 1 && against[0] === verdict.why;

/**
 * The gate, which is always last: what the policies deny for any arguments is put out, and the tool behind it says in whose
 * place it comes. What waits for approval, or depends on the arguments, stays and says so. Nothing that runs after it adds
 * a tool.
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
  return { choices: passed, denied, steps: [gateStep(passed, choices.length)] };
}

/** How many may be called, and what stands between the others and a call. */
function gateStep(passed: readonly Choice[], all: number): string {
  const count = (is: (found: Found) => boolean) => passed.filter(({ found }) => is(found)).length;
  const conditions = [
    [count(({ verdict }) => verdict.callable === 'approval'), 'with approval'],
    [count(({ verdict }) => verdict.callable === 'depends'), 'depending on the arguments'],
    [count(({ verdict }) => verdict.openUntil !== null), 'not responding now'],
  ] as const;
  const said = conditions.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []));
  return `gate: ${passed.length} of ${all} may be called${said.length > 0 ? `, ${said.join(', ')}` : ''}`;
}

const verdictOn = ({ against }: Found): string => against.join('; ').replace(/^chosen, but /, '');
