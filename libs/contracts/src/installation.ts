import { z } from 'zod';

/** How the replica that answers runs. */
export const installationSchema = z.object({
  version: z.string(),
  replica: z.object({
    id: z.string().nullable().describe('ASSAY_REPLICA_ID; null when the server named itself'),
    startedAt: z.iso.datetime(),
    node: z.string().describe('Version of Node'),
  }),
  jobs: z
    .array(z.object({ name: z.string(), runs: z.int(), failures: z.int() }))
    .describe('Recurring jobs and queued work that this replica ran since it started'),
  settings: z.array(
    z.object({
      name: z.string().describe('The environment variable'),
      value: z.string().nullable().describe('`set` for a secret; an address without credentials; null for nothing'),
      source: z.enum(['environment', 'default']),
    }),
  ),
});
export type InstallationView = z.infer<typeof installationSchema>;
