import { callToolSchema, type Invoke } from '@assay/contracts';
import type { Invoked } from '@assay/gateway';
import type { z } from 'zod';
import { requireScope } from '../../edges/caller-guard.js';
import { callLinks, callMembers, callText, callWarnings } from '../../edges/mcp/call-result.js';
import { type CallsAtClients, showCallSchema } from '../../edges/mcp/calls-at-clients.js';
import { type CallToolResult, defineTool, type GatewayTool, type GatewayTools } from '../../edges/mcp/gateway-tool.js';

/** `call_tool` and `show_call`. */
export class CallTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(calls: CallsAtClients) {
    this.tools = [
      {
        definition: defineTool(
          'call_tool',
          'Call a tool',
          "Call a tool of the registry, or give capability instead of tool to call the best tool that has it. The input must match the tool's input schema; the answer is an envelope with the output, its validation and its provenance.",
          callToolSchema,
          { openWorldHint: true },
        ),
        schema: callToolSchema,
        run: async (input: Invoke, call) => {
          requireScope(call.caller, 'tools:call');
          return callResult(await calls.run(input, call));
        },
      },
      {
        definition: defineTool(
          'show_call',
          'Look at a call again',
          'Show the result of one of your calls by its id: a call that waited for a person, or continued after its request ended.',
          showCallSchema,
          { readOnlyHint: true, openWorldHint: false },
        ),
        schema: showCallSchema,
        run: async ({ id }: z.infer<typeof showCallSchema>, call) => callResult(await calls.show(id, call)),
      },
    ];
  }
}

const callResult = ({ envelope, failure }: Pick<Invoked, 'envelope' | 'failure'>): CallToolResult => ({
  content: [{ type: 'text', text: callText(envelope) }, ...callWarnings(envelope), ...callLinks(envelope)],
  structuredContent: { ...failure?.data, ...callMembers(envelope) },
  isError: envelope.error !== undefined,
});
