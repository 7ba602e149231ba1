import type { Change } from '@assay/kernel';

/** That a tool did, or failed, what a text asked for. Private to its organisation. */
export interface LearntOutcome {
  readonly id: string;
  readonly organisationId: string;
  /** Whose call it was; null for outcomes from before this was stored. */
  readonly principalId: string | null;
  /** The search that led to the call; outcomes of one search were shown the same tools. Null when none was named. */
  readonly searchId: string | null;
  /** What was asked for, in words, without secrets and personal data, cut to `maxTask`. */
  readonly task: string;
  /** `ns/tool`. */
  readonly tool: string;
  readonly succeeded: boolean;
  /** In (0,1]: less the more the same caller has called the same tool that day. */
  readonly weight: number;
  /** The tools that the search showed, this one among them or not. */
  readonly shown: readonly string[];
  /** What the tool's place would have been worth at each of `levels`, 1 / log2(1 + place); empty when nobody searched. */
  readonly standing: readonly number[];
  /** Ms since the epoch. */
  readonly at: number;
}

/** Whether an organisation learns. One row an organisation, whose id it has; none: it does. */
export interface LearningSetting {
  readonly id: string;
  readonly organisationId: string;
  readonly enabled: boolean;
  readonly changedAt: number;
  readonly changedBy: string | null;
}

export type LearningChange = Change<'learnt-outcome', LearntOutcome> | Change<'learning-setting', LearningSetting>;

/** By how much learnt gains may move relevance. Which is best for an organisation is learnt, too; 0 is to learn nothing. */
export const levels = [0, 0.3, 0.6, 1, 1.5] as const;

/** In characters. */
export const maxTask = 1_000;
/** The newest are kept of each organisation. */
export const mostOutcomes = 10_000;
/** After so long an outcome says half as much. */
export const learningHalfLifeDays = 90;
