import { z } from 'zod';

/** What a quarantine is for; each kind has its own way out. */
export const quarantineKinds = ['drift', 'abuse'] as const;
export type QuarantineKind = (typeof quarantineKinds)[number];

/** One place where two definitions differ; a member that one of them lacks is absent here. */
export const definitionChangeSchema = z.object({
  path: z.string().describe('JSON pointer into the definition'),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type DefinitionChange = z.infer<typeof definitionChangeSchema>;

export const quarantineSchema = z.object({
  id: z.uuid(),
  tool: z.string(),
  version: z.string(),
  kind: z.enum(quarantineKinds),
  state: z.enum(['open', 'released']),
  since: z.iso.datetime(),
  finding: z.string(),
  server: z.string().nullable(),
  upstreamTool: z.string().nullable(),
  pinnedDigest: z.string().nullable(),
  observedDigest: z.string().nullable().describe('Null when the upstream lists the tool no more'),
  diff: z.array(definitionChangeSchema).describe('Pinned definition against the one listed now'),
  diffIsComplete: z.boolean().describe('False when the pinned definition is known only as far as the manifest has it'),
  observedAt: z.iso.datetime(),
  releasedAt: z.iso.datetime().nullable(),
  releasedBecause: z.string().nullable(),
  /** The version published in its place, when `accept` did it. */
  successor: z.string().nullable(),
});
export type QuarantineView = z.infer<typeof quarantineSchema>;

export const resolveQuarantineSchema = z.strictObject({
  action: z
    .enum(['recheck', 'accept'])
    .describe('recheck looks at the upstream now; accept publishes its new definition as a new version'),
  reason: z.string().min(1).max(1_000).optional(),
});
export type ResolveQuarantine = z.infer<typeof resolveQuarantineSchema>;
