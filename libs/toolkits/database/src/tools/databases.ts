import { z } from 'zod';
import { databaseKinds } from '../databases/settings.js';
import { databaseTool } from './database-tool.js';

const output = z.object({
  databases: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(databaseKinds),
      writes: z.boolean().describe('insert, update and delete work on it'),
      plans: z.boolean().describe('plan_migration works on it'),
    }),
  ),
});

export const listDatabases = databaseTool({
  name: 'databases',
  title: 'List databases',
  description: 'List the databases that an administrator registered, with their kinds and whether rows may be changed.',
  input: z.strictObject({}),
  output,
  async run(_, { databases }) {
    const all = databases.all.map(({ name, kind, writerUrl, scratchUrl }) => ({
      name,
      kind,
      writes: writerUrl !== null,
      plans: kind === 'sqlite' || scratchUrl !== null,
    }));
    const text = all.map((it) => `${it.name}: ${it.kind}${it.writes ? ', may be changed' : ', read only'}`).join('\n');
    return { structured: { databases: all }, text };
  },
});
