import type { Change } from '@assay/kernel';
import type { Level } from '../resilience/levels.js';

/** What an organisation declares to be tried for a capability, in order. One an organisation and capability. */
export interface Hierarchy {
  readonly id: string;
  readonly organisationId: string;
  /** A capability's tag, as it was declared. */
  readonly capability: string;
  /** At least one; the first is the primary. Tools by the names they had then. */
  readonly levels: readonly Level[];
  /** Tried out beside or before the primary; never fallbacks. At most one of each kind. */
  readonly candidates?: readonly CandidateLevel[];
  /** Whether a person is asked after the last level. */
  readonly escalates: boolean;
  /** 1 when it is new, and one more with each change. */
  readonly revision: number;
  /** Ms since the epoch. */
  readonly changedAt: number;
  readonly changedBy: string | null;
}

export interface CandidateLevel extends Level {
  /** Percent of calls; exactly one of the two. */
  readonly shadow?: number;
  readonly canary?: number;
}

export const isCandidateLevel = ({ shadow, canary }: Pick<CandidateLevel, 'shadow' | 'canary'>): boolean =>
  shadow !== undefined || canary !== undefined;

export type HierarchyChange = Change<'fallback', Hierarchy>;

/** An organisation has no more than this. */
export const maxHierarchies = 500;

/** Which revision a change is of: that one; null, that there is none; or undefined, whatever there is. */
export type ExpectedRevision = number | null | undefined;

export type PutAnswer =
  | { readonly state: 'put'; readonly hierarchy: Hierarchy }
  /** It is at another revision by now; null when there is none. */
  | { readonly state: 'changed'; readonly revision: number | null }
  /** The organisation has `maxHierarchies` already. */
  | { readonly state: 'full' };

/** Declared hierarchies. The change feed reports every change. */
export interface HierarchyStore {
  /** Declares one, or changes what is declared: its id stays, and its revision goes up by one. */
  put(hierarchy: Omit<Hierarchy, 'revision'>, expected: ExpectedRevision): Promise<PutAnswer>;
  remove(
    organisationId: string,
    capability: string,
    expected: ExpectedRevision,
  ): Promise<'removed' | 'none' | { readonly revision: number }>;
}
