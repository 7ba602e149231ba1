import {
  type CommandMoves,
  type DomainRecords,
  type IdentityPorts,
  type ManageNamespaces,
  ManageTeams,
  type OwnershipStore,
  ProveDomain,
  ProveNamespace,
  RenameNamespace,
  type Resemblances,
  type TeamStore,
  TransferNamespace,
  type UsedProofs,
} from '@assay/identity';
import type { Notices } from '@assay/kernel';
import { type Catalogue, type Consumers, RenameTool } from '@assay/registry';

export interface OwnershipParts extends IdentityPorts {
  readonly resemblances: Resemblances;
  readonly teams: TeamStore;
  readonly ownership: OwnershipStore;
  readonly domainRecords: DomainRecords;
  readonly usedProofs: UsedProofs;
  readonly namespaces: ManageNamespaces;
  readonly catalogue: Catalogue;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly commandMoves: CommandMoves;
}

/** Who owns a namespace, what it is called, and how either changes. */
export function buildOwnership(parts: OwnershipParts) {
  const { domainRecords: records, usedProofs: used, clock } = parts;
  const domains = new ProveDomain({ records, used, clock });
  return {
    domains,
    proofs: new ProveNamespace({ ...parts, domains }),
    teams: new ManageTeams(parts),
    transfers: new TransferNamespace(parts),
    renameNamespace: new RenameNamespace(parts),
    renameTool: new RenameTool(parts),
  };
}
