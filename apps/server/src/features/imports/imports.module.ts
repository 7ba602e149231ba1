import { ImportServer, ManageServers, ToolSources, WatchDefinitions } from '@assay/importing';
import { PublishVersion } from '@assay/registry';
import { Module } from '@nestjs/common';
import { cataloguePorts } from '../../platform/port-sets.js';
import { GRPC_UPSTREAMS, HTTP_UPSTREAMS, IDENTITY_STORE, REGISTRY_SERVER_STORE } from '../../platform/ports.js';
import { from, useCase } from '../../platform/provide.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { ServersModule } from '../servers/servers.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { TrustModule } from '../trust/trust.module.js';
import { ImportsController } from './imports.controller.js';

const providers = [
  useCase(ImportServer, {
    ...cataloguePorts,
    source: ToolSources,
    documents: from(HTTP_UPSTREAMS, ({ documents }) => documents),
    reflection: from(GRPC_UPSTREAMS, ({ reflection }) => reflection),
    registryServers: REGISTRY_SERVER_STORE,
    servers: ManageServers,
    publish: PublishVersion,
    identities: IDENTITY_STORE,
    watch: WatchDefinitions,
  }),
];

/** Importing the tools of upstream servers. */
@Module({
  imports: [DefinitionsModule, ServersModule, ToolsModule, TrustModule],
  controllers: [ImportsController],
  providers,
  exports: providers,
})
export class ImportsModule {}
