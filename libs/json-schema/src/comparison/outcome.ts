import type { Json } from './shape.js';

/** `fails` comes with an instance that the one accepts and the other refuses, for certain. */
export type Outcome =
  | { readonly verdict: 'holds' }
  | { readonly verdict: 'fails'; readonly witness: Json }
  | { readonly verdict: 'unknown' };
