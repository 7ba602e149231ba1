import { attackWarning, type ReadKept } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { z } from 'zod';
import { requireScope } from '../../edges/caller-guard.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type CallToolResult, defineTool, type GatewayTool, type GatewayTools } from '../../edges/mcp/gateway-tool.js';
import type { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';

const readOutputSchema = z.strictObject({
  id: z.string().min(1).max(100).describe('As the pointer has it'),
  range: z.string().max(100).optional().describe('bytes=0-65535, items=0-99 or lines=0-199; the beginning when absent'),
  at: z.string().max(500).optional().describe('With items: a JSON pointer to the list'),
});
type ReadOutput = z.infer<typeof readOutputSchema>;

export interface OutputToolsPorts {
  readonly kept: Pick<ReadKept, 'read'>;
  readonly ceiling: ResponseCeiling;
}

/** `read_output`. */
export class OutputTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: OutputToolsPorts) {
    this.tools = [
      {
        definition: defineTool({
          name: 'read_output',
          title: 'Read a kept result',
          description:
            'Read a stored result, or part of one: by bytes, by items of a JSON list, or by lines of a text.',
          schema: readOutputSchema,
          words: { id: 'Of the pointer' },
          output: {
            id: { type: 'string' },
            range: { type: 'object' },
            content: {},
            next: { type: ['string', 'null'] },
          },
          annotations: { readOnlyHint: true, openWorldHint: false },
        }),
        schema: readOutputSchema,
        run: (input: ReadOutput, { caller }) => readOutput(ports, input, caller),
      },
    ];
  }
}

/** The tool `read_output`: a kept result of the caller's own, by range; as much of it as a response has room for. */
async function readOutput(
  { kept, ceiling }: OutputToolsPorts,
  asked: ReadOutput,
  caller: Caller,
): Promise<CallToolResult> {
  requireScope(caller, 'tools:call');
  const limit = ceiling.of(caller) - reserved;
  let { output, slice, text } = await readPart(kept, asked, caller);
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const tokens = slice.encoding === 'base64' ? undefined : await ceiling.beyond(text, limit);
    const { unit, first, last } = slice.range;
    if (tokens === undefined || last <= first) break;
    const fewer = Math.max(1, Math.floor((((last - first + 1) * limit) / tokens) * 0.9));
    ({ output, slice, text } = await readPart(
      kept,
      { ...asked, range: `${unit}=${first}-${first + fewer - 1}` },
      caller,
    ));
  }
  const { id, mediaType, bytes, tool, version, expiresAt, findings } = output;
  const { range, encoding, content, next } = slice;
  const isPicture = encoding === 'base64' && next === null && range.first === 0 && mediaType.startsWith('image/');
  return {
    content: [
      isPicture ? { type: 'image', data: text, mimeType: mediaType } : { type: 'text', text },
      ...(next === null
        ? []
        : [{ type: 'text' as const, text: `It goes on: read_output ${JSON.stringify({ ...asked, range: next })}` }]),
      ...warningOf(findings),
    ],
    structuredContent: {
      ...{ id, tool, version, mediaType, bytes, expiresAt: new Date(expiresAt).toISOString(), range, encoding },
      ...(!isPicture && { content }),
      next,
    },
  };
}

/** Kept free for what a response says beside the part, in tokens. */
const reserved = 100;
/** Parts that are tried until one fits. */
const maxTurns = 6;

async function readPart(kept: OutputToolsPorts['kept'], { id, ...part }: ReadOutput, caller: Caller) {
  const { output, slice } = unwrap(await kept.read(caller, 'pointer', id, part));
  const text = slice.encoding === 'json' ? JSON.stringify(slice.content) : String(slice.content);
  return { output, slice, text };
}

/** Of a result that looked like an attack when it came, as the call that it came from said. */
const warningOf = (findings: readonly string[]): CallToolResult['content'] =>
  findings.length === 0 ? [] : [{ type: 'text', text: `Warning: ${attackWarning(findings)}` }];
