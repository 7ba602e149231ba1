import { z } from 'zod';
import { differenceSchema } from './manifest.js';

/** What changed between two versions of a tool, for the users of the first. */
export const versionComparisonSchema = z.object({
  tool: z.string(),
  from: z.string(),
  to: z.string(),
  change: z.enum(['none', 'additive', 'breaking', 'unknown']),
  requiredBump: z.enum(['patch', 'minor', 'major']),
  strict: z.enum(['holds', 'fails', 'unknown']).describe('The same question over all possible inputs and outputs'),
  differences: z.array(differenceSchema),
});
export type VersionComparison = z.infer<typeof versionComparisonSchema>;

/** A composed tool that calls another one. */
export const dependentSchema = z.object({
  tool: z.string(),
  version: z.string(),
  title: z.string().nullable(),
  references: z.array(z.string()).describe('How its definition names the tool, with ranges'),
});
export type DependentView = z.infer<typeof dependentSchema>;

const ms = z.number().nonnegative().nullable();

/** How long calls of a version take for the caller's organisation. */
export const toolLatencySchema = z.object({
  tool: z.string(),
  version: z.string(),
  isMeasured: z.boolean().describe("True: from your organisation's own calls. False: as the publisher declares it"),
  p50Ms: ms,
  p95Ms: ms,
  p99Ms: ms,
  declared: z.object({ p50Ms: ms, p95Ms: ms, p99Ms: ms }).describe('What the publisher declares'),
});
export type ToolLatency = z.infer<typeof toolLatencySchema>;
