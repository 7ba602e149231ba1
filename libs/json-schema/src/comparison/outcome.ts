import type { Json } from './shape.js';

/** `fails` includes an instance that one schema certainly accepts and the other certainly rejects. */
export type Outcome =
  | { readonly verdict: 'holds' }
  | { readonly verdict: 'fails'; readonly witness: Json }
  | { readonly verdict: 'unknown' };
