import type { Namespace, Proven, TransferOffer } from './records.js';

/** Whose a namespace becomes. */
export interface Handover {
  readonly namespaceId: string;
  /** Its organisation so far; the handover fails when it is another one by now. */
  readonly fromOrganisationId: string;
  readonly toOrganisationId: string;
  /** Principal of the receiving organisation. */
  readonly ownerId: string;
  /** The offer that is accepted; null when it is handed over at once. */
  readonly offeredAt: number | null;
  readonly at: number;
}

/** What a handover left behind. */
export interface HandedOver {
  /**
   * `ns/server` of servers whose secrets (headers, environment, query; user and query of their addresses) were dropped,
   * sorted.
   */
  readonly strippedServers: readonly string[];
  /** Grants that ended. */
  readonly grantsEnded: number;
}

/** A namespace as whoever changes it knows it: the change fails when it belongs to somebody else by now. */
export type KnownNamespace = Pick<Namespace, 'id' | 'name' | 'organisationId'>;

export interface Renaming {
  /** Whose it is; nothing is renamed that belongs to somebody else by now. */
  readonly organisationId: string;
  readonly from: string;
  readonly to: string;
  readonly aliasId: string;
  readonly at: number;
  readonly by: string | null;
}

/** `missing`: nothing of that organisation is called `from` any more; `taken`: something is or was called `to`. */
export type RenameOutcome = 'renamed' | 'missing' | 'taken';

/** Writes that move names and namespaces. Each is one transaction with its outbox rows. */
export interface OwnershipStore {
  /** False when the namespace has another name or another organisation by now. */
  prove(namespace: KnownNamespace, proven: Proven): Promise<boolean>;
  /** Replaces an earlier offer. False when that organisation has no such namespace. */
  offer(namespace: KnownNamespace, offer: TransferOffer): Promise<boolean>;
  /** False when it is not offered, or another offer than the one of `offeredAt` (ms) stands by now. */
  withdrawOffer(namespaceId: string, offeredAt: number): Promise<boolean>;
  /**
   * Moves the namespace with its tools, versions, servers and imports. Owners, owning teams, proof, publishers' keys,
   * grants given by the former organisation and its own endorsements end, and so do its submissions that wait for a
   * reviewer; secrets of servers are dropped. Undefined, and
   * nothing changed, when the namespace or the offer is not as `handover` has it any more.
   */
  handOver(handover: Handover): Promise<HandedOver | undefined>;
  /** The proof of a domain ends with the name; what is kept by name elsewhere follows. */
  renameNamespace(renaming: Renaming): Promise<RenameOutcome>;
  /** `from` and `to` are `ns/tool`; both namespaces belong to one organisation. */
  renameTool(renaming: Renaming): Promise<RenameOutcome>;
}
