import { type Failure, fail, isLongerThan, ok, type Result } from '@assay/kernel';
import type { InputRule } from '../plan.js';
import { fill } from '../template.js';
import { messageOf } from './outcome.js';
import type { Sources } from './sources.js';

export type ToolInput = Readonly<Record<string, unknown>>;

/** What one call is given at the most, references followed, in bytes of JSON. */
const maxBytes = 10 * 1_048_576;

/** The input a rule makes. A large output that is referred to many times would be many times as large. */
export function makeInput(rule: InputRule, sources: Sources): Result<ToolInput, Failure> {
  if (rule.kind === 'template') {
    const input = fill(rule.template, sources.lookUp, rule.missing) as ToolInput;
    return rule.template.kind !== 'literal' && isLongerThan(input, maxBytes) ? tooLong : ok(input);
  }
  const { from, textInto } = rule;
  const before = typeof from === 'number' ? sources.outcomes[from] : undefined;
  if (before !== undefined && before.status !== 'succeeded') return handed(messageOf(before), textInto);
  return handed(sources.lookUp(from), textInto);
}

/** An object is the input; anything else goes, as text, where the tool takes texts. */
function handed(value: unknown, textInto: string | null): Result<ToolInput, Failure> {
  // Of a run that was given nothing: the tool says what it needs.
  if (value === undefined) return ok({});
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok(value as ToolInput);
  if (textInto !== null) return ok({ [textInto]: textOf(value) });
  return fail(
    'invalid_input',
    "The previous step's output is not an object, and the tool has no property for text: add an adapter.",
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const tooLong = fail(
  'payload_too_large',
  `What its references lead to is longer than ${maxBytes / 1_048_576} MiB together: refer to the parts that are needed.`,
);
