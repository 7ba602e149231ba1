import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabaseServer, type DatabaseSettings, Databases, KeptRows } from '@assay/kit-database/testing';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

export interface KitClient {
  /** The structured content of the answer; a refusal is thrown with its text. */
  call(tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** The tools of the database kit over MCP, for the databases given. */
export async function startKitClient(settings: readonly DatabaseSettings[]): Promise<KitClient> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-kept-'));
  const databases = new Databases(settings);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const kept = new KeptRows(folder, () => Date.now());
  serveStdio(() => createDatabaseServer({ databases, kept }), { transport: theirs });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(ours);
  return {
    async call(name, input) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
      if (isError === true) throw new Error(JSON.stringify(content));
      return structuredContent as Record<string, unknown>;
    },
    async stop() {
      await client.close();
      await databases.close();
      await rm(folder, { recursive: true });
    },
  };
}
