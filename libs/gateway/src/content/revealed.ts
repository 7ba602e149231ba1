import type { MaskedValue } from './masked-value.js';

/** Values that a call carries in the place of their placeholders. */
export interface Revealed {
  /** Placeholder by value. */
  readonly hidden: ReadonlyMap<string, string>;
  readonly values: readonly Pick<MaskedValue, 'class' | 'source'>[];
}
