import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { exampleOrigin } from '../session/example-page.js';
import type { Tab } from '../session/tab.js';
import type { Target } from '../session/target.js';
import { type Effect, requireStated } from './effect.js';

export const originField = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[^/\s]+$/, 'must be an origin, such as https://shop.example.com')
  .describe('Origin of the page; needed to submit and for secrets')
  .optional();

export const labelField = z
  .string()
  .min(1)
  .max(120)
  .describe('Part of the name of the element; needed to submit')
  .optional();

/** What is stated of an action, and what it would really do. */
export interface ActionCheck {
  readonly effect: Effect;
  readonly origin?: string | undefined;
  readonly label?: string | undefined;
  readonly real: Effect;
  readonly why: string;
}

const originOf = (tab: Tab): string => {
  const url = tab.page.url();
  return URL.canParse(url) ? new URL(url).origin : 'null';
};

/**
 * Refuses an action before anything is done: one that does more than is stated, on another origin than is stated, on another
 * element than is named, or a submission that names neither.
 */
export function checkAction(tab: Tab, target: Target | null, action: ActionCheck): void {
  const { effect, origin, label, real, why } = action;
  requireStated(effect, real, why);
  const here = originOf(tab);
  const at = target?.facts.origin ?? here;
  if (origin !== undefined && origin !== here && origin !== at)
    throw new Refusal(`The page is of ${here}, and you stated ${origin}. Nothing was done. Observe the page again.`);
  if (target !== null && label !== undefined && !target.label.toLowerCase().includes(label.toLowerCase()))
    throw new Refusal(
      `The element is named "${target.label}", not "${label}". Nothing was done. Observe the page again.`,
    );
  if (effect !== 'submit' || here === exampleOrigin) return;
  if (origin === undefined)
    throw new Refusal(
      `To submit, state the origin, so that people see where data goes: origin "${at}". Nothing was done.`,
    );
  if (target !== null && target.label !== '' && label === undefined)
    throw new Refusal(
      `To submit, state the label, so that people see what they approve: label "${target.label}". Nothing was done.`,
    );
}

/**
 * A secret goes to the origin it is for: that of the document, and that of the form's address.
 * @throws Refusal before anything is typed.
 */
export function checkSecret({ facts }: Target, origin: string | undefined): void {
  if (!facts.secret) return;
  if (origin === undefined)
    throw new Refusal(
      `This field takes a secret. State the origin the secret is for; this field is of ${facts.origin}. Nothing was typed.`,
    );
  if (facts.origin !== origin)
    throw new Refusal(`This field is of ${facts.origin}, and the secret is for ${origin}. Nothing was typed.`);
  const goesTo =
    facts.formAction !== null && URL.canParse(facts.formAction) ? new URL(facts.formAction).origin : origin;
  if (goesTo !== origin)
    throw new Refusal(`The form of this field sends to ${goesTo}, and the secret is for ${origin}. Nothing was typed.`);
}

/** What clicking an element does, as far as can be seen beforehand. */
export function effectOfClick({ facts }: Target): { readonly real: Effect; readonly why: string } {
  if (facts.submits) return { real: 'submit', why: 'This button sends its form' };
  if (facts.downloads) return { real: 'navigate', why: 'This link is a download' };
  const { link } = facts;
  if (link !== null && /^https?:/.test(link))
    return { real: 'navigate', why: `This link leads to ${link.slice(0, 200)}` };
  if (link !== null && !link.startsWith('javascript:'))
    throw new Refusal(`This link leads to ${link.slice(0, 80)}: only http and https are allowed.`);
  return { real: 'input', why: `Clicking ${facts.what} changes the page` };
}

/** What a key does in the element that has the focus. */
export function effectOfKey(
  key: string,
  focused: Target['facts'] | null,
): { readonly real: Effect; readonly why: string } {
  if (/(?:^|\+)(?:Enter|NumpadEnter)$/.test(key)) {
    if (focused?.entersForm || focused?.submits) return { real: 'submit', why: 'Enter sends the form' };
    if (focused?.link) return { real: 'navigate', why: 'Enter opens the link' };
    return { real: 'input', why: 'Enter changes the page' };
  }
  if (/(?:^|\+)(?:Space| )$/.test(key) && focused?.submits)
    return { real: 'submit', why: 'Space presses the button that sends the form' };
  const onlyMoves = /^(?:Shift\+)?(?:Tab|Escape|Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End)$/.test(key);
  return onlyMoves && !focused?.editable
    ? { real: 'read', why: '' }
    : { real: 'input', why: `The key ${key} changes the page` };
}
