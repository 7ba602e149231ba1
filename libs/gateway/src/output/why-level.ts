import { judge, spendable } from './choose-level.js';
import type { Attempt } from './fit-attempt.js';
import type { Form } from './forms.js';

/** Why a form was taken, or none, in a sentence; `left` is what was on offer last. */
export function whyLevel(
  { toFit, terms }: Attempt,
  fullest: Form | undefined,
  form: Form | undefined,
  left: readonly Form[],
): string {
  const { level, tokenBudget, preset, fields } = toFit.option;
  const room =
    tokenBudget === undefined
      ? 'an answer'
      : `the ${spendable(tokenBudget)} tokens that a budget of ${tokenBudget} leaves`;
  if (form === undefined) return `Nothing fits ${room}, not even a signal${neededFor(left)}.`;
  const fitting = tokenBudget === undefined ? '' : ` that fits ${room}`;
  if (form.level !== fullest?.level) {
    const isOver = fullest !== undefined && judge([fullest], terms).every((it) => !it.fits);
    const over = isOver ? `${fullest.level} takes ${fullest.tokens} tokens; ` : '';
    return `${over}${form.level} is the cheapest${fitting}.`;
  }
  if (level === form.level) return `${level} was requested.`;
  if (level !== undefined || preset !== undefined) return `${form.level} is the cheapest${fitting}.`;
  if (tokenBudget !== undefined && form.level === 'L0') return `The whole result fits ${room}.`;
  if (tokenBudget !== undefined) return `${form.level} is the cheapest${fitting}.`;
  return fields === undefined ? 'The whole result: no reduction was requested.' : 'The requested fields.';
}

/** The least budget under which something of it could be returned. */
function neededFor(left: readonly Form[]): string {
  if (left.length === 0) return '';
  const smallest = Math.min(...left.map(({ tokens }) => tokens));
  let budget = smallest;
  while (spendable(budget) < smallest) budget += Math.max(1, smallest - spendable(budget));
  return `: that takes a budget of ${budget}`;
}
