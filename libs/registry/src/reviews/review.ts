import type { Issue, Manifest, ProposeCapability, Visibility } from '@assay/contracts';
import { digestJson } from '@assay/kernel';

/** An act that requires review. */
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

/** The act, and the scopes of the submitting key, so that it can be performed on behalf of its submitter. */
export interface Held {
  readonly act: HeldAct;
  readonly scopes: readonly string[];
  /** The publisher's signature, submitted with a manifest. */
  readonly signature?: { readonly keyId: string; readonly signature: string };
}

/** Identifies the act: the same act again has the same digest. */
export const heldDigest = (act: HeldAct): string => digestJson(act);

/** `definition`: text that a model would read looks like an attack. */
export type ReviewKind = 'compatibility' | 'look-alike' | 'capability' | 'definition';
export type ReviewState = 'open' | 'approved' | 'refused' | 'withdrawn';

/** Something that waits for a person's consent, or had it. Times in ms since the epoch. */
export interface Review {
  readonly id: string;
  /** The organisation whose reviewers decide: the namespace's for compatibility, the installation's own for names and capabilities. */
  readonly organisationId: string;
  readonly kind: ReviewKind;
  /** `ns/tool@version`, a namespace, or `#capability`. Each subject has at most one open review. */
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
  /** Only submissions about these namespaces or their tools; null for no limit. */
  readonly namespaces: readonly string[] | null;
  readonly state?: ReviewState;
  /** Ids sort by time; the page starts after this one, newest first. */
  readonly before?: string;
  readonly limit: number;
}

export interface ReviewStore {
  /** Adds the review, or returns the open one of the same subject. */
  open(review: Review): Promise<Review>;
  find(id: string): Promise<Review | undefined>;
  /** Whether this exact act was approved, now or earlier: an approval stays valid for its act. */
  isApproved(subject: string, heldDigest: string): Promise<boolean>;
  /** Open reviews of versions of a tool (`ns/tool`), newest first. */
  waiting(tool: string): Promise<Review[]>;
  /** Newest first. */
  list(query: ReviewQuery): Promise<Review[]>;
  /** False when it is no longer open: exactly one of several decisions is kept. */
  decide(id: string, decision: ReviewDecision): Promise<boolean>;
}
