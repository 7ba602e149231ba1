import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { modernStdioUpstream, serverRecord, startModernUpstreamHttp, upstreamCall, wallClock } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { createMcpTransport, type McpUpstreams } from './create-mcp-transport.js';

const require = createRequire(import.meta.url);
const entryOf = (name: string) => require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);

let folder: string;
let upstreams: McpUpstreams;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-real-'));
  const guard = new EgressGuard({ allow: [], loopback: true, except: [] });
  upstreams = createMcpTransport({ clock: wallClock, guard, identity: { name: 'assay-test', version: '1.0.0' } });
});
afterEach(async () => {
  await upstreams.close();
  rmSync(folder, { recursive: true });
});

const call = (on: Server, tool: string, input: Record<string, unknown>, inputSchema?: Record<string, unknown>) =>
  upstreams.transport.call(upstreamCall(on, tool, input, { inputSchema }));
const names = async (on: Server) => {
  const listed = await upstreams.source.list(on, startDeadline(wallClock, 20_000));
  return listed.ok ? listed.value.tools.map((tool) => tool.name) : listed.error.message;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('real servers', () => {
  it('everything, over stdio', async () => {
    const on = serverRecord('everything', { command: 'node', args: [entryOf('everything'), 'stdio'] });
    expect(await names(on)).toContain('get-structured-content');
    expect(await call(on, 'echo', { message: 'hello' })).toMatchObject({
      ok: true,
      value: { content: [{ type: 'text', text: 'Echo: hello' }] },
    });
    expect(await call(on, 'get-structured-content', { location: 'Chicago' })).toMatchObject({
      ok: true,
      value: { structured: { temperature: expect.any(Number) } },
    });
    expect(await call(on, 'get-tiny-image', {})).toMatchObject({ ok: true });
    // This one must be called with a task.
    expect(await call(on, 'simulate-research-query', { topic: 'tea' })).toMatchObject({
      ok: true,
      value: { isError: false, content: [{ text: expect.stringContaining('Research Report: tea') }] },
    });
  });

  it('everything, over HTTP', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [entryOf('everything'), 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await once(child.stderr, 'data');
    const on = serverRecord('everything', { url: `http://127.0.0.1:${port}/mcp` });
    expect(await names(on)).toContain('echo');
    expect(await call(on, 'echo', { message: 'hello' })).toMatchObject({
      ok: true,
      value: { content: [{ type: 'text', text: 'Echo: hello' }] },
    });
    await upstreams.close();
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('filesystem, over stdio', async () => {
    writeFileSync(join(folder, 'note.txt'), 'a note');
    const on = serverRecord('files', { command: 'node', args: [entryOf('filesystem'), folder] });
    expect(await names(on)).toContain('read_text_file');
    const answer = await call(on, 'read_text_file', { path: join(folder, 'note.txt') });
    expect(answer).toMatchObject({ ok: true, value: { isError: false, content: [{ text: 'a note' }] } });
  });

  it('memory, over stdio', async () => {
    const mcp = {
      command: 'node',
      args: [entryOf('memory')],
      env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    };
    const on = serverRecord('memory', mcp);
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote programs'] }];
    expect(await call(on, 'create_entities', { entities })).toMatchObject({ ok: true, value: { isError: false } });
    expect(await call(on, 'search_nodes', { query: 'Ada' })).toMatchObject({
      ok: true,
      value: { structured: { entities: [{ name: 'Ada' }] } },
    });
  });
});

describe('servers of the 2026-07-28 revision alone', () => {
  const inputSchema = { type: 'object', properties: { message: { type: 'string', 'x-mcp-header': 'Message' } } };
  const expected = { ok: true, value: { content: [{ type: 'text', text: 'grüß dich' }] } };

  it('over stdio', async () => {
    const on = serverRecord('modern', modernStdioUpstream());
    expect(await names(on)).toEqual(['echo']);
    expect(await call(on, 'echo', { message: 'grüß dich' })).toMatchObject(expected);
  });

  it('over HTTP', async () => {
    const upstream = await startModernUpstreamHttp();
    const on = serverRecord('modern', { url: upstream.url });
    expect(await names(on)).toEqual(['echo']);
    expect(await call(on, 'echo', { message: 'grüß dich' }, inputSchema)).toMatchObject(expected);
    await upstream.stop();
  });
});
