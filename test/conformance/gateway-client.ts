import type { AuthorizationView, ConnectionView, CreateConnection, McpAddress } from '@assay/contracts';
import type { House } from '../e2e/house.js';
import { importServer } from '../e2e/importing.js';
import { type AskedClient, connectClient } from '../e2e/mcp-servers.js';
import type { WantedClient } from './scenario-control.js';

let lastServer = 0;

/**
 * Is the client that a scenario wants, with the gateway's own upstream client: registers the scenario's server, connects
 * to it through the gateway, lists its tools and calls each. The first credential of the context is used where there is one.
 */
export async function beGatewayClient(house: House, { scenario, url, context }: WantedClient): Promise<void> {
  lastServer += 1;
  const server = `demo/s${lastServer}`;
  const mcp: McpAddress = { url };
  if (scenario.startsWith('auth/')) await useWithToken(house, server, mcp, context);
  else if (scenario === 'initialize') {
    await registered(house, server, mcp);
    await using(house, server, async ({ client }) => void (await client.listTools()));
  } else {
    await importServer(house.admin, 'demo', mcp, server.slice('demo/'.length));
    await using(house, server, callEverything);
  }
}

async function registered(house: House, name: string, mcp: McpAddress): Promise<void> {
  const { status, body } = await house.admin.post('/v1/servers', { name, mcp });
  if (status !== 201) throw new Error(JSON.stringify(body));
}

/** What the scenarios' tools take. */
const input = { a: 5, b: 3 };

async function callEverything({ client }: AskedClient): Promise<void> {
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools)
    await client.callTool({ name, arguments: Object.keys(inputSchema.properties ?? {}).length > 0 ? input : {} });
}

async function using<T>(house: House, server: string, use: (client: AskedClient) => Promise<T>): Promise<T> {
  const defaults = { capabilities: { elicitation: { form: { applyDefaults: true } } } };
  const asked = await connectClient(`${house.url}/mcp/servers/${server}`, '2025-11-25', house.adminKey, defaults);
  asked.client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} }));
  try {
    return await use(asked);
  } finally {
    // The gateway may have ended it already, with its upstream's.
    await asked.transport.terminateSession().catch(() => {});
    await asked.client.close();
  }
}

async function useWithToken(house: House, server: string, mcp: McpAddress, context: WantedClient['context']) {
  await registered(house, server, mcp);
  const credential = credentialOf(context);
  const made = await house.admin.post<ConnectionView>('/v1/connections', { server, credential });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  if (credential.grant === 'authorization_code') await agree(house, made.body.id);
  const tool = { ...protectedTool(server), auth: { upstream: 'caller', scheme: { type: 'oauth2' } } };
  const published = await house.admin.post('/v1/tools', tool);
  if (published.status !== 201) throw new Error(JSON.stringify(published.body));
  const wanted = await using(house, server, callWanting);
  if (wanted === undefined) return;
  await agree(house, made.body.id, wanted);
  await using(house, server, callWanting);
}

/** Calls the tool; answers which scopes its upstream wants beyond what was agreed to, if it wants any. */
async function callWanting({ client }: AskedClient): Promise<string[] | undefined> {
  const { content } = await client.callTool({ name: 'test-tool', arguments: {} });
  const text = (content as { text?: string }[]).map((it) => it.text ?? '').join();
  return /--scope "([^"]+)"/.exec(text)?.[1]?.split(' ');
}

type OAuth = Extract<CreateConnection['credential'], { kind: 'oauth2' }>;

function credentialOf({ client_id: clientId, client_secret: clientSecret, name }: WantedClient['context']): OAuth {
  const client = {
    ...(typeof clientId === 'string' && { clientId }),
    ...(typeof clientSecret === 'string' && { clientSecret }),
  };
  const isMachine = typeof name === 'string' && name.startsWith('auth/client-credentials');
  return { kind: 'oauth2', grant: isMachine ? 'client_credentials' : 'authorization_code', ...client };
}

/** As a person would: follows the address, says yes there, and comes back. */
async function agree(house: House, id: string, scopes?: string[]): Promise<void> {
  const asked = await house.admin.post<AuthorizationView>(`/v1/connections/${id}/authorize`, { scopes });
  if (asked.status !== 200 && asked.status !== 201) throw new Error(JSON.stringify(asked.body));
  const answer = await fetch(asked.body.url, { redirect: 'manual' });
  const back = answer.headers.get('location');
  if (back === null) throw new Error(`The issuer answered ${answer.status} to ${asked.body.url}`);
  const page = await (await fetch(back)).text();
  const code = /class="code">([A-Z0-9-]+)</.exec(page)?.[1];
  if (code === undefined) throw new Error(page);
  const confirmed = await house.admin.post<ConnectionView>(`/v1/connections/${id}/confirm`, { code });
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
}

const protectedTool = (server: string) => ({
  name: `${server}.test-tool`,
  version: '1.0.0',
  description: 'The tool of the protected scenarios',
  inputSchema: { type: 'object', properties: {} },
  protocol: 'mcp',
  endpoint: { server, tool: 'test-tool' },
  annotations: { readOnlyHint: true },
});
