import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { BrowserServerOptions } from '../server.js';
import { createBrowserServer } from '../server.js';

/** What a client puts before its model costs about a token for four characters. */
const maxListed = 38_500;

let client: Client;
beforeEach(async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  // Nothing is called that needs a browser.
  serveStdio(() => createBrowserServer({} as BrowserServerOptions), { transport: theirs });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
});
afterEach(() => client.close());

describe('the list of tools', () => {
  it('is short, and keeps what a schema checks and says', async () => {
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools).length).toBeLessThan(maxListed);
    expect(JSON.stringify(tools)).not.toContain(String(Number.MAX_SAFE_INTEGER));
    const click = tools.find((it) => it.name === 'click');
    expect(click?.inputSchema).toMatchObject({
      properties: { mark: { pattern: expect.any(String), description: expect.any(String) } },
      required: ['effect'],
      additionalProperties: false,
    });
    expect(click?.outputSchema).toMatchObject({
      properties: { page: { properties: { url: { type: 'string' } } }, blocked: { type: 'array' } },
      required: ['untrusted', 'page', 'kind', 'changes', 'more'],
    });
  });

  it('does not loosen what is checked', async () => {
    const answer = await client.callTool({ name: 'click', arguments: { mark: 'no mark', effect: 'input' } });
    expect(JSON.stringify([answer.isError, answer.content])).toContain('must be a mark of an observation');
  });
});
