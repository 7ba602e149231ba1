import type { Answer } from '@assay/kit';
import { z } from 'zod';
import { type ActionCheck, checkAction, labelField, originField } from '../effects/check-action.js';
import { type Effect, effectField } from '../effects/effect.js';
import { focusedFacts } from '../session/focused.js';
import { attempt } from '../session/page-errors.js';
import type { Tab } from '../session/tab.js';
import { findTarget, type Target, type TargetInput, targetFields } from '../session/target.js';
import { type Acted, acted, actedAnswer, type BrowserToolContext, observeField } from './browser-tool.js';

export const dialogField = z
  .strictObject({ accept: z.boolean(), text: z.string().max(2_000).optional() })
  .optional()
  .describe('Answer to a dialog it opens; else dismissed. Accepting is submit');

/** What every action on an element takes. */
export const actionFields = {
  ...targetFields,
  effect: effectField,
  origin: originField,
  label: labelField,
  observe: observeField,
};

/** What may open a dialog takes its answer, too; the dialogs of all others are dismissed. */
export const answeringFields = { ...actionFields, dialog: dialogField };

/** What only moves takes less: it never does more than read. */
export const movingFields = {
  ...targetFields,
  effect: z.literal('read').default('read'),
  observe: observeField,
};

export interface ActionInput extends TargetInput {
  readonly effect: Effect;
  readonly origin?: string | undefined;
  readonly label?: string | undefined;
  readonly dialog?: { readonly accept: boolean; readonly text?: string | undefined } | undefined;
  readonly observe: 'changes' | 'none';
}

type Real = Pick<ActionCheck, 'real' | 'why'>;

export const refusedInTime =
  'The element did not become ready within 10 s: it is hidden, disabled, moving or covered by another one. Observe the page.';

/** Carries out an action that was checked: what a page then sends is held back unless the action states "submit". */
export function performChecked(
  context: BrowserToolContext,
  tab: Tab,
  { effect, dialog, observe }: Pick<ActionInput, 'effect' | 'dialog' | 'observe'>,
  work: () => Promise<void>,
): Promise<Answer<Acted>> {
  const { session } = context;
  return tab.answering(dialog ?? null, async () => {
    if (effect === 'submit') tab.gate.open();
    else tab.gate.hold();
    const before = session.tabs.length;
    await attempt(work, refusedInTime);
    await tab.settle();
    if (session.tabs.length > before) session.selectTab(before);
    return actedAnswer(await acted(context, tab, observe));
  });
}

const dialogEffect = (input: ActionInput, real: Real): Real =>
  input.dialog?.accept ? { real: 'submit', why: 'Accepting a dialog confirms what the page asks' } : real;

/** An action on an element: found, checked, done. */
export function performOn(
  context: BrowserToolContext,
  input: ActionInput,
  realOf: (target: Target) => Real,
  work: (tab: Tab, target: Target) => Promise<void>,
): Promise<Answer<Acted>> {
  return context.session.use(async (tab) => {
    const target = await findTarget(tab, input);
    checkAction(tab, target, { ...input, ...dialogEffect(input, realOf(target)) });
    return performChecked(context, tab, input, () => work(tab, target));
  });
}

/** An action with the keyboard: on an element, or on what has the focus. */
export function performOnFocus(
  context: BrowserToolContext,
  input: ActionInput,
  realOf: (facts: Target['facts'] | null, target: Target | null) => Real,
  work: (tab: Tab, target: Target | null) => Promise<void>,
): Promise<Answer<Acted>> {
  return context.session.use(async (tab) => {
    const isNamed = [input.mark, input.selector, input.x, input.y].some((it) => it !== undefined);
    const target = isNamed ? await findTarget(tab, input) : await focusedFacts(tab);
    checkAction(tab, target, { ...input, ...dialogEffect(input, realOf(target?.facts ?? null, target)) });
    return performChecked(context, tab, input, () => work(tab, isNamed ? target : null));
  });
}
