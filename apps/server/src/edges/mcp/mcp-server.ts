import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { withClient } from './call-client.js';
import { answerGatewayTool, type GatewayTool } from './gateway-tool.js';
import type { McpAuth } from './mcp-auth.js';
import type { McpCall } from './mcp-call.js';
import { serverInfo } from './server-info.js';
import type { ServedRevision } from './streamable-edge.js';
import type { SuspendedCalls } from './suspended-calls.js';
import { maybeTask, taskCapabilities } from './tasks/task-capabilities.js';
import { listedTools, type ToolGroup, unlistedGroups } from './tool-groups.js';

export const instructions =
  'Assay is a registry and gateway of tools. Find a tool with search_tools, read its schema, and call it with call_tool; make several calls that depend on each other with execute_tool_plan.';

export interface GatewayServerParts {
  readonly version: string;
  readonly suspended: SuspendedCalls;
  readonly revision: ServedRevision;
  /** Whether calls of this tool may go on as tasks. */
  readonly becomesTask: (name: string) => boolean;
  /** Groups that the address asks for. */
  readonly groups: readonly ToolGroup[];
}

/** One protocol server over the gateway's tools; a session, or in the stateless revision a request, has its own. */
export function createGatewayServer(
  tools: ReadonlyMap<string, GatewayTool>,
  { version, suspended, revision, becomesTask, groups }: GatewayServerParts,
): Server {
  const capabilities = { tools: { listChanged: true }, ...taskCapabilities(revision) };
  const server = new Server(serverInfo(version), { capabilities, instructions });
  const definitions = listedTools(tools, groups).map(({ definition }) =>
    revision === 'sessionful' && becomesTask(definition.name) ? maybeTask(definition) : definition,
  );
  const unlisted = unlistedGroups(tools, groups);
  server.setRequestHandler('tools/list', () => ({ tools: definitions }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.get(params.name);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `No tool "${params.name}" here: use search_tools and call_tool.`,
      );
    const { subject: _, ...asked } = (context.http as { authInfo: McpAuth }).authInfo.extra;
    return withClient(
      server,
      suspended,
      { principal: String(asked.caller.principalId), subject: params.name },
      context,
      (client) => answerGatewayTool(tool, params.arguments, { ...asked, ...client, unlisted, ...progressTo(context) }),
    );
  });
  return server;
}

/** How progress is sent to a client that gave a token for it. */
function progressTo({ mcpReq }: ServerContext): Pick<McpCall, 'progress'> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  return {
    progress: (params) =>
      void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...params } }).catch(() => {}),
  };
}
