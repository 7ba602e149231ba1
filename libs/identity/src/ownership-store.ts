import type { Namespace, Proven, TransferOffer } from './records.js';

/** The new owner of a namespace. */
export interface Handover {
  readonly namespaceId: string;
  /** Its current organisation; the handover fails when it has changed. */
  readonly fromOrganisationId: string;
  readonly toOrganisationId: string;
  /** Principal of the receiving organisation. */
  readonly ownerId: string;
  /** The accepted offer; null when the handover is immediate. */
  readonly offeredAt: number | null;
  readonly at: number;
}

/** Side effects of a handover. */
export interface HandedOver {
  /**
   * `ns/server` of servers whose secrets (headers, environment, query; user and query of their addresses) were deleted,
   * sorted.
   */
  readonly strippedServers: readonly string[];
  /** Grants that ended. */
  readonly grantsEnded: number;
}

/** A namespace as its editor last saw it: the change fails when the owner has changed since. */
export type KnownNamespace = Pick<Namespace, 'id' | 'name' | 'organisationId'>;

export interface Renaming {
  /** The owning organisation; nothing is renamed when the owner has changed. */
  readonly organisationId: string;
  readonly from: string;
  readonly to: string;
  readonly aliasId: string;
  readonly at: number;
  readonly by: string | null;
}

/** `missing`: the organisation has nothing called `from` any more; `taken`: something is or was called `to`. */
export type RenameOutcome = 'renamed' | 'missing' | 'taken';

/** Writes that move names and namespaces. Each is one transaction with its outbox rows. */
export interface OwnershipStore {
  /** False when the namespace's name or organisation has changed. */
  prove(namespace: KnownNamespace, proven: Proven): Promise<boolean>;
  /** Replaces an earlier offer. False when the organisation has no such namespace. */
  offer(namespace: KnownNamespace, offer: TransferOffer): Promise<boolean>;
  /** False when there is no offer, or another one than that of `offeredAt` (ms). */
  withdrawOffer(namespaceId: string, offeredAt: number): Promise<boolean>;
  /**
   * Moves the namespace with its tools, versions, servers and imports. Owners, owning teams, proof, publishers' keys,
   * grants by the former organisation and its own endorsements end, and so do its submissions pending review; secrets
   * of servers are deleted. Undefined, with no change, when the namespace or the offer no longer matches `handover`.
   */
  handOver(handover: Handover): Promise<HandedOver | undefined>;
  /** The proof of a domain ends with the name; references by name elsewhere are updated. */
  renameNamespace(renaming: Renaming): Promise<RenameOutcome>;
  /** `from` and `to` are `ns/tool`; both namespaces belong to one organisation. */
  renameTool(renaming: Renaming): Promise<RenameOutcome>;
}
