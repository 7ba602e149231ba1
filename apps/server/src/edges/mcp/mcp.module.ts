import type { Config } from '@assay/config';
import { BeginConversation, EnterServer, ReadKept, ScopesNeeded, ToolsetTools } from '@assay/gateway';
import { Authenticate } from '@assay/identity';
import { ManageToolsets } from '@assay/registry';
import { Module } from '@nestjs/common';
import { CodeModule } from '../../features/code/code.module.js';
import { CodeTools } from '../../features/code/code-tools.js';
import { DiscoveryModule } from '../../features/discovery/discovery.module.js';
import { DiscoveryTools } from '../../features/discovery/discovery-tools.js';
import { DISCOVER_TOOLS } from '../../features/discovery/ports.js';
import { AuthenticationModule } from '../../features/identity/authentication.module.js';
import { CallTools } from '../../features/invocations/call-tools.js';
import { InvocationsModule } from '../../features/invocations/invocations.module.js';
import { RateTools } from '../../features/invocations/rate-tools.js';
import { MakeTool } from '../../features/making/make-tool.js';
import { MakingModule } from '../../features/making/making.module.js';
import { OutputTools } from '../../features/outputs/output-tools.js';
import { OutputsModule } from '../../features/outputs/outputs.module.js';
import { PlanTools } from '../../features/runs/plan-tools.js';
import { RunsModule } from '../../features/runs/runs.module.js';
import { SagaTools } from '../../features/sagas/saga-tools.js';
import { SagasModule } from '../../features/sagas/sagas.module.js';
import { ServersModule } from '../../features/servers/servers.module.js';
import { ShownToolsets } from '../../features/toolsets/shown-toolsets.js';
import { ToolsetsModule } from '../../features/toolsets/toolsets.module.js';
import { beforeShutdown, onInit } from '../../platform/lifecycle.js';
import { memory } from '../../platform/port-sets.js';
import { CLOCK, CONFIG, LOG, OWN_URL, PEOPLE_URL, RANDOM } from '../../platform/ports.js';
import { port, provide } from '../../platform/provide.js';
import { version } from '../../version.js';
import { FastifyRoutes } from '../http/fastify-routes.js';
import { AdmitRequests } from './authorization/admit-requests.js';
import { McpResources } from './authorization/mcp-resources.js';
import { McpResourcesModule } from './authorization/mcp-resources.module.js';
import { serveProtectedResources } from './authorization/protected-resource.js';
import { CallsAtClients } from './calls-at-clients.js';
import { CallsAtClientsModule } from './calls-at-clients.module.js';
import { toolsByName } from './gateway-tool.js';
import { serveMcp } from './mcp-edge.js';
import { OpenEdges } from './open-edges.js';
import { ownHosts } from './own-host.js';
import { ResponseCeiling } from './results/response-ceiling.js';
import { ResponseCeilingModule } from './results/response-ceiling.module.js';
import { serveMcpServers } from './servers/servers-edge.js';
import { SetTools } from './set-tools.js';
import type { McpEdgeOptions } from './streamable-edge.js';
import { TaskCalls } from './tasks/task-calls.js';
import { serveToolsets } from './toolset-edge.js';

/** What every MCP edge is served with. */
const MCP_EDGE = port<McpEdgeOptions>('options of MCP edges');

/** The authorization server whose tokens are accepted at MCP addresses. */
const issuerOf =
  ({ oidc }: Pick<Config, 'oidc'>, own: () => string) =>
  () =>
    oidc?.issuer ?? own();

const serving = { edge: MCP_EDGE, open: OpenEdges, routes: FastifyRoutes };

const providers = [
  provide(OpenEdges, {}, () => new OpenEdges()),
  provide(ScopesNeeded, memory, ({ catalogue, directory }) => new ScopesNeeded(catalogue, directory)),
  provide(
    AdmitRequests,
    { authenticate: Authenticate, resources: McpResources, needed: ScopesNeeded, config: CONFIG },
    ({ config: { anonymousReads }, ...ports }) => new AdmitRequests({ ...ports, anonymousReads }),
  ),
  provide(
    MCP_EDGE,
    {
      ...{ admission: AdmitRequests, resources: McpResources, clock: CLOCK, random: RANDOM, log: LOG },
      ...{ config: CONFIG, ownUrl: OWN_URL },
    },
    ({ config, ownUrl, ...options }) => ({
      ...options,
      version,
      isOwnHost: (host) => ownHosts(config.host, ownUrl()).has(host),
    }),
  ),
  provide(
    SetTools,
    {
      ...{ discover: DISCOVER_TOOLS, tools: ToolsetTools, ceiling: ResponseCeiling, clock: CLOCK },
      ...{ outputs: OutputTools, plans: PlanTools, sagas: SagaTools },
    },
    ({ outputs, plans, sagas, ...ports }) => new SetTools({ ...ports, gateway: toolsByName([outputs, plans, sagas]) }),
  ),
  onInit(
    'metadata of protected resources',
    { routes: FastifyRoutes, resources: McpResources, config: CONFIG, ownUrl: OWN_URL, peopleUrl: PEOPLE_URL },
    ({ routes, resources, config, ownUrl, peopleUrl }) =>
      routes.serve((fastify) =>
        serveProtectedResources(fastify, { resources, ownUrl, issuer: issuerOf(config, peopleUrl) }),
      ),
  ),
  onInit(
    'routes of the gateway',
    {
      ...{ ...serving, kept: ReadKept, catalogue: memory.catalogue },
      taskCalls: TaskCalls,
      ...{
        search: DiscoveryTools,
        calls: CallTools,
        outputs: OutputTools,
        code: CodeTools,
        making: MakeTool,
        plans: PlanTools,
        sagas: SagaTools,
        ratings: RateTools,
      },
    },
    ({ edge, open, routes, kept, catalogue, taskCalls, search, calls, outputs, code, making, plans, ratings, sagas }) =>
      routes.serve((fastify) => {
        const features = [search, calls, outputs, code, making, plans, ratings, sagas];
        open.add(serveMcp(fastify, { ...edge, features, kept, catalogue, taskCalls }));
      }),
  ),
  onInit(
    'routes of toolsets',
    {
      taskCalls: TaskCalls,
      ...{ ...serving, toolsets: ManageToolsets, tools: ToolsetTools, shown: ShownToolsets, calls: CallsAtClients },
      ...{ extras: SetTools, ceiling: ResponseCeiling, ownUrl: OWN_URL },
    },
    ({ edge, open, routes, ...ports }) =>
      routes.serve((fastify) => open.add(serveToolsets(fastify, { ...edge, ...ports }))),
  ),
  onInit(
    'routes of servers',
    {
      ...{ ...serving, ...memory, clock: CLOCK, random: RANDOM },
      ...{ enterServer: EnterServer, beginConversation: BeginConversation, calls: CallsAtClients },
      taskCalls: TaskCalls,
      ...{ ceiling: ResponseCeiling, ownUrl: OWN_URL },
    },
    ({ edge: { log, isOwnHost, admission, resources }, open, routes, ...ports }) =>
      routes.serve((fastify) => open.add(serveMcpServers(fastify, { ports, log, isOwnHost, admission, resources }))),
  ),
  beforeShutdown('MCP sessions', { open: OpenEdges }, ({ open }) => open.closeAll()),
];

/** MCP: the gateway's own tools, toolsets, and registered servers whole. */
@Module({
  imports: [
    ...[
      AuthenticationModule,
      CallsAtClientsModule,
      CodeModule,
      DiscoveryModule,
      InvocationsModule,
      MakingModule,
      OutputsModule,
    ],
    ...[McpResourcesModule, ResponseCeilingModule, RunsModule, SagasModule, ServersModule, ToolsetsModule],
  ],
  providers,
  exports: providers,
})
export class McpModule {}
