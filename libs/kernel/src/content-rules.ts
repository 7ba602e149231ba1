import type { FindingSign } from '@assay/contracts';
import type { Passage } from './finding-class.js';

/** Maintained rules for personal data, with checksums where they exist. Linear in the text; never throws. */
export interface PersonalRules {
  find(text: string): readonly Passage[];
}

/** Maintained rules for secrets. */
export interface SecretPassages {
  /** A cheap pre-check: whether a text may contain a secret. */
  mayHold(text: string): boolean;
  /** Rejects when the text could not be examined completely. */
  find(text: string): Promise<readonly Passage[]>;
}

/**
 * Finds every passage of a JSON value that looks like an attack on the model that reads it, up to a limit of characters
 * and values.
 */
export type FindInstructions = (
  value: unknown,
  bounds: { readonly characters: number; readonly values: number },
) => Promise<readonly FindingSign[]>;

export interface ContentRules {
  readonly personal: PersonalRules;
  readonly secrets: SecretPassages;
  readonly instructions: FindInstructions;
}
