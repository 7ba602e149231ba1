import { expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { dataKit } from './kit.js';

it('the built program serves over standard input and output', async () => {
  const { entry } = dataKit;
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [entry] }));
  const result = await client.callTool({ name: 'calculate', arguments: { expression: '0.1 + 0.2' } });
  await client.close();
  expect(result.structuredContent).toEqual({ value: 0.3, exact: '0.3' });
}, 30_000);
