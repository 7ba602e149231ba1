import { type Failure, fail, isLongerThan, isObject, ok, type Result } from '@assay/kernel';
import { type Element, type Expression, evaluateExpression } from '../expression.js';
import type { InputRule, PlacedExpression } from '../plan.js';
import { type Computed, fill } from '../template.js';
import { messageOf } from './outcome.js';
import type { Sources } from './sources.js';

export type ToolInput = Readonly<Record<string, unknown>>;

/** What one call is given at the most, references followed, in bytes of JSON. */
const maxBytes = 10 * 1_048_576;

/** The input a rule makes, where nothing has to be computed. */
export function makeInput(rule: InputRule, sources: Sources, computed?: Computed): Result<ToolInput, Failure> {
  const made = rule.kind === 'template' ? filled(rule, sources, computed) : passedOn(rule, sources, computed);
  if (!made.ok || isObject(made.value)) return made as Result<ToolInput, Failure>;
  return fail('invalid_input', 'The arguments came to something that is not an object.');
}

/** Whether expressions have to be evaluated before the input can be made. */
export const expressionsOf = (rule: InputRule): readonly PlacedExpression[] =>
  (rule.kind === 'template' ? rule.expressions : rule.fixed?.expressions) ?? none;

const none: readonly PlacedExpression[] = [];

/** What the expressions of a rule come to; the first one that fails fails the step. */
export async function compute(
  rule: InputRule,
  sources: Sources,
  element: Element | undefined,
): Promise<Result<Computed, Failure>> {
  const computed = new Map<Expression, unknown>();
  for (const [expression, place] of expressionsOf(rule)) {
    const value = await evaluateExpression(expression, sources.input, sources.lookUp, element);
    if (!value.ok)
      return fail('invalid_input', `The argument ${place || '(all)'} cannot be computed: ${value.error.message}`);
    computed.set(expression, value.value);
  }
  return ok(computed);
}

/** What a template makes, which need not be an object. */
export async function computeInput(
  rule: Extract<InputRule, { readonly kind: 'template' }>,
  sources: Sources,
  element: Element | undefined,
): Promise<Result<unknown, Failure>> {
  const computed = await compute(rule, sources, element);
  return computed.ok ? filled(rule, sources, computed.value) : computed;
}

/** A large output that is referred to many times would be many times as large. */
function filled(
  { template, missing }: Pick<Extract<InputRule, { readonly kind: 'template' }>, 'template' | 'missing'>,
  sources: Sources,
  computed: Computed | undefined,
): Result<unknown, Failure> {
  const input = fill(template, sources.lookUp, missing, computed);
  return template.kind !== 'literal' && isLongerThan(input, maxBytes) ? tooLong : ok(input);
}

function passedOn(
  { from, textInto, fixed }: Extract<InputRule, { readonly kind: 'handed' }>,
  sources: Sources,
  computed: Computed | undefined,
): Result<unknown, Failure> {
  const before = typeof from === 'number' ? sources.outcomes[from] : undefined;
  const made =
    before !== undefined && before.status !== 'succeeded'
      ? handed(messageOf(before), textInto)
      : handed(sources.lookUp(from), textInto, sources.textOf(from));
  if (!made.ok || fixed === undefined) return made;
  const added = filled({ template: fixed.template, missing: 'omit' }, sources, computed);
  return added.ok ? ok({ ...made.value, ...(added.value as ToolInput) }) : added;
}

/**
 * An object is the input; anything else goes, as text, where the tool takes texts. So does what a tool gave as text, even
 * if it looks like JSON (`text`): it is an object only where the tool takes no text.
 */
function handed(value: unknown, textInto: string | null, text?: string): Result<ToolInput, Failure> {
  // Of a run that was given nothing: the tool says what it needs.
  if (value === undefined) return ok({});
  if (text !== undefined && textInto !== null) return ok({ [textInto]: text });
  if (isObject(value)) return ok(value as ToolInput);
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
