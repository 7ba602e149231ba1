import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';
import {
  type HttpUpstream,
  serverRecord,
  startUpstreamHttp,
  type UpstreamMode,
  upstreamCall,
  wallClock,
} from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { createMcpTransport, type McpTransportOptions, type McpUpstreams } from './create-mcp-transport.js';

const open = new EgressGuard({ allow: [], loopback: true, except: [] });
const identity = { name: 'assay-test', version: '1.0.0' };

let folder: string;
let upstreams: McpUpstreams;
let started: HttpUpstream[];

const create = (more: Partial<McpTransportOptions> = {}) =>
  createMcpTransport({ clock: wallClock, guard: open, identity, ...more });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-http-'));
  upstreams = create();
  started = [];
});
afterEach(async () => {
  await upstreams.close();
  await Promise.all(started.map((each) => each.stop()));
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'file');
const written = () => (existsSync(file()) ? readFileSync(file(), 'utf8') : '');

async function server(mode: UpstreamMode = 'plain'): Promise<Server> {
  const upstream = await startUpstreamHttp(mode, file());
  started.push(upstream);
  return serverRecord(mode, { url: upstream.url });
}

const call = (on: Server, tool: string, input: Record<string, unknown> = {}, principalId = 'caller') =>
  upstreams.transport.call(upstreamCall(on, tool, input, { principalId }));

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe.each<UpstreamMode>(['plain', 'json'])('an upstream over HTTP (%s)', (mode) => {
  it('answers content and structured content', async () => {
    const answer = await call(await server(mode), 'add', { a: 2, b: 3 });
    expect(answer).toMatchObject({
      ok: true,
      value: { structured: { sum: 5 }, isError: false, source: `mcp:test/${mode}` },
    });
  });

  it('keeps overlapping answers apart', async () => {
    const on = await server(mode);
    const messages = Array.from({ length: 100 }, (_, index) => `message ${index} ✓\r\ndata: x`);
    const answers = await Promise.all(messages.map((message) => call(on, 'echo', { message })));
    expect(answers.map((answer) => answer.ok && answer.value.content[0]?.text)).toEqual(messages);
  });

  it('that hangs ends with the deadline', async () => {
    const on = await server(mode);
    await call(on, 'echo', { message: 'up' });
    const deadline = startDeadline(wallClock, 100);
    const answer = await upstreams.transport.call(upstreamCall(on, 'hang', {}, { deadline }));
    expect(answer).toMatchObject({ ok: false, error: { code: 'deadline_exceeded', outcome: 'unknown' } });
  });

  it('hears of a cancellation', async () => {
    const on = await server(mode);
    const deadline = startDeadline(wallClock, 20_000);
    const pending = upstreams.transport.call(upstreamCall(on, 'slow', { ms: 15_000 }, { deadline }));
    await until(() => written().includes('started'));
    deadline.cancel();
    expect(await pending).toMatchObject({ ok: false, error: { code: 'cancelled', outcome: 'unknown' } });
    await until(() => written().includes('cancelled'));
  });

  it('that answers garbage is an upstream error', async () => {
    expect(await call(await server(mode), 'garbage')).toMatchObject({
      ok: false,
      error: { code: 'upstream_error', outcome: 'unknown' },
    });
  });

  it('that answers 100 MB is refused without holding them', async () => {
    const on = await server(mode);
    await call(on, 'echo', { message: 'up' });
    const before = process.memoryUsage().rss;
    const answer = await call(on, 'huge', { bytes: 100 * 1024 * 1024 });
    expect(answer).toMatchObject({ ok: false, error: { code: 'output_too_large', outcome: 'done' } });
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
    expect(await call(on, 'echo', { message: 'again' })).toMatchObject({ ok: true });
  });

  it('that dies in mid-call is unavailable, outcome unknown', async () => {
    const on = await server(mode);
    await call(on, 'echo', { message: 'up' });
    expect(await call(on, 'die')).toMatchObject({
      ok: false,
      error: { code: 'upstream_unavailable', outcome: 'unknown' },
    });
    // A kept-alive connection may not have noticed yet, so that only the code is certain.
    expect(await call(on, 'echo', { message: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'upstream_unavailable' },
    });
  });

  it('maps JSON-RPC errors', async () => {
    expect(await call(await server(mode), 'refuse', { code: -32_602, message: 'a is required' })).toMatchObject({
      ok: false,
      error: { code: 'upstream_rejected', outcome: 'none' },
    });
  });

  it('that nests too deeply is refused', async () => {
    expect(await call(await server(mode), 'deep', { levels: 1_000 })).toMatchObject({
      ok: false,
      error: { code: 'output_too_large' },
    });
  });
});

describe('sessions over HTTP', () => {
  it('are re-made when the upstream has forgotten them, and the call is made once', async () => {
    const on = await server('forgets');
    for (const line of ['one', 'two', 'three']) expect(await call(on, 'count', { line })).toMatchObject({ ok: true });
    expect(written()).toBe('one\ntwo\nthree\n');
  });

  it('are ended at the upstream when closed', async () => {
    const on = await server();
    await call(on, 'echo', { message: 'x' });
    await upstreams.close();
    expect(await call(on, 'echo', { message: 'x' })).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });

  it('say when tools change', async () => {
    await upstreams.close();
    let changed = '';
    upstreams = create({
      onToolsChanged: (id) => {
        changed = id;
      },
    });
    await call(await server('changing'), 'echo', { message: 'hello' });
    writeFileSync(file(), 'changed');
    await until(() => changed !== '');
    expect(changed).toBe('id-of-changing');
  });

  it('resume a stream that ended before its answer', async () => {
    const on = await server('resumes');
    expect(await call(on, 'count', { line: 'once' })).toMatchObject({
      ok: true,
      value: { content: [{ text: 'counted' }] },
    });
    expect(written()).toBe('once\n');
  });

  it('pass on that the upstream is limited, and for how long', async () => {
    expect(await call(await server('limited'), 'echo', { message: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'rate_limited', outcome: 'none', retryAfterMs: 7_000 },
    });
  });

  it('take a name and password from the address, and keep them out of messages', async () => {
    const { mcp } = await server();
    const url = new URL(mcp !== null && 'url' in mcp ? mcp.url : '');
    url.username = 'ada';
    url.password = 'correct-horse';
    expect(await call(serverRecord('named', { url: url.href }), 'echo', { message: 'x' })).toMatchObject({ ok: true });
    const nobody = serverRecord('nobody', { url: 'http://ada:correct-horse@127.0.0.1:9/mcp?key=battery-staple' });
    expect(JSON.stringify(await call(nobody, 'echo'))).not.toMatch(/horse|staple/);
  });

  it('pass over events that are no answer', async () => {
    expect(await call(await server(), 'chatty')).toMatchObject({ ok: true });
  });

  it('list 500 tools', async () => {
    const listed = await upstreams.source.list(await server('many'), startDeadline(wallClock, 20_000));
    expect(listed.ok && listed.value.tools.length).toBe(500);
  });

  it('do not follow redirects', async () => {
    const answer = await call(await server('redirects'), 'echo');
    expect(answer).toMatchObject({ ok: false, error: { code: 'upstream_error', outcome: 'none' } });
    expect(!answer.ok && answer.error.message).toContain('redirect');
  });

  it('to a port where nobody listens fail at once, and again', async () => {
    const on = serverRecord('absent', { url: 'http://127.0.0.1:9/mcp' });
    const answers = [await call(on, 'echo'), await call(on, 'echo')];
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, error: { code: 'upstream_unavailable', outcome: 'none' } });
    expect(answers[1]).toMatchObject({ error: { retryAfterMs: expect.any(Number) } });
  });

  it('to a forbidden address are refused with what to do', async () => {
    await upstreams.close();
    upstreams = create({ guard: new EgressGuard({ allow: [], loopback: false, except: [] }) });
    const answer = await call(await server(), 'echo', { message: 'x' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'address_forbidden', outcome: 'none' } });
    expect(!answer.ok && answer.error.message).toContain('ASSAY_EGRESS_ALLOW');
    const listed = await upstreams.source.list(await server(), startDeadline(wallClock, 20_000));
    expect(listed).toMatchObject({ ok: false, error: { code: 'address_forbidden' } });
  });
});
