import { version } from '@assay/sdk';
import { Server } from '@modelcontextprotocol/server';
import type { Gateway } from './gateway.js';

/** What a client sees of this server; the tools are the gateway's. */
const identity = { name: 'assay', title: 'Assay', version };

/**
 * An MCP server whose tools are those of a running Assay server: lists, calls, progress and cancellation are passed
 * through, errors keep their codes.
 */
export function bridgeTo(gateway: Gateway): Server {
  const server = new Server(identity, {
    capabilities: { tools: { listChanged: true } },
    instructions: gateway.instructions(),
  });
  server.setRequestHandler('tools/list', (request, { mcpReq }) =>
    gateway.listTools(request.params, { signal: mcpReq.signal }),
  );
  server.setRequestHandler('tools/call', (request, { mcpReq }) => {
    const { _meta: meta, ...params } = request.params;
    const progressToken = meta?.progressToken;
    const onprogress =
      progressToken === undefined
        ? undefined
        : (progress: { progress: number; total?: number; message?: string }) =>
            void mcpReq
              .notify({ method: 'notifications/progress', params: { ...progress, progressToken } })
              .catch(() => undefined);
    return gateway.callTool(params, { signal: mcpReq.signal, ...(onprogress ? { onprogress } : {}) });
  });
  const forget = gateway.whenToolsChange(() => void server.sendToolListChanged().catch(() => undefined));
  server.onclose = forget;
  return server;
}
