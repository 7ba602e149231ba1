import type { FindingSeverity, FindingState, FindingSubject } from '@assay/contracts';
import type { Sign } from './sign.js';

/** Something that looks like abuse in a version's definition or outputs. Times in ms since the epoch. */
export interface AbuseFinding {
  readonly id: string;
  readonly organisationId: string;
  readonly versionId: string;
  readonly subject: FindingSubject;
  /** What makes it the same finding when it is seen again. */
  readonly fingerprint: string;
  readonly severity: FindingSeverity;
  readonly score: number;
  readonly signs: readonly Sign[];
  readonly ruleSet: number;
  /** Of outputs: how many callers had met it. */
  readonly callers: number | null;
  readonly state: FindingState;
  readonly foundAt: number;
  readonly decidedAt: number | null;
  /** Id of a principal. */
  readonly decidedBy: string | null;
  readonly reason: string | null;
}

export interface FindingDecision {
  readonly state: Exclude<FindingState, 'open'>;
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

export interface FindingQuery {
  /** Undefined: of every namespace. */
  readonly namespaces?: readonly string[];
  /** `ns/tool`. */
  readonly tool?: string;
  readonly severity?: FindingSeverity;
  readonly subject?: FindingSubject;
  readonly state?: FindingState;
  /** Id of the last one shown. */
  readonly after?: string;
  readonly limit: number;
}

/** A caller who met a suspicious text, of which the digest is kept. */
export interface Sighting {
  readonly versionId: string;
  readonly fingerprint: string;
  readonly principalId: string;
  readonly at: number;
}

/** Findings, with which rules each definition was judged, and who met what in outputs. */
export interface FindingStore {
  /** False when the version is gone, or this finding was recorded before, whatever has been decided since. */
  add(finding: AbuseFinding): Promise<boolean>;
  /** False when it is not open: of several decisions at once one holds. */
  decide(id: string, decision: FindingDecision): Promise<boolean>;
  find(id: string): Promise<AbuseFinding | undefined>;
  /** Newest first. */
  list(query: FindingQuery): Promise<readonly AbuseFinding[]>;
  ofVersion(versionId: string): Promise<readonly AbuseFinding[]>;
  /** Ids of versions that were judged by an older set of rules or never, the ones published first before others. */
  unscanned(ruleSet: number, limit: number): Promise<readonly string[]>;
  markScanned(versionIds: readonly string[], ruleSet: number, at: number): Promise<void>;
  /** Keeps a sighting and answers how many callers have met the text since `since`. */
  sighted(sighting: Sighting, since: number): Promise<number>;
  /** Forgets sightings before then. */
  forgetSightings(before: number): Promise<void>;
}
