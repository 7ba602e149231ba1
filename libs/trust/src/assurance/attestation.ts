import type { AttestationKind } from '@assay/contracts';
import { canonicalJson, isoTime } from '@assay/kernel';
import type { Verification } from './verification.js';

/** What somebody vouches for, signed by the registry, which knows who it was. */
export interface Attestation {
  readonly id: string;
  /** Of the version. */
  readonly organisationId: string;
  readonly versionId: string;
  readonly kind: AttestationKind;
  /** URL of the report or proof, and its SHA-256; null in attestations that are older than the digest. */
  readonly evidence: string;
  readonly evidenceDigest: string | null;
  /** Name of the organisation that attests, and of its principal, as they were then. */
  readonly organisation: string;
  readonly by: string;
  /** Ms since the epoch. */
  readonly at: number;
  /** The text that is signed. */
  readonly statement: string;
  readonly keyId: string;
  readonly signature: string;
  /** Null while it holds. */
  readonly withdrawn: Withdrawal | null;
}

/** That an attestation holds no more. */
export interface Withdrawal {
  /** Ms since the epoch. */
  readonly at: number;
  /** Name of the principal that withdrew it. */
  readonly by: string;
  readonly reason: string;
}

export interface Stated
  extends Pick<Attestation, 'kind' | 'evidence' | 'evidenceDigest' | 'organisation' | 'by' | 'at'> {
  /** `ns/tool@version`. */
  readonly subject: string;
  readonly manifestDigest: string;
}

/** RFC 8785 canonical JSON, so that the text behind a signature is readable. */
export const statementOf = ({ at, ...stated }: Stated): string =>
  canonicalJson({ type: 'assay-attestation-v1', ...stated, at: isoTime(at) });

/** What was attested of versions. */
export interface AttestationStore {
  /**
   * Stores an attestation and its effects on the version, in one transaction, which the change feed reports: its audit
   * (a third party's outweighs the provider's own), its proven identity, and a verification that it represents. False
   * when the version is gone.
   */
  add(attestation: Attestation, verification: Verification | null): Promise<boolean>;
  find(id: string): Promise<Attestation | undefined>;
  /**
   * Withdraws an attestation and its effects, in one transaction, which the change feed reports: the version keeps the
   * audit and the identity of the remaining attestations, and a verification that it represented no longer counts.
   * False when it is gone or was withdrawn before.
   */
  withdraw(id: string, withdrawal: Withdrawal): Promise<boolean>;
  /** Newest first. */
  list(query: {
    readonly versionId: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly Attestation[]>;
}
