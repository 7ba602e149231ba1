import type { CreateNamespace } from '@assay/contracts';
import {
  type Caller,
  type Directory,
  defaultOrganisation,
  type Namespace,
  type ProveNamespace,
  reaches,
  runsInstallation,
} from '@assay/identity';
import { type Failure, ok, type Result } from '@assay/kernel';
import { type HoldPorts, holdForReview } from './reviews/hold-for-review.js';
import { heldDigest, type Review, type ReviewStore } from './reviews/review.js';
import { lookAlikeFindings, type WellKnownNames } from './well-known-names.js';

export interface ClaimPorts extends HoldPorts {
  readonly proofs: Pick<ProveNamespace, 'claim'>;
  readonly names: Pick<WellKnownNames, 'namespacesLike'>;
  readonly reviews: Pick<ReviewStore, 'open' | 'isApproved'>;
  readonly directory: Directory;
}

/** `held`: pending review. */
export type Claimed =
  | { readonly kind: 'claimed'; readonly namespace: Namespace }
  | { readonly kind: 'held'; readonly review: Review };

/**
 * Claims a namespace. A name that resembles a well-known one is held for a reviewer of the installation; a proven
 * domain, and administrators of the installation, need no review.
 */
export class ClaimNamespace {
  readonly #ports: ClaimPorts;

  constructor(ports: ClaimPorts) {
    this.#ports = ports;
  }

  async run(caller: Caller, body: CreateNamespace): Promise<Result<Claimed, Failure>> {
    const held = await this.#waits(caller, body);
    if (held !== undefined) return held;
    const claimed = await this.#ports.proofs.claim(caller, body);
    return claimed.ok ? ok({ kind: 'claimed', namespace: claimed.value }) : claimed;
  }

  async #waits(caller: Caller, body: CreateNamespace): Promise<Result<Claimed, Failure> | undefined> {
    if (!this.#mayHave(caller, body)) return undefined;
    const { name, visibility = 'organisation' } = body;
    const alike = this.#ports.names.namespacesLike(name, caller.organisationId);
    const decides = this.#ports.directory.organisationNamed(defaultOrganisation)?.id;
    if (alike.length === 0 || decides === undefined) return undefined;
    const { organisationId } = caller;
    const act = { kind: 'claim', namespace: name, visibility, organisationId } as const;
    if (await this.#ports.reviews.isApproved(name, heldDigest(act))) return undefined;
    const findings = lookAlikeFindings('/name', alike);
    const review = await holdForReview(this.#ports, caller, {
      organisationId: decides,
      kind: 'look-alike',
      subject: name,
      act,
      findings,
    });
    return review.ok ? ok({ kind: 'held', review: review.value }) : review;
  }

  /** Decides claims that are rejected or granted regardless of similar names; these are not held. */
  #mayHave(caller: Caller, { name, proof }: CreateNamespace): boolean {
    const { directory } = this.#ports;
    const taken = directory.namespace(name) !== undefined || directory.aliases.namespace(name) !== name;
    const dotted = name.includes('.');
    const settled = taken || dotted || proof !== undefined || runsInstallation(caller, directory);
    return !settled && caller.principalId !== null && reaches(caller, name);
  }
}
