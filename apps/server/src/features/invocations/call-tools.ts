import { type CallTool, callToolSchema } from '@assay/contracts';
import type { z } from 'zod';
import { requireScope } from '../../edges/caller-guard.js';
import { type CallsAtClients, showCallSchema } from '../../edges/mcp/calls-at-clients.js';
import { defineTool, type GatewayTool, type GatewayTools } from '../../edges/mcp/gateway-tool.js';
import { callAnswer } from '../../edges/mcp/results/call-answer.js';
import type { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';

export interface CallToolsPorts {
  readonly calls: CallsAtClients;
  readonly ceiling: ResponseCeiling;
}

const text = { type: 'string' };
/** The short form of a call. */
const callOutput = {
  status: text,
  output: {},
  tool: text,
  version: { type: ['string', 'null'] },
  warnings: { type: 'array', items: text },
  id: text,
  pointer: { type: 'object' },
  approval: { type: 'object' },
};

/** `call_tool` and `show_call`. */
export class CallTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: CallToolsPorts) {
    this.tools = [callTool(ports), showCall(ports)];
  }
}

const callTool = ({ calls, ceiling }: CallToolsPorts): GatewayTool => ({
  definition: defineTool({
    name: 'call_tool',
    title: 'Call a tool',
    description:
      "Call a tool of the registry by name, or by capability (the best one that has it). Returns the tool's own result; a result beyond 20,000 tokens is its beginning and a pointer.",
    schema: callToolSchema,
    words: {
      tool: 'namespace/tool or namespace/tool@range',
      capability: 'Instead of tool',
      constraints: 'With capability: {maxLatencyMs, minTrust, maxCost, readOnly, …}',
      arguments: "As the tool's input schema says",
      input: null,
      deadlineMs: 'Default 30000',
      idempotencyKey: 'Repeats are made once',
      repair: 'Of arguments that do not fit; broaden: also retry an empty result',
      corroborate: 'Compare with this many other tools',
      output:
        '{level?: L0 whole|L1 projection|L2 summary|L3 facts|L4 signal, fields?: [JSON pointers], tokenBudget?, destinations?: [context|memory|observation|discard], preset?: high-stakes|batch}',
      session: 'Name of your session, for its budgets',
      fallback: '',
      hedge: null,
      discoveryId: 'Of the search that led here',
      task: 'What it is for',
      cache: '',
      detail: 'full: with trace, provenance, receipt',
    },
    output: callOutput,
    always: ['status'],
    annotations: { openWorldHint: true },
  }),
  schema: callToolSchema,
  run: async ({ detail = 'short', ...request }: CallTool, call) => {
    requireScope(call.caller, 'tools:call');
    const { output, session } = request;
    const ended = await calls.run(request, call);
    const limit = ceiling.of(call.caller, output?.tokenBudget);
    return callAnswer(ended, { caller: call.caller, ceiling: limit, detail, output, session }, ceiling);
  },
});

const showCall = ({ calls, ceiling }: CallToolsPorts): GatewayTool => ({
  definition: defineTool({
    name: 'show_call',
    title: 'Look at a call again',
    description:
      'Show one of your calls by its id, with trace, provenance and receipt: one that waited, or went on after its request.',
    schema: showCallSchema,
    words: { id: '' },
    output: { status: text, output: {}, id: text },
    always: ['status'],
    annotations: { readOnlyHint: true, openWorldHint: false },
  }),
  schema: showCallSchema,
  run: async ({ id }: z.infer<typeof showCallSchema>, call) => {
    const ended = await calls.show(id, call);
    return callAnswer(ended, { caller: call.caller, ceiling: ceiling.of(call.caller), detail: 'full' }, ceiling);
  },
});
