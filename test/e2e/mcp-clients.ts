import { afterEach } from '@jest/globals';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const mcpRevisions = ['2025-11-25', '2026-07-28'] as const;
export type McpRevision = (typeof mcpRevisions)[number];

/** Connects official clients of either revision to an endpoint; they are closed after each test of the file. */
export function mcpClients() {
  const open: Client[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.close()));
  });
  return async (
    url: string,
    key: string,
    revision: McpRevision,
    { options = {}, prepare }: { options?: ClientOptions; prepare?: (client: Client) => void } = {},
  ): Promise<Client> => {
    const negotiation = revision === '2026-07-28' ? { versionNegotiation: { mode: 'auto' as const } } : {};
    const client = new Client({ name: 'assay-e2e', version: '1.0.0' }, { ...options, ...negotiation });
    prepare?.(client);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    open.push(client);
    return client;
  };
}
