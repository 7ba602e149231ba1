import { rateToolSchema, sendFeedbackSchema } from '@assay/contracts';
import type { GiveFeedback } from '@assay/gateway';
import { fail, isoTime } from '@assay/kernel';
import type { RateTool } from '@assay/trust';
import { z } from 'zod';
import { requireScope } from '../../edges/caller-guard.js';
import { unwrap } from '../../edges/failure-exception.js';
import type { CallsAtClientsPorts } from '../../edges/mcp/calls-at-clients.js';
import { type CallToolResult, defineTool, type GatewayTool, type GatewayTools } from '../../edges/mcp/gateway-tool.js';
import type { McpCall } from '../../edges/mcp/mcp-call.js';

const { stars, comment } = rateToolSchema.shape;
const { verdict, reason } = sendFeedbackSchema.shape;
const rateSchema = z
  .strictObject({
    tool: z.string().min(1).max(400).optional(),
    stars: stars.optional(),
    comment,
    id: z.uuid().optional(),
    verdict: verdict.optional(),
    reason,
  })
  .superRefine((body, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (body.tool === undefined && body.id === undefined)
      wrong('tool', 'is missing: give a tool with stars, or the id of a call with a verdict');
    if (body.tool !== undefined && body.id !== undefined)
      wrong('id', 'cannot be combined with a tool: give one of the two');
    if ((body.tool === undefined) !== (body.stars === undefined)) wrong('stars', 'and tool go together');
    if ((body.id === undefined) !== (body.verdict === undefined)) wrong('verdict', 'and id go together');
    if (body.comment !== undefined && body.tool === undefined) wrong('comment', 'is about a tool: give it');
    if (body.reason !== undefined && body.id === undefined) wrong('reason', 'is about a call: give its id');
  });

export interface RateToolsPorts {
  readonly rating: Pick<RateTool, 'run'>;
  readonly feedback: Pick<GiveFeedback, 'run'>;
  readonly own: CallsAtClientsPorts['own'];
}

/** `rate_tool`: stars for a tool, and a word on the result of a call. */
export class RateTools implements GatewayTools {
  readonly tools: readonly GatewayTool[];

  constructor(ports: RateToolsPorts) {
    this.tools = [
      {
        definition: defineTool({
          name: 'rate_tool',
          title: 'Rate a tool or a result',
          description:
            'Rate a tool you have called (tool, stars), or accept or reject the result of one of your calls (id, verdict).',
          schema: rateSchema,
          words: { stars: '', comment: '', id: 'Of the call', verdict: '', reason: '' },
          output: { rating: { type: 'object' }, feedback: { type: 'object' } },
          annotations: { readOnlyHint: false, openWorldHint: false },
        }),
        schema: rateSchema,
        run: (input: z.infer<typeof rateSchema>, call) => rate(ports, input, call),
      },
    ];
  }
}

async function rate(
  { rating, feedback, own }: RateToolsPorts,
  { tool, stars, comment, id, verdict, reason }: z.infer<typeof rateSchema>,
  { caller }: McpCall,
): Promise<CallToolResult> {
  requireScope(caller, 'tools:call');
  const said: string[] = [];
  const shown: Record<string, unknown> = {};
  if (id !== undefined && verdict !== undefined) {
    const call = await own.find(caller, id);
    if (call === undefined) return unwrap(fail('not_found', `You have no call with the id "${id}".`));
    const given = unwrap(await feedback.run(caller, call, { verdict, ...(reason !== undefined && { reason }) }));
    shown.feedback = { id, verdict, reason: given.reason, at: isoTime(given.at) };
    said.push(`The result of ${id} is ${verdict}.`);
  }
  if (tool !== undefined && stars !== undefined) {
    const given = unwrap(await rating.run(caller, tool, { stars, ...(comment !== undefined && { comment }) }));
    shown.rating = { tool: given.tool, stars, comment: given.comment, at: isoTime(given.at) };
    said.push(`${given.tool} has ${stars} of 5 stars from you.`);
  }
  return { content: [{ type: 'text', text: said.join(' ') }], structuredContent: shown };
}
