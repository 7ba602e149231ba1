import { z } from 'zod';
import { toolTemplateSchema } from './made-tools.js';
import { manifestSchema } from './manifest.js';

export const gapKinds = ['request', 'sequence', 'chain'] as const;

/** A template whose code and tests are still to be written. */
export const gapTemplateSchema = toolTemplateSchema
  .pick({ name: true, description: true, language: true, inputSchema: true, outputSchema: true, code: true })
  .extend({ tests: z.array(z.unknown()).max(0).describe('Empty: at least three are needed to make the tool') });
export type GapTemplate = z.infer<typeof gapTemplateSchema>;

/** Something that callers need and no single tool does. */
export const gapSchema = z.object({
  id: z.string().describe('The same for the same gap from one day to the next'),
  kind: z
    .enum(gapKinds)
    .describe(
      'request: a search without an answer; sequence: the same calls in the same order at least 3 times; chain: more than 5 calls, each using a value of the one before',
    ),
  what: z.string().describe('The request, without personal data and secrets, or the tools in their order'),
  times: z.int().describe('How often, in the last 30 days'),
  callers: z.int().describe('By how many different callers'),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  tools: z.array(z.string()).describe('Of a sequence or chain: ns/tool, in the order of the calls'),
  nearest: z.array(z.string()).describe('The tools that come nearest, best first'),
  proposal: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('composition'),
        manifest: manifestSchema.describe('Can be published as it is, or under another name'),
      }),
      z.object({ kind: z.literal('template'), template: gapTemplateSchema }),
    ])
    .nullable()
    .describe('Null when the tools of a sequence do not fit together'),
});
export type Gap = z.infer<typeof gapSchema>;
