import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolProgress } from '@assay/gateway';
import { startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';
import {
  type HttpUpstream,
  serverRecord,
  startUpstreamHttp,
  stdioUpstream,
  upstreamCall,
  wallClock,
} from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../../egress/egress-guard.js';
import { createMcpTransport, type McpUpstreams } from '../create-mcp-transport.js';

const guard = new EgressGuard({ allow: [], loopback: true, except: [] });
let folder: string;
let upstreams: McpUpstreams;
let started: HttpUpstream | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-tasks-'));
  upstreams = createMcpTransport({ clock: wallClock, guard, identity: { name: 'assay-test', version: '1.0.0' } });
});
afterEach(async () => {
  await upstreams.close();
  await started?.stop();
  started = undefined;
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'file');
const sign = () => join(folder, 'sign');
const written = () => (existsSync(file()) ? readFileSync(file(), 'utf8') : '');

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

async function overHttp(): Promise<Server> {
  started = await startUpstreamHttp('tasks', file());
  return serverRecord('tasks', { url: started.url });
}
const overPipes = async (): Promise<Server> => serverRecord('tasks', stdioUpstream('tasks', file()));

describe.each([
  ['over pipes', overPipes],
  ['over HTTP', overHttp],
])('a tool that must be called with a task, %s', (_way, start) => {
  const call = (on: Server, tool: string, input = {}, more: object = {}) =>
    upstreams.transport.call({ ...upstreamCall(on, tool, input), ...more });

  it('answers with the result of the task, as does a tool that must not be', async () => {
    const on = await start();
    expect(await call(on, 'add', { a: 2, b: 3 })).toMatchObject({
      ok: true,
      value: { structured: { sum: 5 }, content: [{ text: '5' }], isError: false },
    });
    expect(await call(on, 'echo', { message: 'plain' })).toMatchObject({ value: { content: [{ text: 'plain' }] } });
    expect(await call(on, 'fail')).toMatchObject({ ok: true, value: { isError: true } });
    const refused = await call(on, 'refuse', { code: -32_602, message: 'No such line.' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'upstream_rejected' } });
  });

  it('reports its progress while the task runs', async () => {
    const on = await start();
    const heard: ToolProgress[] = [];
    const onProgress = (progress: ToolProgress) => {
      heard.push(progress);
      if (heard.length === 2) writeFileSync(sign(), '');
    };
    const answer = await call(on, 'steps', { steps: 2, until: sign() }, { onProgress });
    expect(answer).toMatchObject({ ok: true, value: { content: [{ text: 'done' }] } });
    expect(heard).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2 },
    ]);
  });

  it('is cancelled at its server when the call ends early', async () => {
    const on = await start();
    await call(on, 'echo', { message: 'up' });
    const deadline = startDeadline(wallClock, 20_000);
    const answer = call(on, 'steps', { steps: 1, until: sign() }, { deadline, onProgress: () => deadline.cancel() });
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled', outcome: 'unknown' } });
    await until(() => written().includes('cancelled task-1'));
  });

  it('whose server dies in the middle of the task ends with an unknown outcome, and is not called again', async () => {
    const on = await start();
    const answer = await call(on, 'die');
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'upstream_unavailable', outcome: 'unknown', message: expect.stringContaining('task') },
    });
    if (answer.ok || started !== undefined) return;
    // The next process knows nothing of that task: a second call would have got its first.
    expect(await call(on, 'whoami')).toMatchObject({ ok: true });
  });

  it('is a task in a conversation of a client, too', async () => {
    const on = await start();
    const nobody = {
      capabilities: {},
      ask: async () => ({ error: { code: -32_601, message: 'Nobody is asked here.' } }),
      hear: () => {},
      ended: () => {},
    };
    const opened = await upstreams.conversations.open(on, nobody, new AbortController().signal);
    if (!opened.ok) throw new Error(opened.error.message);
    const tools = opened.value.tools('t', undefined, () => {});
    expect(await tools.call(upstreamCall(on, 'add', { a: 1, b: 1 }))).toMatchObject({
      ok: true,
      value: { structured: { sum: 2 } },
    });
    expect(await tools.call(upstreamCall(on, 'die'))).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
  });
});
