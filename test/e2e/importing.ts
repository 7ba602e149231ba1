import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ConfirmedImport, ConfirmImport, CreateImport, ImportView, McpAddress, Problem } from '@assay/contracts';
import type { Client } from './client.js';

const require = createRequire(import.meta.url);

/** The command of one of the official example servers. */
export const officialServer = (name: 'everything' | 'filesystem' | 'memory', ...args: string[]) => ({
  command: process.execPath,
  args: [require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
});

/** The command of a server whose tools are what a JSON file says. */
export const changeableUpstream = (file: string) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, '..', 'fixtures', 'changeable-upstream.mjs'), file],
});

export const propose = (client: Client, namespace: string, mcp: McpAddress, parts: Partial<CreateImport> = {}) =>
  client.post<ImportView & Problem>('/v1/imports', { namespace, source: { mcp }, ...parts });

export const confirm = (client: Client, id: string, body: ConfirmImport = {}) =>
  client.post<ConfirmedImport & Problem>(`/v1/imports/${id}/confirm`, body);

/** Imports a whole server and gives its tools' names; throws when something is refused. */
export async function importServer(
  client: Client,
  namespace: string,
  mcp: McpAddress,
  server?: string,
): Promise<string[]> {
  const proposed = await propose(client, namespace, mcp, server === undefined ? {} : { server });
  if (proposed.status !== 201) throw new Error(`Not proposed: ${JSON.stringify(proposed.body)}`);
  const confirmed = await confirm(client, proposed.body.id);
  if (confirmed.status !== 200) throw new Error(`Not confirmed: ${JSON.stringify(confirmed.body)}`);
  return confirmed.body.entries.map(({ name }) => name);
}
