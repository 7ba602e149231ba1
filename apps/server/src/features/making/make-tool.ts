import { type DescribeTool, describeToolSchema, type ToolTemplate, toolTemplateSchema } from '@assay/contracts';
import type { MadeTool, MakeDescribedTools, MakeTools } from '@assay/creation';
import type { Caller } from '@assay/identity';
import type { Clock, Failure, Result } from '@assay/kernel';
import { requireScope } from '../../edges/caller-guard.js';
import { defineTool, failed, type GatewayTool, type GatewayTools } from '../../edges/mcp/gateway-tool.js';
import { ownAnswer } from '../../edges/mcp/results/own-answer.js';
import type { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import type { MadeToolViews } from './made-tool-views.js';

export interface MakeToolPorts {
  readonly making: Pick<MakeTools, 'run'>;
  readonly described: Pick<MakeDescribedTools, 'run'>;
  readonly views: MadeToolViews;
  readonly ceiling: ResponseCeiling;
  readonly clock: Pick<Clock, 'now'>;
}

const text = { type: 'string' };

/** `make_tool` and `make_described_tool`. */
export class MakeTool implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: MakeToolPorts) {
    this.tools = [makeTool(ports), makeDescribedTool(ports)];
  }
}

const output = { tool: text, version: text, score: { type: 'number' }, id: text };

const makeTool = (ports: MakeToolPorts): GatewayTool => ({
  definition: defineTool({
    name: 'make_tool',
    title: 'Make a tool from code',
    description:
      'Make a tool when none fits: schemas, code and at least three tests. It is validated (types, static rules, tests, 100 fuzzing inputs, output schema); score 0.8 is needed. Only you can call it afterwards, with call_tool under the name in the answer. Code is a module: export default function (input, host) { … }; in Python def run(input, host). Without declared access it only computes.',
    schema: toolTemplateSchema,
    words: {
      name: 'Local name',
      code: 'A module with a default export (Python: run)',
      tests: '{name, input, output} or {name, input, throws}; at least 3; `answers` for calls of the host',
      dependencies: 'csv-parse/sync, decimal.js, js-yaml, mustache; none in Python, which has its standard library',
      access: 'Folders, variables and hosts for host.files, host.env and host.http',
      limits: '',
      tier: '',
      session: null,
    },
    output,
    annotations: { openWorldHint: false },
  }),
  group: 'making',
  schema: toolTemplateSchema,
  run: async (input: ToolTemplate, { caller }) => {
    requireScope(caller, 'tools:call');
    return answerOf(await ports.making.run(caller, input), 'make_tool', caller, ports);
  },
});

const makeDescribedTool = (ports: MakeToolPorts): GatewayTool => ({
  definition: defineTool({
    name: 'make_described_tool',
    title: 'Let a model make a tool',
    description:
      'Make a tool from a description, optionally with the evidence of a gap: the configured language model writes code and tests, which are validated like those of make_tool. It only computes.',
    schema: describeToolSchema,
    words: {
      description: 'What it has to do',
      gap: 'Id of a gap',
      name: 'Local name',
      language: 'javascript if absent',
      session: null,
    },
    output,
    annotations: { openWorldHint: false },
  }),
  group: 'making',
  schema: describeToolSchema,
  run: async (input: DescribeTool, { caller }) => {
    requireScope(caller, 'tools:call');
    return answerOf(await ports.described.run(caller, input), 'make_described_tool', caller, ports);
  },
});

async function answerOf(
  made: Result<MadeTool, Failure>,
  tool: string,
  caller: Caller,
  { views, ceiling, clock }: MakeToolPorts,
) {
  if (!made.ok) return failed(made.error);
  const { template: _template, ...view } = await views.of(made.value);
  const say = `${view.tool}@${view.version} is ready: score ${view.score}, tier ${view.tier}. ${view.report.tier.why}`;
  const content = [{ type: 'text' as const, text: say }];
  return ownAnswer({ tool, caller, now: clock.now(), content, structured: { ...view } }, ceiling);
}
