import { notations, type RunBody } from '@assay/contracts';
import type { Composition } from '../composition.js';

/** The one composition in a run's body, and where in it. The body has been checked: there is exactly one. */
export function compositionIn(body: RunBody): { readonly composition: Composition; readonly at: string } {
  const notation = notations.find((it) => body[it] !== undefined) ?? 'plan';
  return { composition: { notation, definition: body[notation] } as Composition, at: `/${notation}` };
}
