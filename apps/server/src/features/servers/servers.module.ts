import { BeginConversation, EnterServer } from '@assay/gateway';
import { ManageServers } from '@assay/importing';
import { OutputWatch } from '@assay/trust';
import { Connections, ProvideCredential } from '@assay/vault';
import { Module } from '@nestjs/common';
import { cataloguePorts, memory, warning } from '../../platform/port-sets.js';
import {
  CATALOGUE_STORE,
  CLOCK,
  COMMAND_PACKAGES,
  COMMANDS,
  LOG,
  MACHINE,
  MCP_UPSTREAMS,
} from '../../platform/ports.js';
import { connect, from, provide, useCase } from '../../platform/provide.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ContentModule, contentProblems } from '../content/content.module.js';
import { FindingsModule } from '../findings/findings.module.js';
import { FetchPackages } from './fetch-packages.js';
import { IsolationController } from './isolation.controller.js';
import { ServersController } from './servers.controller.js';
import { ShowCommands } from './show-commands.js';

const providers = [
  useCase(ManageServers, { ...cataloguePorts, machine: MACHINE, packages: COMMAND_PACKAGES }),
  useCase(ShowCommands, { ...memory, commands: COMMANDS }),
  provide(EnterServer, memory, ({ catalogue, directory }) => new EnterServer(catalogue, directory)),
  useCase(BeginConversation, {
    ...memory,
    clock: CLOCK,
    conversations: from(MCP_UPSTREAMS, ({ conversations }) => conversations),
    credentials: ProvideCredential,
    examine: from(OutputWatch, ({ marksIn }) => marksIn),
    onProblem: contentProblems,
  }),
  provide(
    FetchPackages,
    { ...memory, store: CATALOGUE_STORE, packages: COMMAND_PACKAGES, commands: COMMANDS, log: LOG },
    ({ commands, log, ...ports }) =>
      new FetchPackages(
        {
          ...ports,
          onProblem: (server, reason) => log.warn({ server, reason }, 'its packages could not be fetched'),
        },
        () => commands.close(),
        warning(log, 'packages could not be fetched'),
      ),
  ),
  connect(
    'sessions of connections',
    { connections: Connections, upstreams: MCP_UPSTREAMS, conversations: BeginConversation },
    ({ connections, upstreams, conversations }) =>
      connections.listen((id, isReplaced) => {
        upstreams.endSessionsOf(id);
        if (isReplaced) conversations.endSessionsOf(id);
      }),
  ),
];

/** Upstream servers: their records, their commands, and conversations with them. */
@Module({
  imports: [ConnectionsModule, ContentModule, FindingsModule],
  controllers: [ServersController, IsolationController],
  providers,
  exports: providers,
})
export class ServersModule {}
