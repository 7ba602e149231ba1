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

/** A process of the server on this database. */
export const replicaSchema = z.object({
  id: z.uuid().describe('Of this process and start'),
  name: z.string().nullable().describe('ASSAY_REPLICA_ID; null when the server named itself'),
  state: z
    .enum(['up', 'silent', 'stopped'])
    .describe('silent: not seen for 30 s, so it was killed, hangs or does not reach the database'),
  version: z.string(),
  node: z.string().describe('Version of Node'),
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime().describe('When it announced itself last, which it does every 10 s'),
  stoppedAt: z.iso.datetime().nullable(),
  current: z.boolean().describe('Whether it is the one that answers'),
});
export type ReplicaView = z.infer<typeof replicaSchema>;
