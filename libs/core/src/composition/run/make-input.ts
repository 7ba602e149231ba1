import { type Failure, fail } from '../../kernel/failure.js';
import { ok, type Result } from '../../kernel/result.js';
import type { InputRule } from '../plan.js';
import { fill } from '../template.js';
import { messageOf } from './outcome.js';
import type { Sources } from './sources.js';

export type ToolInput = Readonly<Record<string, unknown>>;

/** The input a rule makes. */
export function makeInput(rule: InputRule, sources: Sources): Result<ToolInput, Failure> {
  if (rule.kind === 'template') return ok(fill(rule.template, sources.lookUp, rule.missing) as ToolInput);
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
    'What the step before gave is no object, and the tool has no property for a text: an adapter has to say where it goes.',
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
