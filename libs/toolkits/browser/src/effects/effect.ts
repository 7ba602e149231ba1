import { Refusal } from '@assay/kit';
import { z } from 'zod';

/** What an action does, from least to most. A policy distinguishes calls by it. */
export const effects = ['read', 'navigate', 'input', 'submit'] as const;
export type Effect = (typeof effects)[number];

export const effectField = z
  .enum(effects)
  .describe(
    'What it does at most: read, navigate (a link), input (changes the page), submit (sends or confirms; a person approves)',
  );

export const exceeds = (real: Effect, stated: Effect): boolean => effects.indexOf(real) > effects.indexOf(stated);

/** @throws Refusal that names the right value when an action does more than its caller states. */
export function requireStated(stated: Effect, real: Effect, why: string): void {
  if (exceeds(real, stated))
    throw new Refusal(
      `${why}: its effect is "${real}", and you stated "${stated}". Nothing was done. Call again with effect "${real}".`,
    );
}
