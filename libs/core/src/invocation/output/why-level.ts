import { judge, spendable } from './choose-level.js';
import type { Attempt } from './fit-attempt.js';
import type { Form } from './forms.js';

/** Why a form was taken, or none, in a sentence. */
export function whyLevel({ toFit, terms }: Attempt, fullest: Form | undefined, form: Form | undefined): string {
  const { level, tokenBudget, preset, fields } = toFit.option;
  const room =
    tokenBudget === undefined
      ? 'an answer'
      : `the ${spendable(tokenBudget)} tokens that a budget of ${tokenBudget} leaves`;
  if (form === undefined) return `Nothing fits ${room}, not even a signal.`;
  const fitting = tokenBudget === undefined ? '' : ` that fits ${room}`;
  if (form.level !== fullest?.level) {
    const isOver = fullest !== undefined && judge([fullest], terms).every((it) => !it.fits);
    const over = isOver ? `${fullest.level} takes ${fullest.tokens} tokens; ` : '';
    return `${over}${form.level} is the cheapest${fitting}.`;
  }
  if (level === form.level) return `${level} was asked for.`;
  if (level !== undefined || preset !== undefined) return `${form.level} is the cheapest${fitting}.`;
  if (tokenBudget !== undefined) return `${form.level} is the cheapest${fitting}.`;
  return fields === undefined ? 'The whole result: nothing less was asked for.' : 'The fields that were asked for.';
}
