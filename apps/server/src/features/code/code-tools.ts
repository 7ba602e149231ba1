import { type CodeBody, type CodeTypesBody, codeBodySchema, codeTypesBodySchema } from '@assay/contracts';
import { requireScope } from '../../edges/caller-guard.js';
import { defineTool, failed, type GatewayTool, type GatewayTools, resultOf } from '../../edges/mcp/gateway-tool.js';
import { ownAnswer } from '../../edges/mcp/results/own-answer.js';
import { executeRun, type PlanToolsPorts } from '../runs/plan-tools.js';
import type { LookUpForCode } from './code-lookup.js';

export interface CodeToolsPorts extends PlanToolsPorts {
  readonly lookup: Pick<LookUpForCode, 'types'>;
}

const text = { type: 'string' };

/** `run_code` and `code_types`. */
export class CodeTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: CodeToolsPorts) {
    this.tools = [runCode(ports), codeTypes(ports)];
  }
}

const runCode = (ports: CodeToolsPorts): GatewayTool => ({
  definition: defineTool({
    name: 'run_code',
    title: 'Run code that calls tools',
    description:
      'Run the body of an async function in a sandbox. await tools["ns/tool@range"]({…}) calls a tool, await tools.search("…") finds some; await calls together with Promise.all to run them in parallel. Only the returned value and the console come back, so intermediate results cost no tokens. No network, files, timers or imports.',
    schema: codeBodySchema,
    words: {
      code: 'JavaScript unless language says otherwise; `input` and `tools` are in scope; return the value',
      language: '',
      input: '',
      deadlineMs: '',
      onFailure: 'undo compensates what calls did',
      idempotencyKey: '',
      session: '',
      task: null,
    },
    output: { status: text, output: {}, id: text },
    always: ['status'],
    annotations: { openWorldHint: true },
  }),
  group: 'code',
  schema: codeBodySchema,
  run: async (input: CodeBody, call) => resultOf(await executeRun(ports, input, call)),
});

const codeTypes = ({ lookup, ceiling, clock }: CodeToolsPorts): GatewayTool => ({
  definition: defineTool({
    name: 'code_types',
    title: 'TypeScript declarations of tools',
    description: 'Declarations of tools for run_code, by name or by what a query finds, within a token budget.',
    schema: codeTypesBodySchema,
    words: { tools: 'ns/tool, optionally @range', query: '', tokenBudget: '' },
    output: { text, omitted: { type: 'array' } },
    annotations: { readOnlyHint: true, openWorldHint: false },
  }),
  group: 'code',
  schema: codeTypesBodySchema,
  run: async (input: CodeTypesBody, { caller }) => {
    requireScope(caller, 'registry:read');
    const types = await lookup.types(caller, input);
    if (!types.ok) return failed(types.error);
    const { value } = types;
    const content = [{ type: 'text' as const, text: value.text }];
    return ownAnswer({ tool: 'code_types', caller, now: clock.now(), content, structured: { ...value } }, ceiling);
  },
});
