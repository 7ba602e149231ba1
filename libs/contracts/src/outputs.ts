import { z } from 'zod';
import { keptText } from './kept.js';

/** How much of a result is given: whole, projected, summarised, as facts, or as a signal. */
export const outputLevels = ['L0', 'L1', 'L2', 'L3', 'L4'] as const;
export type OutputLevel = (typeof outputLevels)[number];

/** Where a result goes. */
export const outputDestinations = ['context', 'memory', 'observation', 'discard'] as const;
export type OutputDestination = (typeof outputDestinations)[number];

/** What is worth most when a level is chosen. */
export const outputPresets = ['high-stakes', 'batch'] as const;
export type OutputPreset = (typeof outputPresets)[number];

/** How long a memory is meant to last: a step, a session, or beyond. */
export const memoryLayers = ['working', 'session', 'episodic'] as const;
export type MemoryLayer = (typeof memoryLayers)[number];

/** Most tokens a caller may allow a result: more than any model's window. */
export const mostTokens = 10_000_000;
const mostFields = 100;
const dayMs = 86_400_000;
const longestKeepDays = 365;
const leastKeepMs = 60_000;

/** A JSON pointer (RFC 6901) to a member; the whole document is not a field. */
const fieldPointer = keptText(500).regex(
  /^(?:\/(?:[^~/]|~[01])*)+$/,
  'must be a JSON pointer such as /id, /customer/name or /lines/*/sku',
);

/** The name of a session, chosen by the caller. */
export const sessionNameSchema = keptText(200).regex(
  /^[A-Za-z0-9_.:-]{1,200}$/,
  'must be 1 to 200 of letters, digits, "_", ".", ":" and "-"',
);

export const outputOptionSchema = z
  .strictObject({
    level: z
      .enum(outputLevels)
      .optional()
      .describe(
        'L0 whole, L1 projection, L2 summary by the configured model, L3 key-value facts, L4 signal; the cheapest that fits when absent',
      ),
    fields: z
      .array(fieldPointer)
      .min(1)
      .max(mostFields)
      .optional()
      .describe('JSON pointers to what is wanted of the result; * stands for every item of a list'),
    destinations: z
      .array(z.enum(outputDestinations))
      .min(1)
      .max(outputDestinations.length)
      .optional()
      .describe(
        'context: a <tool_result> block · memory: kept for you · observation: kept with the call · discard: not returned',
      ),
    tokenBudget: z.int().min(1).max(mostTokens).optional().describe('Most tokens the returned result may take'),
    preset: z.enum(outputPresets).optional().describe('high-stakes shuns loss, batch shuns tokens'),
    memory: z
      .strictObject({
        layer: z.enum(memoryLayers).optional().describe('session in a session, else episodic, when absent'),
        keepMs: z
          .int()
          .min(leastKeepMs)
          .max(longestKeepDays * dayMs)
          .optional()
          .describe("In ms; the layer's own when absent: 1 hour, 24 hours, 30 days"),
      })
      .optional()
      .describe('How the memory is kept'),
  })
  .superRefine(({ level, fields, destinations = [], memory }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (new Set(destinations).size < destinations.length) refuse('destinations', 'must name each destination once');
    if (destinations.includes('discard') && destinations.includes('context'))
      refuse('destinations', 'must not name context and discard together: a discarded result is not returned');
    if (level === 'L0' && fields !== undefined)
      refuse('fields', 'is a projection, and L0 is the whole result: leave the level out, or say L1');
    if (memory !== undefined && !destinations.includes('memory'))
      refuse('memory', 'says how a memory is kept: add memory to the destinations');
  });
export type OutputOption = z.infer<typeof outputOptionSchema>;

/** Stands for a result, or a part of one, that is kept and not in the answer. */
export const pointerSchema = z.object({
  id: z.string(),
  digest: z.string().describe('SHA-256 of the kept bytes'),
  bytes: z.int(),
  mediaType: z.string(),
  url: z.string().describe('Where it is read, by range when it is long'),
  expiresAt: z.iso.datetime(),
});
export type Pointer = z.infer<typeof pointerSchema>;

/** What became of a result on its way to the caller. */
export const routedSchema = z.object({
  destinations: z.array(z.enum(outputDestinations)),
  level: z.enum(outputLevels).nullable().describe('null: not even a signal fitted, or nothing is returned'),
  why: z.string(),
  tokens: z.int().optional().describe('Of what is returned'),
  rawTokens: z.int().optional().describe('Of the whole result; about right beyond 1 MiB'),
  considered: z
    .array(
      z.object({
        level: z.enum(outputLevels),
        tokens: z.int(),
        cost: z.number().describe('α·tokens/raw + β·loss + γ·latency/remaining'),
        fits: z.boolean(),
      }),
    )
    .optional(),
  parts: z.array(pointerSchema).optional().describe('Large binary blocks, each replaced by a resource link'),
  memory: z
    .object({
      id: z.string(),
      layer: z.enum(memoryLayers),
      expiresAt: z.iso.datetime(),
      known: z.boolean().describe('The same content was there before, and is kept once'),
    })
    .optional(),
  notes: z.array(z.string()).describe('What could not be done as asked, and what to do next'),
});
export type Routed = z.infer<typeof routedSchema>;

export const tokensSchema = z.object({
  schemas: z.int().describe("The tool's definition as a model sees it"),
  arguments: z.int(),
  result: z.int().describe('What is returned of the result'),
  validation: z.int().describe('Issues and warnings'),
});
export type Tokens = z.infer<typeof tokensSchema>;

/** A result that is kept: the whole behind a pointer, or a memory. */
export const keptResultSchema = z.object({
  id: z.string(),
  invocationId: z.string(),
  tool: z.string(),
  version: z.string(),
  source: z.string().describe('The upstream that answered'),
  confidence: z.number(),
  findings: z.array(z.string()).describe('Rules that found what looks like an attack on the model that reads it'),
  digest: z.string(),
  bytes: z.int(),
  mediaType: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  url: z.string(),
});
export type KeptResultView = z.infer<typeof keptResultSchema>;

export const memorySchema = keptResultSchema.extend({
  layer: z.enum(memoryLayers),
  session: z.string().nullable(),
});
export type MemoryView = z.infer<typeof memorySchema>;

export const rangeUnits = ['bytes', 'items', 'lines'] as const;
export type RangeUnit = (typeof rangeUnits)[number];

/** A kept result, or a range of it. */
export const sliceSchema = z.object({
  range: z.object({
    unit: z.enum(rangeUnits),
    first: z.int().describe('Counted from 0'),
    last: z.int().describe('Included; one less than first when there is nothing'),
    total: z.int(),
  }),
  encoding: z
    .enum(['json', 'text', 'base64'])
    .describe('Of content: a JSON value, text (of JSON too, when read by bytes), or bytes in base64'),
  content: z.unknown(),
  next: z.string().nullable().describe('The range that follows; null at the end'),
});
export const keptOutputSchema = keptResultSchema.extend(sliceSchema.shape);
export type KeptOutputView = z.infer<typeof keptOutputSchema>;
export const keptMemorySchema = memorySchema.extend(sliceSchema.shape);
export type KeptMemoryView = z.infer<typeof keptMemorySchema>;

export const forgottenSchema = z.object({ forgotten: z.int() });
export type Forgotten = z.infer<typeof forgottenSchema>;

const share = z.coerce.number().int().min(0).max(mostTokens).optional();

/** Of a model's window: what is taken before any tool is called. */
export const windowQuery = {
  window: share.describe("Tokens of the model's whole window; the account is given when it is named"),
  system: share.describe('Of the system prompt'),
  task: share.describe('Of the task'),
  history: share.describe('Of the conversation so far, without tool calls'),
  memory: share.describe('Of what was put in from memory'),
  reserved: share.describe('Kept for the answer; 4,096 when absent'),
};

export const sessionTokensSchema = z.object({
  session: z.string(),
  calls: z.int(),
  tokens: tokensSchema.describe('Of all its calls; a definition counts once'),
  total: z.int(),
  account: z
    .object({
      active: z.int().describe('window − system − task − history − memory − reserved; below 0 when that is overdrawn'),
      spent: z.int().describe('schemas + calls + results + validation'),
      left: z.int(),
      fits: z.boolean(),
    })
    .optional(),
});
export type SessionTokensView = z.infer<typeof sessionTokensSchema>;
