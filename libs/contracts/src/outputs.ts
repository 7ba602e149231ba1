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
export const tokenCap = 10_000_000;
const maxFields = 100;
const dayMs = 86_400_000;
const maxKeepDays = 365;
const minKeepMs = 60_000;

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
      .max(maxFields)
      .optional()
      .describe('JSON pointers to the wanted parts of the result; * matches every item of a list'),
    destinations: z
      .array(z.enum(outputDestinations))
      .min(1)
      .max(outputDestinations.length)
      .optional()
      .describe(
        'context: a <tool_result> block · memory: kept for you · observation: kept with the call · discard: not returned',
      ),
    tokenBudget: z.int().min(1).max(tokenCap).optional().describe('Maximum tokens of the returned result'),
    preset: z.enum(outputPresets).optional().describe('high-stakes avoids loss, batch avoids tokens'),
    memory: z
      .strictObject({
        layer: z.enum(memoryLayers).optional().describe('session in a session, else episodic, when absent'),
        keepMs: z
          .int()
          .min(minKeepMs)
          .max(maxKeepDays * dayMs)
          .optional()
          .describe("In ms; the layer's own when absent: 1 hour, 24 hours, 30 days"),
      })
      .optional()
      .describe('How the memory is stored'),
  })
  .superRefine(({ level, fields, destinations = [], memory }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (new Set(destinations).size < destinations.length) refuse('destinations', 'must name each destination once');
    if (destinations.includes('discard') && destinations.includes('context'))
      refuse('destinations', 'must not name context and discard together: a discarded result is not returned');
    if (level === 'L0' && fields !== undefined)
      refuse('fields', 'requires a projection, but L0 is the whole result: remove the level, or use L1');
    if (memory !== undefined && !destinations.includes('memory'))
      refuse('memory', 'applies only to memory: add memory to the destinations');
  });
export type OutputOption = z.infer<typeof outputOptionSchema>;

/** Represents a result, or a part of one, that is stored instead of being in the answer. */
export const pointerSchema = z.object({
  id: z.string(),
  digest: z.string().describe('SHA-256 of the stored bytes'),
  bytes: z.int(),
  mediaType: z.string(),
  url: z.string().describe('Where to read it, by range when long'),
  expiresAt: z.iso.datetime(),
});
export type Pointer = z.infer<typeof pointerSchema>;

/** How a result was routed to the caller. */
export const routedSchema = z.object({
  destinations: z.array(z.enum(outputDestinations)),
  level: z.enum(outputLevels).nullable().describe('null: not even a signal fits, or nothing is returned'),
  why: z.string(),
  tokens: z.int().optional().describe('Tokens of what is returned'),
  rawTokens: z.int().optional().describe('Tokens of the whole result; approximate beyond 1 MiB'),
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
      known: z.boolean().describe('The same content already exists and is stored once'),
    })
    .optional(),
  notes: z.array(z.string()).describe('What could not be done as requested, and what to do next'),
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
  findings: z.array(z.string()).describe('Rules that matched possible prompt injection'),
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
    last: z.int().describe('Inclusive; one less than first when empty'),
    total: z.int(),
  }),
  encoding: z
    .enum(['json', 'text', 'base64'])
    .describe('Type of content: a JSON value, text (also for JSON read by bytes), or bytes in base64'),
  content: z.unknown(),
  next: z.string().nullable().describe('The next range; null at the end'),
});
export const keptOutputSchema = keptResultSchema.extend(sliceSchema.shape);
export type KeptOutputView = z.infer<typeof keptOutputSchema>;
export const keptMemorySchema = memorySchema.extend(sliceSchema.shape);
export type KeptMemoryView = z.infer<typeof keptMemorySchema>;

export const forgottenSchema = z.object({ forgotten: z.int() });
export type Forgotten = z.infer<typeof forgottenSchema>;

const share = z.coerce.number().int().min(0).max(tokenCap).optional();

/** Of a model's window: what is taken before any tool is called. */
export const windowQuery = {
  window: share.describe("Size of the model's context window in tokens; gives an account when present"),
  system: share.describe('Tokens of the system prompt'),
  task: share.describe('Tokens of the task'),
  history: share.describe('Tokens of the conversation so far, without tool calls'),
  memory: share.describe('Tokens of memories added to the context'),
  reserved: share.describe('Reserved for the answer; 4,096 when absent'),
};

const sharesOf = (size: z.ZodInt) =>
  ({
    system: size.optional().describe('Tokens of the system prompt'),
    task: size.optional().describe('Tokens of the task'),
    history: size.optional().describe('Tokens of the conversation so far, without tool calls'),
    memory: size.optional().describe('Tokens of memories added to the context'),
    reserved: size.optional().describe('Reserved for the answer; 4,096 when absent'),
  }) as const;

/** What a session is measured against: a model's window, and what is taken of it before any tool is called. */
export const sessionWindowSchema = z.strictObject({
  window: z.int().min(1).max(tokenCap).describe("Size of the model's context window in tokens"),
  ...sharesOf(z.int().min(0).max(tokenCap)),
});
export type SessionWindow = z.infer<typeof sessionWindowSchema>;

export const compactSessionSchema = z.strictObject({
  keepLast: z.int().min(0).max(1_000).optional().describe('The newest results, which stay whole; 1 when absent'),
  tokenBudget: z
    .int()
    .min(0)
    .max(tokenCap)
    .optional()
    .describe(
      'What all results of the session may take afterwards; the oldest are shortened first. Absent: all but the kept ones',
    ),
});
export type CompactSession = z.infer<typeof compactSessionSchema>;

/** A result that its client may replace in its history. */
export const compactedResultSchema = z.object({
  invocationId: z.string(),
  tool: z.string(),
  version: z.string(),
  at: z.iso.datetime(),
  pointer: pointerSchema,
  level: z.enum(outputLevels),
  short: z.unknown().describe('What replaces the result; the whole stays behind the pointer'),
  tokens: z.object({ whole: z.int(), short: z.int().describe('With the pointer'), saved: z.int() }),
});

export const compactedSessionSchema = z.object({
  session: z.string(),
  results: z.array(compactedResultSchema).describe('Results to replace, oldest first'),
  saved: z.int().describe('Tokens saved by replacing all of them'),
  left: z.int().describe('What the results of the session take afterwards'),
  isWithinBudget: z.boolean(),
  summary: z
    .string()
    .nullable()
    .describe('Of the calls that were shortened, by the configured model; null without one'),
  notes: z.array(z.string()).describe('What could not be done, and what to do next'),
  tokens: z.int().describe('Tokens of this response'),
});
export type CompactedSession = z.infer<typeof compactedSessionSchema>;

export const sessionTokensSchema = z.object({
  session: z.string(),
  calls: z.int(),
  released: z.int().optional().describe('Tokens that compacting has taken out of the context since'),
  window: sessionWindowSchema.optional().describe('What was set for this session'),
  tokens: tokensSchema.describe('Tokens of all its calls; a definition counts once'),
  total: z.int(),
  account: z
    .object({
      active: z.int().describe('window − system − task − history − memory − reserved; negative when exceeded'),
      spent: z.int().describe('schemas + calls + results + validation'),
      left: z.int(),
      fits: z.boolean(),
    })
    .optional(),
});
export type SessionTokensView = z.infer<typeof sessionTokensSchema>;
