import type { Issue, Manifest, ProposeCapability, Visibility } from '@assay/contracts';
import { digestJson } from '@assay/kernel';

/** What a reviewer lets happen, or not. */
export type HeldAct =
  | { readonly kind: 'publish'; readonly manifest: Manifest; readonly upstreamDigest: string | null }
  | {
      readonly kind: 'claim';
      readonly namespace: string;
      readonly visibility: Visibility;
      /** Consent to one organisation is none to another. */
      readonly organisationId: string | null;
    }
  | { readonly kind: 'capability'; readonly proposal: Omit<ProposeCapability, 'reason'> };

/** The act, and the scopes of the key it was asked for with, so that it can be done in its submitter's name. */
export interface Held {
  readonly act: HeldAct;
  readonly scopes: readonly string[];
  /** The publisher's, which came with a manifest. */
  readonly signature?: { readonly keyId: string; readonly signature: string };
}

/** Names the act: the same one again has the same digest. */
export const heldDigest = (act: HeldAct): string => digestJson(act);

/** `definition`: what a model would read looks like an attack on it. */
export type ReviewKind = 'compatibility' | 'look-alike' | 'capability' | 'definition';
export type ReviewState = 'open' | 'approved' | 'refused' | 'withdrawn';

/** Something that waits for a person's consent, or had it. Times in ms since the epoch. */
export interface Review {
  readonly id: string;
  /** The organisation whose reviewers decide: the namespace's for compatibility, the installation's own for names and capabilities. */
  readonly organisationId: string;
  readonly kind: ReviewKind;
  /** `ns/tool@version`, a namespace, or `#capability`. One review a subject is open at a time. */
  readonly subject: string;
  readonly held: Held;
  readonly heldDigest: string;
  /** Why it waits, with pointers into the manifest. */
  readonly findings: readonly Issue[];
  readonly submittedBy: string;
  readonly submittedAt: number;
  readonly state: ReviewState;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly reason: string | null;
}

export interface ReviewDecision {
  readonly state: Exclude<ReviewState, 'open'>;
  readonly decidedBy: string;
  readonly decidedAt: number;
  readonly reason: string | null;
}

export interface ReviewQuery {
  /** Reviews this organisation decides, and those this principal submitted. */
  readonly organisationId: string | null;
  readonly submittedBy: string;
  /** Of what it submitted, only what is about these namespaces or their tools; null for no narrowing. */
  readonly namespaces: readonly string[] | null;
  readonly state?: ReviewState;
  /** Ids sort by time; the page begins behind this one, newest first. */
  readonly before?: string;
  readonly limit: number;
}

export interface ReviewStore {
  /** Adds the review, or answers the open one of the same subject. */
  open(review: Review): Promise<Review>;
  find(id: string): Promise<Review | undefined>;
  /** Whether this very act was approved, now or earlier: an approval is good for what it was given for, whenever done. */
  isApproved(subject: string, heldDigest: string): Promise<boolean>;
  /** Open reviews of versions of a tool (`ns/tool`), newest first. */
  waiting(tool: string): Promise<Review[]>;
  /** Newest first. */
  list(query: ReviewQuery): Promise<Review[]>;
  /** False when it is not open any more: exactly one of several decisions stands. */
  decide(id: string, decision: ReviewDecision): Promise<boolean>;
}
