import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Documents } from './documents/documents.js';
import { createCommunicationServer } from './server.js';
import { readSettings } from './settings/settings.js';

export interface Called {
  readonly isError: boolean;
  readonly said: string;
  readonly value: Record<string, unknown>;
  readonly outcome: unknown;
}

/** A client of the kit with these variables. `model` answers its sampling; without it the client has no model. */
export async function openKit(
  variables: Record<string, string>,
  model?: (asked: string) => string,
  onBug: (error: unknown) => void = (error) => {
    throw error;
  },
) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const settings = readSettings(variables);
  const documents = new Documents();
  serveStdio(() => createCommunicationServer({ settings, documents, onBug }), { transport: theirs });
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: model === undefined ? {} : { sampling: {} }, versionNegotiation: { mode: 'auto' } },
  );
  if (model !== undefined)
    client.setRequestHandler('sampling/createMessage', ({ params }) => ({
      role: 'assistant',
      content: { type: 'text' as const, text: model(JSON.stringify(params)) },
      model: 'scripted',
    }));
  await client.connect(ours);
  const call = async (name: string, args: Record<string, unknown>, key?: string): Promise<Called> => {
    const meta = key === undefined ? {} : { _meta: { 'assay/idempotencyKey': key } };
    const result = await client.callTool({ name, arguments: args, ...meta });
    const [block] = result.content as { text: string }[];
    return {
      isError: result.isError ?? false,
      said: block?.text ?? '',
      value: (result.structuredContent ?? {}) as Record<string, unknown>,
      outcome: result._meta?.['assay/outcome'],
    };
  };
  return { client, call };
}
