import { FollowMirrors, ManageMirrors, revocationOf } from '@assay/importing';
import { Module } from '@nestjs/common';
import { changePorts, memory } from '../../platform/port-sets.js';
import { JOBS, MIRROR_STORE, OWN_URL, REGISTRY_SERVER_STORE, REGISTRY_SOURCE } from '../../platform/ports.js';
import { from, provide, useCase } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { coverPorts } from '../revocations/revocation.module.js';
import { MirrorsController } from './mirrors.controller.js';

const ports = {
  ...changePorts,
  ...{ mirrors: MIRROR_STORE, servers: REGISTRY_SERVER_STORE, source: REGISTRY_SOURCE, notices: NOTICES },
  directory: memory.directory,
  isOwn: from(OWN_URL, (ownUrl) => (url: string) => url === ownUrl()),
};

const providers = [
  useCase(ManageMirrors, ports),
  provide(FollowMirrors, { ...ports, jobs: JOBS, revocations: coverPorts.revocations }, ({ revocations, ...all }) => {
    const covers = { store: all.servers, revocations, directory: all.directory };
    return new FollowMirrors({ ...all, revocationOf: (name, version) => revocationOf(covers, name, version) });
  }),
];

/** Following other registries. */
@Module({ imports: [NotificationsModule], controllers: [MirrorsController], providers, exports: providers })
export class MirrorsModule {}
