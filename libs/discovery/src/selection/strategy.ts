import type { Discover, DiscoveryAnswer } from '@assay/contracts';
import type { Clock, LanguageModel } from '@assay/kernel';
import type { CapabilityTree } from '@assay/registry';
import type { Found, Narrowed } from '../narrow.js';
import type { DiscoveryQuery } from '../query.js';
import type { SelectionRules } from '../rules/selection-rules.js';

/** A tool in its place, with what is to be said of why it has it. */
export interface Choice {
  readonly found: Found;
  readonly notes: readonly string[];
  /** Chosen by a rule of the organisation. */
  readonly byRule?: true;
}

export interface Selected {
  readonly choices: readonly Choice[];
  /** What is left out, those first that a strategy put out. */
  readonly left: readonly Found[];
  readonly selection: NonNullable<DiscoveryAnswer['selection']>;
}

/** What a strategy chooses from. */
export interface Selectable {
  readonly request: Pick<Discover, 'state'>;
  readonly query: DiscoveryQuery;
  readonly organisationId: string | null;
  /** Everything the caller sees of what the index found. */
  readonly found: readonly Found[];
  readonly narrowed: Narrowed;
  /** What is learnt is in the relevance. */
  readonly isLearnt: boolean;
  readonly tree?: CapabilityTree | undefined;
  /** A tool by name, with what stands against it; undefined when the caller does not see it. */
  look(tool: string, range: string | undefined): Found | undefined;
}

export interface SelectToolsPorts {
  readonly rules: Pick<SelectionRules, 'applying'>;
  /** Null when none is configured. */
  readonly model: LanguageModel | null;
  readonly clock: Clock;
}
