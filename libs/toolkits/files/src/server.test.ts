import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openRoots } from '@assay/kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { KeptContents } from './kept-contents.js';
import { filesKit } from './kit.js';
import { createFilesServer } from './server.js';
import { filesServer } from './version.js';

let folder: string;
let client: Client;

const modes = ['legacy', 'auto'] as const;

async function connect(mode: (typeof modes)[number]) {
  const roots = await openRoots([folder]);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const kept = new KeptContents(join(folder, '..', `${basename(folder)}-kept`), () => Date.now());
  serveStdio(() => createFilesServer(roots, { kept }), { transport: theirs });
  client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(ours);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
  await writeFile(join(folder, 'a.txt'), 'one needle\n');
});

afterEach(async () => {
  await client.close();
  await rm(folder, { recursive: true });
  await rm(`${folder}-kept`, { recursive: true, force: true });
});

describe.each(modes)('over MCP, a %s client', (mode) => {
  beforeEach(() => connect(mode));

  it('speaks the revision the client asks for', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25');
    expect(client.getServerVersion()).toMatchObject(filesServer);
  });

  it('offers the tools of its kit with both schemas; those that act say so', async () => {
    const { tools } = await client.listTools();
    const described = filesKit.tools ?? {};
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(described));
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect([title, description]).toEqual([expect.any(String), expect.any(String)]);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      const acts = described[name]?.acts;
      expect(annotations).toMatchObject({ readOnlyHint: !acts, openWorldHint: false });
    }
  });

  it.each([
    ['list', {}, { entries: [{ path: 'a.txt' }] }],
    ['read', { path: 'a.txt' }, { content: 'one needle\n' }],
    ['search', { text: 'needle' }, { files: [{ path: 'a.txt' }] }],
    ['metadata', { path: 'a.txt' }, { sizeBytes: 11 }],
    ['write', { path: 'a.txt', mode: 'append', content: 'more' }, { sizeBytes: 15, created: false }],
  ])('answers %s with structured content and text', async (name, args, expected) => {
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toMatchObject(expected);
    expect(result.content).toEqual([{ type: 'text', text: expect.stringContaining('a.txt') }]);
  });

  it.each([
    ['read', { path: '../a.txt' }, /leads outside/],
    ['read', { path: 'absent' }, /Nothing exists/],
    ['read', { path: 'a.txt', line: 3 }, /line/],
    ['search', { text: 7 }, /text/],
  ])('answers bad input of %s %j with an error result', async (name, args, message) => {
    const result = await client.callTool({ name, arguments: args });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(message) }] });
  });
});
