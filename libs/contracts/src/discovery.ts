import { z } from 'zod';
import { annotationsSchema, protocolSchema, stageNameSchema } from './manifest.js';
import { capabilitySchema } from './names.js';
import { sessionNameSchema } from './outputs.js';
import { evidenceViewSchema } from './trust.js';

export const constraintsSchema = z.strictObject({
  maxLatencyMs: z.number().positive().optional().describe('Highest acceptable p95'),
  minTrust: z.number().min(0).max(1).optional().describe('Defaults to 0.5; an explicit 0 is 0'),
  maxCost: z.number().nonnegative().optional().describe('Highest acceptable cost of a call, in USD'),
  version: z.string().min(1).max(200).optional().describe('A semantic-version range'),
  platformVersion: z.string().min(1).max(100).optional(),
  protocol: protocolSchema.optional(),
  stage: stageNameSchema.optional().describe('Minimum stage'),
  readOnly: z.boolean().optional(),
  exclude: z
    .array(z.string().min(1).max(200))
    .max(32)
    .optional()
    .describe('Tools to exclude: full names, or words in the provider, namespace or name'),
});
export type Constraints = z.infer<typeof constraintsSchema>;

export const details = ['names', 'summary', 'schemas'] as const;
export type Detail = (typeof details)[number];

/** Beyond this a budget bounds nothing. */
export const tokenCap = 1_000_000;

/** In characters of JSON: rules are looked through with it in every search that asks for them. */
export const maxState = 8_000;

/** Maximum entries of lists and members of objects in total: rules walk its lists. */
export const maxStateValues = 250;

/**
 * `rules`: the organisation's rules alone; `learned`: what worked for similar tasks leads; `policy`: what may be called
 * before what may not; `llm`: a language model chooses from the best; `hybrid`: learned, then rules, then the gate.
 */
export const strategies = ['rules', 'learned', 'policy', 'llm', 'hybrid'] as const;
export type Strategy = (typeof strategies)[number];

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, it) => sum + 1 + valuesIn(it), 0)
    : 0;

/**
 * What policies say of a call before its arguments are known: it is allowed, waits for a person's approval, is denied, or
 * the arguments decide.
 */
export const callables = ['yes', 'approval', 'no', 'depends'] as const;
export type Callable = (typeof callables)[number];

/** A verdict on a call before it is made, shared by searches and plan checks. */
export const verdictShape = {
  callable: z
    .enum(callables)
    .describe('yes; approval: a person has to approve; no; depends: a policy looks at the arguments'),
  policies: z.array(z.string()).optional().describe('The policies that decide; absent when none was asked'),
  openUntil: z.iso
    .datetime()
    .optional()
    .describe('Not called before then because recent calls failed; absent while it responds'),
};

/** Longer tasks are cut with a warning. In characters. */
export const maxQuery = 4_000;
/** Nothing longer is taken. */
export const maxQuerySent = 100_000;

export const discoverSchema = z
  .strictObject({
    query: z
      .string()
      .max(maxQuerySent)
      .optional()
      .describe(
        'The task, in words (the first 4,000 characters). Constraints in it apply: `under 500 ms`, `>= 0.8 trust`, `max $0.01 per call`, `protocol:http`, `stage:beta`, `version:^2`, `platform:2.1`, `#data.query`, at the end also `read-only`, `free`, `not google`. parsed.fromText shows them; text in quotes is none',
      ),
    capabilities: z.array(capabilitySchema).max(16).optional(),
    constraints: constraintsSchema.optional(),
    limit: z.int().min(1).max(100).optional().describe('Defaults to 10'),
    detail: z.enum(details).optional().describe('Defaults to schemas'),
    tokenBudget: z
      .union([z.int().min(1).max(tokenCap), z.literal('session')], `must be 1 to ${tokenCap}, or "session"`)
      .optional()
      .describe(
        'Maximum tokens of the response (o200k_base); the rest is shortened or dropped. "session": what is left of the session\'s window',
      ),
    session: sessionNameSchema
      .optional()
      .describe('Counts what the response describes of tools to this session (a name that you choose)'),
    strict: z
      .boolean()
      .optional()
      .describe('Only good results: by default weaker ones fill up to the limit, after all good ones, as names only'),
    explain: z
      .boolean()
      .optional()
      .describe('Adds what learning changed: of each result, its place without it, its share and the calls behind it'),
    strategy: z.enum(strategies).optional().describe('Selection strategy; by default tools are ranked by score'),
    state: z
      .record(z.string(), z.unknown())
      .refine((state) => JSON.stringify(state).length <= maxState, `at most ${maxState} characters as JSON`)
      .refine(
        (state) => valuesIn(state) <= maxStateValues,
        `at most ${maxStateValues} values, in all its lists and objects`,
      )
      .optional()
      .describe(
        `Available to rules as the variable \`state\`: at most ${maxState} characters as JSON, and ${maxStateValues} values`,
      ),
  })
  .refine((body) => body.tokenBudget !== 'session' || body.session !== undefined, {
    message: 'needs a session: name it as session',
    path: ['tokenBudget'],
  })
  .refine((body) => (body.query ?? '').trim() !== '' || (body.capabilities ?? []).length > 0, {
    message: 'give a query, capabilities, or both',
    path: ['query'],
  });
export type Discover = z.infer<typeof discoverSchema>;

/** What learning changed about a result. */
export const resultLearningSchema = z.object({
  rankBefore: z
    .int()
    .nullable()
    .describe('Its place by score without learning, from 1; null: it would not be a result'),
  rankAfter: z.int().nullable().describe('Its place by score with learning; a strategy may order results otherwise'),
  share: z
    .number()
    .describe('The part of its relevance that learning changed, from -1 to 1; below 0 when it was lowered'),
  calls: z
    .object({
      yours: z.int(),
      others: z.int().describe('Of other callers in your organisation'),
      failed: z.int().describe('How many of all these failed'),
    })
    .describe('Stored calls of the tool for tasks that have words in common with the query'),
});
export type ResultLearning = z.infer<typeof resultLearningSchema>;

export const discoveryResultSchema = z.object({
  tool: z.string(),
  version: z.string(),
  score: z.number(),
  trustView: evidenceViewSchema,
  stage: stageNameSchema.optional().describe('Over REST; absent over MCP'),
  parts: z.object({
    trust: z.number(),
    relevance: z.number(),
    latency: z.number(),
    cost: z.number(),
  }),
  why: z.array(z.string()),
  weaker: z
    .literal(true)
    .optional()
    .describe('Below the relevance threshold, listed by name to fill up to the limit; absent for good results'),
  learning: resultLearningSchema
    .optional()
    .describe('With `explain`: what learning changed; absent where nothing was learnt of the tool'),
  ...verdictShape,
  title: z.string().optional(),
  description: z.string().optional(),
  capabilities: z.array(z.string()).optional(),
  annotations: annotationsSchema.optional(),
  inputSchema: z.record(z.string(), z.unknown()).optional(),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
});
export type DiscoveryResult = z.infer<typeof discoveryResultSchema>;

/**
 * `applied`: tools that do not meet it are left out. `redundant`: as much was asked for already. `lowers ranks`: it would
 * have left no fitting tool, so that it leaves none out.
 */
export const textOutcomes = ['applied', 'redundant', 'lowers ranks'] as const;

/** A demand that was read in the query's text. */
export const fromTextSchema = z.object({
  words: z.string(),
  constraint: constraintsSchema.optional(),
  capability: z.string().optional(),
  outcome: z.enum(textOutcomes),
  note: z.string().describe('What that means'),
});
export type FromText = z.infer<typeof fromTextSchema>;

export const discoveryAnswerSchema = z.object({
  discoveryId: z.uuid(),
  parsed: z.object({
    query: z.string().nullable().describe('The query words without the constraints'),
    capabilities: z.array(z.string()),
    constraints: constraintsSchema
      .extend({ version: z.string().optional() })
      .describe('The constraints given and those read from the text'),
    terms: z.array(z.string()),
    fromText: z.array(fromTextSchema).describe('Constraints read from the text and how each was applied'),
    language: z.string().optional().describe('ISO 639-1 code of the language of the query, when it is not English'),
  }),
  match: z
    .object({
      confidence: z.number().describe('Confidence that one of the results does the task, in [0, 1]'),
      good: z.boolean(),
      blocked: z
        .int()
        .optional()
        .describe('Matching tools that trust, stage or permission excludes, when no result matches as well'),
      note: z.string().optional().describe('What is uncertain and what to do about it'),
    })
    .optional()
    .describe('Whether the results are a good match; low-confidence results are returned anyway'),
  results: z.array(discoveryResultSchema),
  excluded: z.array(z.object({ tool: z.string(), why: z.string() })),
  totalCandidates: z.int(),
  totalFiltered: z.int(),
  tookMs: z.number(),
  warnings: z.array(z.string()).optional().describe('What was unavailable for this response; absent when nothing was'),
  tokens: z
    .object({
      budget: z.int().optional().describe('What the response was allowed to take; absent when nothing was said'),
      used: z.int().describe('Tokens of the whole response as it was sent'),
      shortened: z.int().describe('How many results have less detail than requested'),
      dropped: z.int().describe('How many results, near misses and explored tools were dropped'),
    })
    .optional()
    .describe('What this response costs'),
  explored: z
    .array(z.object({ tool: z.string(), version: z.string(), why: z.string() }))
    .optional()
    .describe('With learning on: lower-ranked tools worth trying because little is known about them'),
  learning: z
    .object({
      enabled: z
        .boolean()
        .describe('Off for organisations that switched it off, callers without a key, and tags alone'),
      strength: z.number().describe('How strongly learning counts in your searches, 0 to 1.5; 0: it does not help you'),
      maxShareOfOne: z
        .number()
        .describe('How far the calls of one other caller can move a tool, as a part of the best relevance'),
    })
    .optional()
    .describe('With `explain`'),
  selection: z
    .object({
      strategy: z.enum(strategies),
      categories: z.array(z.string()).describe('What was searched first; empty when everything was'),
      steps: z.array(z.string()).describe('Steps taken, in order'),
    })
    .optional()
    .describe('Present when a strategy was requested'),
});
export type DiscoveryAnswer = z.infer<typeof discoveryAnswerSchema>;
