import {
  ManageNamespaces,
  ManageTeams,
  ProveDomain,
  ProveNamespace,
  RenameNamespace,
  TransferNamespace,
} from '@assay/identity';
import { commandMoves } from '@assay/importing';
import { ClaimNamespace, NotifyingReviews, RenameTool, VisibleConsumers, WellKnownNames } from '@assay/registry';
import { Module } from '@nestjs/common';
import { identityPorts, memory } from '../../platform/port-sets.js';
import { CLOCK, DOMAIN_RECORDS, MACHINE, OWNERSHIP_STORE, TEAM_STORE, USED_PROOFS } from '../../platform/ports.js';
import { provide, useCase } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { ReviewQueueModule } from '../reviews/review-queue.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { NamespacesController } from './namespaces.controller.js';
import { OwnershipController } from './ownership.controller.js';
import { COMMAND_MOVES } from './ports.js';

const ports = {
  ...identityPorts,
  ...memory,
  teams: TEAM_STORE,
  ownership: OWNERSHIP_STORE,
  domainRecords: DOMAIN_RECORDS,
  usedProofs: USED_PROOFS,
  resemblances: WellKnownNames,
  namespaces: ManageNamespaces,
  notices: NOTICES,
  consumers: VisibleConsumers,
  commandMoves: COMMAND_MOVES,
};

const providers = [
  provide(COMMAND_MOVES, { ...memory, machine: MACHINE }, (all) => commandMoves(all)),
  useCase(ManageNamespaces, identityPorts),
  useCase(ProveDomain, { records: DOMAIN_RECORDS, used: USED_PROOFS, clock: CLOCK }),
  useCase(ProveNamespace, { ...ports, domains: ProveDomain }),
  useCase(ManageTeams, ports),
  useCase(TransferNamespace, ports),
  useCase(RenameNamespace, ports),
  useCase(RenameTool, ports),
  useCase(ClaimNamespace, {
    ...identityPorts,
    ...{ proofs: ProveNamespace, names: WellKnownNames, reviews: NotifyingReviews },
  }),
];

/** Namespaces: who owns one, what it is called, and how either changes. */
@Module({
  imports: [NotificationsModule, ReviewQueueModule, TrustModule],
  controllers: [NamespacesController, OwnershipController],
  providers,
  exports: providers,
})
export class NamespacesModule {}
