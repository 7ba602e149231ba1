import type { ReadKept } from '@assay/gateway';
import type { Catalogue } from '@assay/registry';
import type { FastifyInstance } from 'fastify';
import { abortOnDisconnect } from '../abort-on-disconnect.js';
import { unwrap } from '../failure-exception.js';
import { traceOf } from '../trace-id.js';
import { referencesIn } from './authorization/references-in.js';
import { DirectCalls } from './direct-calls.js';
import { answerGatewayTool, type GatewayTool, type GatewayTools, toolsByName } from './gateway-tool.js';
import { offerOutputs } from './kept-outputs.js';
import { createGatewayServer } from './mcp-server.js';
import { onceATurn } from './once-a-turn.js';
import { serverInfo } from './server-info.js';
import { type McpEdgeOptions, serveStreamable } from './streamable-edge.js';
import { SuspendedCalls } from './suspended-calls.js';
import { EdgeTasks } from './tasks/edge-tasks.js';
import type { TaskCalls } from './tasks/task-calls.js';
import { groupsAsked, groupsOf, unlistedGroups } from './tool-groups.js';

export interface GatewayEdgeOptions extends McpEdgeOptions {
  /** By feature, in the order in which clients list them. */
  readonly features: readonly GatewayTools[];
  readonly kept: ReadKept;
  readonly taskCalls: TaskCalls;
  readonly catalogue: Catalogue;
}

/** Tools that show what the registry has. */
const openTools: ReadonlySet<string> = new Set(['search_tools', 'describe_tools']);

/** Of the gateway's own tools, those that make calls, and the one that shows them. */
const making = new Set(['call_tool', 'execute_tool_plan', 'run_composition']);
const becomesTask = (name: string): boolean => making.has(name);
const showsCalls = 'show_call';

/** Serves the gateway's own tools at `/mcp`. Returns how to stop. */
export function serveMcp(fastify: FastifyInstance, options: GatewayEdgeOptions): () => Promise<void> {
  const { version, clock, random, kept, catalogue } = options;
  const info = serverInfo(version);
  const tools = toolsByName(options.features);
  const tasks = new EdgeTasks(options.taskCalls, clock);
  const suspended = new SuspendedCalls(clock, random, tasks.live);
  const direct = new DirectCalls({
    callOf: ({ params }, { caller, request, subject }) => {
      const tool = tools.get(params.name);
      const unlisted = unlistedGroups(tools, groupsOf(subject));
      const called = { caller, unlisted, ...traceOf(request) };
      return tool && ((of) => answerGatewayTool(tool, params.arguments, { ...called, ...of }));
    },
    becomesTask,
    resultOf:
      ({ caller, request, reply }) =>
      ({ id }) => {
        const { signal } = abortOnDisconnect(reply);
        return answerGatewayTool(tools.get(showsCalls) as GatewayTool, { id }, { caller, ...traceOf(request), signal });
      },
    infoOf: () => info,
    ...{ tasks, suspended, clock, random },
  });
  const gateway = serveStreamable(fastify, options, {
    path: '/mcp',
    openTools,
    references: () => (_name, input) => referencesIn(input),
    subject: ({ query }) => unwrap(groupsAsked(query)).join(','),
    newServer: (groups, _caller, revision) =>
      offerOutputs(
        createGatewayServer(tools, { version, suspended, revision, becomesTask, groups: groupsOf(groups) }),
        kept,
      ),
    shortcut: (arrival) => direct.answer(arrival),
  });
  // A revocation, and its lifting, changes what these tools reach: clients are notified to list again.
  const stopListening = catalogue.revocations.listen(onceATurn(() => gateway.toolsChanged()));
  return async () => {
    stopListening();
    suspended.close();
    tasks.live.close();
    await gateway.stop();
  };
}
