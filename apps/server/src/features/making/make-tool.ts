import { type ToolTemplate, toolTemplateSchema } from '@assay/contracts';
import type { MakeTools } from '@assay/creation';
import type { Clock } from '@assay/kernel';
import { requireScope } from '../../edges/caller-guard.js';
import { defineTool, failed, type GatewayTool, type GatewayTools } from '../../edges/mcp/gateway-tool.js';
import { ownAnswer } from '../../edges/mcp/results/own-answer.js';
import type { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import type { MadeToolViews } from './made-tool-views.js';

export interface MakeToolPorts {
  readonly making: Pick<MakeTools, 'run'>;
  readonly views: MadeToolViews;
  readonly ceiling: ResponseCeiling;
  readonly clock: Pick<Clock, 'now'>;
}

const text = { type: 'string' };

/** `make_tool`. */
export class MakeTool implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor({ making, views, ceiling, clock }: MakeToolPorts) {
    this.tools = [
      {
        definition: defineTool({
          name: 'make_tool',
          title: 'Make a tool from code',
          description:
            'Make a tool when none fits: schemas, code and at least three tests. It is validated (static rules, tests, 100 fuzzing inputs, output schema); score 0.8 is needed. Only you can call it afterwards, with call_tool under the name in the answer. Code is a module: export default function (input) { … }; it only computes.',
          schema: toolTemplateSchema,
          words: {
            name: 'Local name',
            code: 'A module with a default export',
            tests: '{name, input, output} or {name, input, throws}; at least 3',
            dependencies: '',
            limits: '',
            tier: '',
            session: null,
          },
          output: { tool: text, version: text, score: { type: 'number' }, id: text },
          annotations: { openWorldHint: false },
        }),
        group: 'making',
        schema: toolTemplateSchema,
        run: async (input: ToolTemplate, { caller }) => {
          requireScope(caller, 'tools:call');
          const made = await making.run(caller, input);
          if (!made.ok) return failed(made.error);
          const { template: _template, ...view } = await views.of(made.value);
          const say = `${view.tool}@${view.version} is ready: score ${view.score}, tier ${view.tier}.`;
          const content = [{ type: 'text' as const, text: say }];
          return ownAnswer({ tool: 'make_tool', caller, now: clock.now(), content, structured: { ...view } }, ceiling);
        },
      },
    ];
  }
}
