import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

/** An official client with every capability, and the requests and notifications it received. */
export interface AskedClient {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  readonly asked: string[];
  readonly heard: { readonly method: string; readonly params: Record<string, unknown> }[];
  methods(): string[];
  text(name: string, input?: Record<string, unknown>): Promise<string>;
}

/** What the client answers with. */
const answers = {
  sampled: { role: 'assistant' as const, content: { type: 'text' as const, text: 'Tea.' }, model: 'test' },
  elicited: { action: 'accept' as const, content: { username: 'ann', email: 'ann@example.com' } },
  roots: { roots: [{ uri: 'file:///work' }] },
};

const notifications = [
  'notifications/message',
  'notifications/resources/updated',
  'notifications/prompts/list_changed',
  'notifications/tools/list_changed',
] as const;

/** Connects to an address of the gateway; without a key when that is empty. */
export async function connectClient(
  url: string,
  revision: Revision,
  key: string,
  options: ClientOptions = {},
): Promise<AskedClient> {
  const client = new Client(
    { name: 'assay-e2e', version: '1.0.0' },
    {
      capabilities: { sampling: {}, elicitation: { form: {}, url: {} }, roots: { listChanged: true } },
      ...(revision === '2026-07-28' && { versionNegotiation: { mode: 'auto' as const } }),
      ...options,
    },
  );
  const asked: string[] = [];
  const heard: AskedClient['heard'] = [];
  const answering = (method: string) => asked.push(method);
  if (options.capabilities === undefined) {
    client.setRequestHandler('sampling/createMessage', () => {
      answering('sampling');
      return answers.sampled;
    });
    client.setRequestHandler('elicitation/create', () => {
      answering('elicitation');
      return answers.elicited;
    });
    client.setRequestHandler('roots/list', () => {
      answering('roots');
      return answers.roots;
    });
  }
  for (const method of notifications)
    client.setNotificationHandler(method, ({ params }) => void heard.push({ method, params: { ...params } }));
  const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  return {
    ...{ client, transport, asked, heard },
    methods: () => heard.map((it) => it.method),
    text: async (name, input = {}) => {
      const { content } = await client.callTool({ name, arguments: input });
      return (content as { type: string; text?: string }[]).map((it) => it.text ?? '').join('\n');
    },
  };
}
