import { type Failure, fail } from '../../kernel/failure.js';
import { ok, type Result } from '../../kernel/result.js';
import type { InputRule } from '../plan.js';
import { fill } from '../template.js';
import { messageOf } from './outcome.js';
import type { Sources } from './sources.js';

export type ToolInput = Readonly<Record<string, unknown>>;

/** The input a rule makes; a promise only where an adapter has to be asked. */
export function makeInput(
  rule: InputRule,
  sources: Sources,
): Result<ToolInput, Failure> | Promise<Result<ToolInput, Failure>> {
  if (rule.kind === 'template') {
    return ok(fill(rule.template, sources.lookUp, rule.missing) as ToolInput);
  }
  const { from, adapter, textInto } = rule;
  const before = typeof from === 'number' ? sources.outcomes[from] : undefined;
  if (before !== undefined && before.status !== 'succeeded') return handed(messageOf(before), textInto);
  const value = sources.lookUp(from);
  if (adapter === null) return handed(value, textInto);
  return adapter
    .apply(seenByAdapter(value))
    .then((reshaped) =>
      reshaped.ok
        ? handed(reshaped.value, textInto)
        : fail('invalid_input', `The adapter failed: ${reshaped.error.message}`),
    );
}

/** An object is the input; anything else goes, as text, where the tool takes texts. */
function handed(value: unknown, textInto: string | null): Result<ToolInput, Failure> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok(value as ToolInput);
  if (textInto !== null) return ok({ [textInto]: textOf(value) });
  return fail(
    'invalid_input',
    'What the step before gave is no object, and the tool has no property for a text: an adapter has to say where it goes.',
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

const seenByAdapter = (output: unknown) => ({
  output,
  structured: typeof output === 'string' ? null : output,
  text: typeof output === 'string' ? output : JSON.stringify(output ?? null),
});
