import { FollowRevocations } from '@assay/importing';
import { AppealRevocation, Catalogue, RevokeByRule, resendRevocationNotices, VisibleConsumers } from '@assay/registry';
import { Module } from '@nestjs/common';
import { changePorts, memory } from '../../platform/port-sets.js';
import { CLOCK, JOBS, REGISTRY_SERVER_STORE, REVOCATION_STORE } from '../../platform/ports.js';
import { from, recurring, useCase } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';

/** Also who lists servers in the registry API is covered by a revocation. */
export const coverPorts = {
  store: REGISTRY_SERVER_STORE,
  revocations: from(Catalogue, ({ revocations }) => revocations),
  directory: memory.directory,
};

export const revocationPorts = {
  ...changePorts,
  ...memory,
  notices: NOTICES,
  consumers: VisibleConsumers,
  store: REVOCATION_STORE,
  servers: FollowRevocations,
};

const providers = [
  useCase(FollowRevocations, coverPorts),
  useCase(RevokeByRule, revocationPorts),
  useCase(AppealRevocation, revocationPorts),
  recurring(
    'jobs of revocations',
    { jobs: JOBS, ...memory, notices: NOTICES, consumers: VisibleConsumers, clock: CLOCK },
    ({ clock, ...ports }) => resendRevocationNotices(ports, clock),
  ),
];

/** Revocations as rules make them, and what follows from one. */
@Module({ imports: [NotificationsModule], providers, exports: providers })
export class RevocationModule {}
