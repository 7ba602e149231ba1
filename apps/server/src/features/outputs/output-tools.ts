import { attackWarning, type ReadKept } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { z } from 'zod';
import { requireScope } from '../../edges/caller-guard.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type CallToolResult, defineTool, type GatewayTool, type GatewayTools } from '../../edges/mcp/gateway-tool.js';
import { keptView } from './output-views.js';

const readOutputSchema = z.strictObject({
  id: z.string().min(1).max(100).describe('As the pointer has it'),
  range: z.string().max(100).optional().describe('bytes=0-65535, items=0-99 or lines=0-199; the beginning when absent'),
  at: z.string().max(500).optional().describe('With items: a JSON pointer to the list'),
});
type ReadOutput = z.infer<typeof readOutputSchema>;

/** `read_output`. */
export class OutputTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(kept: Pick<ReadKept, 'read'>) {
    this.tools = [
      {
        definition: defineTool(
          'read_output',
          'Read a kept result',
          'Read a stored result, or part of one: by bytes, by items of a JSON list, or by lines of a text.',
          readOutputSchema,
          { readOnlyHint: true, openWorldHint: false },
        ),
        schema: readOutputSchema,
        run: (input: z.infer<typeof readOutputSchema>, { caller }) => readOutput(kept, input, caller),
      },
    ];
  }
}

/** The tool `read_output`: a kept result of the caller's own, by range. */
async function readOutput(
  kept: Pick<ReadKept, 'read'>,
  { id, ...part }: ReadOutput,
  caller: Caller,
): Promise<CallToolResult> {
  requireScope(caller, 'tools:call');
  const { output, slice } = unwrap(await kept.read(caller, 'pointer', id, part));
  const text = slice.encoding === 'json' ? JSON.stringify(slice.content) : String(slice.content);
  return {
    content: [{ type: 'text', text }, ...warningOf(output.findings)],
    structuredContent: { ...keptView(output), ...slice },
  };
}

/** Of a result that looked like an attack when it came, as the call that it came from said. */
const warningOf = (findings: readonly string[]): CallToolResult['content'] =>
  findings.length === 0 ? [] : [{ type: 'text', text: `Warning: ${attackWarning(findings)}` }];
