import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { Io } from '../io.js';
import { serveTools } from './serve.js';

/** One request, answered on the wire as lines of JSON. */
const opening = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function ioOf(signal: AbortSignal) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const fetch = async (): Promise<Response> => {
    throw new TypeError('fetch failed');
  };
  const io: Io = {
    env: {},
    program: ['node', 'assay.mjs'],
    cwd: '/',
    stdin,
    stdout,
    stderr: new PassThrough(),
    fetch,
    openPage: async () => false,
    signal,
    now: () => 0,
  };
  return { io, stdin, stdout };
}

async function nextMessage(stdout: PassThrough): Promise<unknown> {
  const [chunk] = await new Promise<[Buffer]>((resolve) => stdout.once('data', (data: Buffer) => resolve([data])));
  return JSON.parse(chunk.toString());
}

describe('standard input and output', () => {
  it('speak MCP even while no server answers, and end with the input', async () => {
    const { io, stdin, stdout } = ioOf(new AbortController().signal);
    const served = serveTools(io, { url: 'http://assay.test', apiKey: undefined });
    stdin.write(`${JSON.stringify(opening)}\n`);
    expect(await nextMessage(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'assay' } } });
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
    expect(await nextMessage(stdout)).toMatchObject({
      id: 2,
      error: { message: expect.stringContaining('No server answers at http://assay.test') },
    });
    stdin.end();
    await served;
  });

  it('end with Ctrl-C', async () => {
    const interrupt = new AbortController();
    const served = serveTools(ioOf(interrupt.signal).io, { url: 'http://assay.test', apiKey: undefined });
    interrupt.abort();
    expect(await served).toBeUndefined();
  });
});
