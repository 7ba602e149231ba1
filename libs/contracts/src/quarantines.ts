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
  observedDigest: z.string().nullable().describe('Null when the upstream no longer lists the tool'),
  diff: z.array(definitionChangeSchema).describe('Difference between the pinned and the current definition'),
  diffIsComplete: z.boolean().describe('False when the pinned definition is only partly known, from the manifest'),
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
    .describe('recheck: check the upstream now; accept: publish its new definition as a new version'),
  reason: z.string().min(1).max(1_000).optional(),
});
export type ResolveQuarantine = z.infer<typeof resolveQuarantineSchema>;
