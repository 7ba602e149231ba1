import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Databases } from './databases/databases.js';
import { makeExample } from './databases/example.js';
import { databaseKit } from './kit.js';
import { createDatabaseServer } from './server.js';

let client: Client;
let databases: Databases;

beforeAll(async () => {
  databases = new Databases([makeExample()]);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createDatabaseServer({ databases }), { transport: theirs });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
});

afterAll(async () => {
  await client.close();
  await databases.close();
});

const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });

describe('the database tools over MCP', () => {
  it('are those of the kit, each with a capability, and say what they change', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((it) => it.name).sort()).toEqual(Object.keys(databaseKit.tools).sort());
    for (const { name, annotations, inputSchema, outputSchema } of tools) {
      expect([inputSchema, outputSchema]).toMatchObject([{ type: 'object' }, { type: 'object' }]);
      const acts = name !== 'databases';
      expect(databaseKit.tools[name]).toMatchObject({ acts, capabilities: [expect.any(String)] });
      expect(annotations?.openWorldHint).toBe(acts);
    }
  });

  it('answer their examples as the examples say', async () => {
    for (const [name, { examples = [] }] of Object.entries(databaseKit.tools))
      for (const { input, output } of examples) {
        const result = await call(name, input);
        expect(result.structuredContent).toMatchObject(output as object);
      }
  });

  it.each([
    ['query', { database: 'absent', sql: 'select 1' }, /There is no database "absent"/],
    ['query', { database: 'example', sql: 'delete from orders' }, /^write_operation_not_permitted: /],
    ['query', { database: 'example', sql: 'select * from order' }, /^parse_error: .*"position":15/s],
    ['query', { database: 'example', sql: 'select * from order_' }, /^unknown_name: .*"similar":\["order_items"/s],
    ['query', { database: 'example', sql: 'select totl from orders' }, /^unknown_name: /],
    ['query', { database: 'example', sql: 'select id from orders where id = ?' }, /^parse_error: .*1 parameters/s],
  ])('refuse %s %j with the reason', async (name, input, message) => {
    expect(await call(name, input)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(message) }],
      _meta: { 'assay/outcome': 'none' },
    });
  });
});
