import type { Protocol } from '@assay/contracts';
import { SandboxTransport } from '@assay/creation';
import type { ToolTransport, TransportOf } from '@assay/gateway';
import { Directory } from '@assay/identity';
import { CheckDefinitionsSoon, mayStartCommand } from '@assay/importing';
import { Catalogue, kitNamespace } from '@assay/registry';
import { CompositeTransport } from '@assay/runs';
import {
  createGrpcTransport,
  createHttpTransport,
  createJsonRpcTransport,
  createMcpTransport,
  EgressGuard,
  type ServerHealth,
} from '@assay/transports';
import { Global, Module } from '@nestjs/common';
import { version } from '../../version.js';
import { CommandsModule } from '../commands/commands.module.js';
import { isolationOf } from '../commands/isolation-of.js';
import { EgressModule } from '../egress/egress.module.js';
import { OpenAdapters } from '../open-adapters.js';
import {
  CLOCK,
  COMMANDS,
  CONFIG,
  FORGET_SERVER,
  GRPC_UPSTREAMS,
  HOST_FUNCTIONS,
  HTTP_UPSTREAMS,
  JSON_RPC_UPSTREAMS,
  LANGUAGE_MODEL,
  MCP_UPSTREAMS,
  SANDBOX,
  SERVER_HEALTH,
  TRANSPORT_OF,
} from '../ports.js';
import { later, provide } from '../provide.js';
import { dependencies } from '../sandbox/dependencies.js';

const reach = { config: CONFIG, clock: CLOCK, guard: EgressGuard, adapters: OpenAdapters };

const upstreams = { mcp: MCP_UPSTREAMS, http: HTTP_UPSTREAMS, jsonRpc: JSON_RPC_UPSTREAMS, grpc: GRPC_UPSTREAMS };

const providers = [
  provide(
    MCP_UPSTREAMS,
    {
      ...{ ...reach, catalogue: Catalogue, directory: Directory, commands: COMMANDS, model: LANGUAGE_MODEL },
      soon: later(CheckDefinitionsSoon),
    },
    ({ config, clock, guard, adapters, catalogue, directory, commands, model, soon }) =>
      adapters.add(
        'upstreams',
        createMcpTransport({
          ...reachOf({ config, clock, guard }),
          mayStart: (server) => mayStartCommand(server, { catalogue, directory }),
          // Only what ships may use the operator's model.
          modelFor: ({ namespace }) => (namespace === kitNamespace ? model : null),
          startCommand: commands.start,
          isolationOf: (server) => isolationOf(server, commands.support),
          onToolsChanged: (serverId) => soon().changed(serverId),
          onOpened: (serverId) => soon().opened(serverId),
        }),
        (it) => it.close(),
      ),
  ),
  provide(HTTP_UPSTREAMS, reach, ({ adapters, ...ports }) =>
    adapters.add('connections to HTTP APIs', createHttpTransport(reachOf(ports)), (it) => it.close()),
  ),
  provide(JSON_RPC_UPSTREAMS, reach, ({ adapters, ...ports }) =>
    adapters.add('connections to JSON-RPC services', createJsonRpcTransport(reachOf(ports)), (it) => it.close()),
  ),
  provide(GRPC_UPSTREAMS, reach, ({ adapters, ...ports }) =>
    adapters.add('connections to gRPC servers', createGrpcTransport(reachOf(ports)), (it) => it.close()),
  ),
  provide(
    TRANSPORT_OF,
    { ...upstreams, composite: later(CompositeTransport), sandbox: SANDBOX, host: HOST_FUNCTIONS },
    ({ mcp, http, jsonRpc, grpc, composite, sandbox, host }): TransportOf => {
      const transports: Readonly<Record<Exclude<Protocol, 'composite'>, ToolTransport>> = {
        mcp: mcp.transport,
        http: http.transport,
        'json-rpc': jsonRpc.transport,
        grpc: grpc.transport,
        sandbox: new SandboxTransport({ sandbox, host, dependencies }),
      };
      return (protocol) => (protocol === 'composite' ? composite() : transports[protocol]);
    },
  ),
  provide(SERVER_HEALTH, upstreams, (all) => healthOf(Object.values(all))),
  provide(FORGET_SERVER, { ...upstreams, commands: COMMANDS }, (all) => (id) => {
    for (const reached of Object.values(all)) reached.forget(id);
  }),
];

/** Everything that reaches the tools of upstreams, by protocol. */
@Global()
@Module({ imports: [CommandsModule, EgressModule], providers, exports: providers })
export class UpstreamsModule {}

interface Reach {
  readonly config: { readonly resultCapBytes: number; readonly resultNesting: number };
  readonly clock: Parameters<typeof createHttpTransport>[0]['clock'];
  readonly guard: EgressGuard;
}

const reachOf = ({ config, clock, guard }: Reach) => ({
  ...{ clock, guard },
  identity: { name: 'assay', version },
  maxBytes: config.resultCapBytes,
  maxNesting: config.resultNesting,
});

/** How a server is to the protocol that has used it last. */
const healthOf =
  (reached: readonly { health(serverId: string): ServerHealth }[]) =>
  (serverId: string): ServerHealth => {
    const [first = unknownHealth, ...others] = reached.map((it) => it.health(serverId));
    return others.reduce((last, it) => ((it.since ?? 0) > (last.since ?? 0) ? it : last), first);
  };

const unknownHealth: ServerHealth = { state: 'unknown', since: null, detail: null };
