import { version } from '@assay/sdk';
import { type ClientCapabilities, Server } from '@modelcontextprotocol/server';
import type { Gateway } from './gateway.js';

/** What a client sees of this server; the tools are the gateway's. */
const identity = { name: 'assay', title: 'Assay', version };

/** What the client can be asked. */
const askable = ({ sampling, elicitation }: ClientCapabilities = {}): ClientCapabilities => ({
  ...(sampling && { sampling }),
  ...(elicitation && { elicitation }),
});

/**
 * An MCP server whose tools are those of a running Assay server: lists, calls, questions to the client, progress and
 * cancellation are passed through, errors keep their codes. A question is a call's result here, as in 2026-07-28; for
 * clients of sessions the protocol library makes a request of it.
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
    const { inputResponses } = mcpReq;
    const requestState = mcpReq.requestState();
    const answers = {
      ...(inputResponses !== undefined && { inputResponses }),
      ...(typeof requestState === 'string' && { requestState }),
    };
    const options = { signal: mcpReq.signal, ...(onprogress ? { onprogress } : {}) };
    return gateway.callTool({ ...params, ...answers }, options, askable(server.getClientCapabilities()));
  });
  const forget = gateway.whenToolsChange(() => void server.sendToolListChanged().catch(() => undefined));
  server.onclose = forget;
  return server;
}
