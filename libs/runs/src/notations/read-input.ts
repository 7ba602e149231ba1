import type { StepSettings } from '@assay/contracts';
import type { Clock } from '@assay/kernel';
import { type ExpressionScope, readExpression } from '../expression.js';
import type { InputRule } from '../plan.js';
import type { Source } from '../source.js';
import { expressionsIn, type Missing, type ReadReference, readTemplate } from '../template.js';
import type { Problems } from './draft.js';

export type TemplateRule = Extract<InputRule, { readonly kind: 'template' }>;

/** How the arguments of one step are read. */
export interface ReadInput {
  readonly reference: ReadReference;
  readonly expressions: ExpressionScope;
  readonly missing: Missing;
  readonly problems: Pick<Problems, 'tell'>;
}

/** Reads arguments with the references and expressions in them; what cannot be read is reported with its place. */
export function readInput(
  value: unknown,
  place: string,
  { reference, expressions, missing, problems }: ReadInput,
): TemplateRule {
  const template = readTemplate(value, reference, '', (found, within) => {
    const read = readExpression(found, expressions);
    if (read.ok) return read.value;
    problems.tell(`${place}${within}/$expr`, read.error.message);
    return undefined;
  });
  const placed = expressionsIn(template);
  return { kind: 'template', template, missing, ...(placed.length > 0 && { expressions: placed }) };
}

/** What expressions see in a notation whose steps run in order: earlier steps by name and by position, and the one before. */
export function inOrder(
  at: number,
  clock: Pick<Clock, 'monotonic'>,
  { names = [], before }: { readonly names?: readonly (string | undefined)[]; readonly before?: Source } = {},
): ExpressionScope {
  const prev = at > 0 ? at - 1 : before;
  return {
    clock,
    // Made only where an expression takes all: otherwise a long composition would take quadratic time.
    get all() {
      return Array.from({ length: at }, (_, position) => [String(position), position] as const);
    },
    prev,
    sourceOf: (name) => {
      const named = at === 0 ? -1 : names.lastIndexOf(name, at - 1);
      if (named >= 0) return named;
      const position = /^(?:0|[1-9]\d*)$/.test(name) ? Number(name) : at;
      return position < at ? position : undefined;
    },
  };
}

const settingNames = ['fallback', 'repair', 'corroborate', 'retries', 'output', 'fixed'] as const;

/** The settings of a step's call, where it has any. */
export function settingsOf(step: StepSettings): { readonly settings?: StepSettings } {
  const given = settingNames.filter((name) => step[name] !== undefined);
  return given.length === 0 ? {} : { settings: Object.fromEntries(given.map((name) => [name, step[name]])) };
}
