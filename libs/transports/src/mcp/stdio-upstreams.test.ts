import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settledByText } from '@assay/gateway';
import { fail, type LanguageModel, ok, startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';
import {
  everythingStdioUpstream,
  serverRecord,
  stdioUpstream,
  type UpstreamMode,
  upstreamCall,
  wallClock,
} from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EgressGuard } from '../egress/egress-guard.js';
import { createMcpTransport, type McpTransportOptions, type McpUpstreams } from './create-mcp-transport.js';

const guard = new EgressGuard({ allow: [], loopback: true, except: [] });
const identity = { name: 'assay-test', version: '1.0.0' };

let folder: string;
let upstreams: McpUpstreams;

const create = (more: Partial<McpTransportOptions> = {}) =>
  createMcpTransport({ clock: wallClock, guard, identity, ...more });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-stdio-'));
  upstreams = create();
});
afterEach(async () => {
  await upstreams.close();
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'file');
const written = () => (existsSync(file()) ? readFileSync(file(), 'utf8') : '');
const server = (mode: UpstreamMode = 'plain', more: Partial<Server> = {}) =>
  serverRecord(mode, stdioUpstream(mode, file()), more);

async function call(on: Server, tool: string, input: Record<string, unknown> = {}, principalId = 'caller') {
  return upstreams.transport.call(upstreamCall(on, tool, input, { principalId }));
}

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const pidOf = async (on: Server, principalId?: string) => {
  const answer = await call(on, 'whoami', {}, principalId);
  if (!answer.ok) throw new Error(answer.error.message);
  return (answer.value.structured as { pid: number }).pid;
};

describe('an honest upstream over stdio', () => {
  it('answers content and structured content', async () => {
    const answer = await call(server(), 'add', { a: 2, b: 3 });
    expect(answer).toEqual({
      ok: true,
      value: {
        content: [{ type: 'text', text: '5' }],
        structured: { sum: 5 },
        isError: false,
        source: 'mcp:test/plain',
      },
    });
    expect(upstreams.health('id-of-plain')).toMatchObject({ state: 'up', detail: null });
  });

  it('keeps overlapping answers apart', async () => {
    const on = server();
    const messages = Array.from({ length: 100 }, (_, index) => `message ${index} ✓`);
    const answers = await Promise.all(messages.map((message) => call(on, 'echo', { message })));
    expect(answers.map((answer) => answer.ok && answer.value.content[0]?.text)).toEqual(messages);
  });

  it('has one process a caller, and one for all when stateless', async () => {
    const [a, again, b] = [await pidOf(server(), 'a'), await pidOf(server(), 'a'), await pidOf(server(), 'b')];
    expect(again).toBe(a);
    expect(b).not.toBe(a);
    const shared = server('plain', { id: 'shared', stateless: true });
    expect(await pidOf(shared, 'a')).toBe(await pidOf(shared, 'b'));
  });

  it('starts once for callers who come together', async () => {
    const pids = await Promise.all(Array.from({ length: 10 }, () => pidOf(server())));
    expect(new Set(pids).size).toBe(1);
  });

  it('replaces the process when the record has changed', async () => {
    const before = await pidOf(server());
    const after = await pidOf(server('plain', { updatedAt: 2 }));
    expect(after).not.toBe(before);
    await until(() => !alive(before));
  });

  it('sees a small environment, the record’s own, and our Node first', async () => {
    await upstreams.close();
    upstreams = create({ environment: { PATH: '/usr/bin', HOME: '/home/x', ASSAY_ENCRYPTION_KEY: 'secret' } });
    const on = serverRecord('plain', { ...stdioUpstream(), env: { TOKEN: 'given' } });
    const answer = await call(on, 'whoami');
    const env = answer.ok ? (answer.value.structured as { env: Record<string, string> }).env : {};
    expect(env).toMatchObject({ HOME: '/home/x', TOKEN: 'given' });
    expect(env).not.toHaveProperty('ASSAY_ENCRYPTION_KEY');
    expect(env.PATH?.endsWith(':/usr/bin')).toBe(true);
  });

  it('is listed, over many pages', async () => {
    const listed = await upstreams.source.list(server('many'), startDeadline(wallClock, 20_000));
    expect(listed).toMatchObject({ ok: true, value: { name: 'test-upstream', version: '1.2.3' } });
    expect(listed.ok && listed.value.tools.length).toBe(500);
  });

  it('says when its tools change', async () => {
    await upstreams.close();
    let changed = '';
    upstreams = create({ onToolsChanged: (id) => (changed = id) });
    const on = server('changing');
    await call(on, 'echo', { message: 'hello' });
    await call(on, 'count', { line: 'the sign' });
    await until(() => changed !== '');
    expect(changed).toBe('id-of-changing');
  });
});

describe('a hostile upstream over stdio', () => {
  it('that hangs ends with the deadline, outcome unknown', async () => {
    const on = server();
    await call(on, 'echo', { message: 'up' });
    const deadline = startDeadline(wallClock, 100);
    const answer = await upstreams.transport.call(upstreamCall(on, 'hang', {}, { deadline }));
    expect(answer).toMatchObject({ ok: false, error: { code: 'deadline_exceeded', outcome: 'unknown' } });
  });

  it('hears of a cancellation', async () => {
    const on = server();
    const caller = new AbortController();
    const deadline = startDeadline(wallClock, 20_000, caller.signal);
    const pending = upstreams.transport.call(upstreamCall(on, 'slow', { ms: 15_000 }, { deadline }));
    await until(() => written().includes('started'));
    caller.abort();
    expect(await pending).toMatchObject({ ok: false, error: { code: 'cancelled', outcome: 'unknown' } });
    await until(() => written().includes('cancelled'));
    expect(await call(on, 'echo', { message: 'still here' })).toMatchObject({ ok: true });
  });

  it('that answers broken JSON is an upstream error, and its session is re-made', async () => {
    const on = server();
    expect(await call(on, 'garbage')).toMatchObject({
      ok: false,
      error: { code: 'upstream_error', outcome: 'unknown' },
    });
    expect(await call(on, 'echo', { message: 'again' })).toMatchObject({ ok: true });
  });

  it('may log plain text between its messages', async () => {
    expect(await call(server(), 'chatty')).toMatchObject({ ok: true, value: { content: [{ text: 'done' }] } });
  });

  it('that answers 100 MB is refused without holding them', async () => {
    const on = server();
    await call(on, 'echo', { message: 'up' });
    const before = process.memoryUsage().rss;
    const answer = await call(on, 'huge', { bytes: 100 * 1024 * 1024 });
    const grown = process.memoryUsage().rss - before;
    expect(answer).toMatchObject({ ok: false, error: { code: 'output_too_large', outcome: 'done' } });
    expect(grown).toBeLessThan(60 * 1024 * 1024);
    expect(await call(on, 'echo', { message: 'again' })).toMatchObject({ ok: true });
  });

  it('that nests too deeply is refused; at the limit it is not', async () => {
    expect(await call(server(), 'deep', { levels: 62 })).toMatchObject({ ok: true });
    expect(await call(server(), 'deep', { levels: 1_000 })).toMatchObject({
      ok: false,
      error: { code: 'output_too_large', outcome: 'done' },
    });
  });

  it('that says isError is an answer', async () => {
    expect(await call(server(), 'fail')).toMatchObject({ ok: true, value: { isError: true } });
  });

  it('answers against its schema for others to judge', async () => {
    expect(await call(server(), 'mistyped')).toMatchObject({
      ok: true,
      value: { structured: { sum: 'not a number' } },
    });
  });

  it('that answers no tool result is an upstream error', async () => {
    expect(await call(server(), 'malformed')).toMatchObject({
      ok: false,
      error: { code: 'upstream_error', outcome: 'unknown' },
    });
  });

  it.each([
    [-32_602, 'a is required', 'upstream_rejected', 'none'],
    [-32_602, 'Tool x not found', 'upstream_error', 'none'],
    [-32_601, 'no such method', 'upstream_error', 'none'],
    [-32_603, 'it broke', 'upstream_error', 'unknown'],
    [-32_603, 'Item 7 not found', 'upstream_error', 'unknown'],
    [1, 'x'.repeat(5_000), 'upstream_rejected', 'unknown'],
  ])('maps the JSON-RPC error %d %s', async (code, message, mapped, outcome) => {
    const answer = await call(server(), 'refuse', { code, message });
    const asked = { input: {}, manifest: { inputSchema: {} } };
    expect(!answer.ok && settledByText(answer.error, asked)).toMatchObject({ code: mapped, outcome });
    expect(!answer.ok && answer.error.message.length).toBeLessThanOrEqual(2_000);
  });

  it('that dies in mid-call is unavailable, outcome unknown, and is started again for the next call', async () => {
    const on = server();
    expect(await call(on, 'die')).toMatchObject({
      ok: false,
      error: { code: 'upstream_unavailable', outcome: 'unknown' },
    });
    expect(upstreams.health('id-of-plain').state).toBe('down');
    expect(await call(on, 'echo', { message: 'again' })).toMatchObject({ ok: true });
    expect(upstreams.health('id-of-plain').state).toBe('up');
  });

  it('never gets a side effect twice', async () => {
    const on = server();
    await Promise.all([call(on, 'count', { line: 'one' }), call(on, 'die'), call(on, 'count', { line: 'two' })]);
    const lines = written().split('\n').filter(Boolean);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('killed from outside between calls is started again without a failure', async () => {
    const pid = await pidOf(server());
    process.kill(pid, 'SIGKILL');
    await until(() => upstreams.health('id-of-plain').state === 'down');
    expect(await pidOf(server())).not.toBe(pid);
  });

  it('that ends at start fails at once for a while, and keeps its secrets', async () => {
    const on = serverRecord('exits', { ...stdioUpstream('exits'), env: { SECRET_TOKEN: 'hunter2hunter2' } });
    const first = await call(on, 'echo', { message: 'x' });
    const second = await call(on, 'echo', { message: 'x' });
    expect(first).toMatchObject({ ok: false, error: { code: 'upstream_unavailable', outcome: 'none' } });
    expect(second).toMatchObject({ ok: false, error: { code: 'upstream_unavailable', outcome: 'none' } });
    expect(!second.ok && second.error.retryAfterMs).toBeGreaterThan(0);
    const { detail } = upstreams.health('id-of-exits');
    expect(detail).toContain('cannot start with token [hidden]');
    expect(JSON.stringify([first, second])).not.toContain('cannot start');
    const listed = await upstreams.source.list(on, startDeadline(wallClock, 20_000));
    expect(!listed.ok && listed.error.message).toContain('cannot start with token [hidden]');
  });

  it('whose command does not exist says so', async () => {
    const on = serverRecord('absent', { command: 'no-such-command-anywhere' });
    const answer = await call(on, 'echo');
    expect(answer).toMatchObject({ ok: false, error: { code: 'upstream_unavailable', outcome: 'none' } });
    expect(!answer.ok && answer.error.message).toContain('ENOENT');
  });

  it('that never begins a session is given up in time', async () => {
    await upstreams.close();
    upstreams = create({ connectTimeoutMs: 300 });
    const answer = await call(server('mute'), 'echo', { message: 'x' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'upstream_unavailable', outcome: 'none' } });
  });

  it('that never begins a session holds a call no longer than its deadline', async () => {
    const deadline = startDeadline(wallClock, 100);
    const answer = await upstreams.transport.call(upstreamCall(server('mute'), 'echo', {}, { deadline }));
    expect(answer).toMatchObject({ ok: false, error: { code: 'deadline_exceeded', outcome: 'none' } });
  });

  it('whose process has frozen is replaced after a deadline', async () => {
    await upstreams.close();
    upstreams = create({ pingMs: 100 });
    const pid = await pidOf(server());
    process.kill(pid, 'SIGSTOP');
    const deadline = startDeadline(wallClock, 50);
    const answer = await upstreams.transport.call(upstreamCall(server(), 'echo', { message: 'x' }, { deadline }));
    expect(answer).toMatchObject({ ok: false, error: { code: 'deadline_exceeded', outcome: 'unknown' } });
    await until(() => upstreams.health('id-of-plain').state === 'down');
    expect(upstreams.health('id-of-plain').detail).toContain('it stopped answering');
    expect(await pidOf(server())).not.toBe(pid);
    await until(() => !alive(pid));
  });

  it('that lists without end is refused', async () => {
    const listed = await upstreams.source.list(server('endless'), startDeadline(wallClock, 20_000));
    expect(listed).toMatchObject({ ok: false, error: { code: 'upstream_error' } });
  });

  it('that floods standard error is answered all the same', async () => {
    expect(await call(server(), 'flood')).toMatchObject({ ok: true, value: { content: [{ text: 'flooded' }] } });
  });

  it('that flaps works whenever it is up', async () => {
    const on = server('flapping');
    expect(await call(on, 'echo', { message: 'x' })).toMatchObject({ ok: false });
    // Another record of the same server has no memory of the failure.
    expect(await call({ ...on, updatedAt: 2 }, 'echo', { message: 'x' })).toMatchObject({ ok: true });
  });

  it('that is dead leaves others working', async () => {
    const dead = server('exits');
    const hanging = server();
    const deadline = startDeadline(wallClock, 20_000);
    const hung = upstreams.transport.call(upstreamCall(hanging, 'hang', {}, { deadline, principalId: 'other' }));
    const good = server('plain', { id: 'good' });
    let answered = 0;
    for (let round = 0; round < 50; round++) {
      const [bad, fine] = await Promise.all([call(dead, 'echo'), call(good, 'echo', { message: 'x' })]);
      if (!bad.ok && fine.ok) answered++;
    }
    expect(answered).toBe(50);
    deadline.cancel();
    expect(await hung).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });
});

describe('closing', () => {
  it('leaves no process, not even of a stubborn one or a grandchild', async () => {
    const stubborn = await pidOf(server('stubborn'));
    const family = await pidOf(server('family'));
    const grandchild = Number(written().trim().split('\n').at(-1));
    expect(alive(grandchild)).toBe(true);
    await upstreams.close();
    await until(() => ![stubborn, family, grandchild].some(alive));
    expect(await call(server(), 'echo', { message: 'x' })).toMatchObject({ ok: false });
  });

  it('ends calls that are under way', async () => {
    const on = server();
    await call(on, 'echo', { message: 'up' });
    const hung = call(on, 'hang');
    await new Promise((resolve) => setImmediate(resolve));
    await upstreams.close();
    expect(await hung).toMatchObject({ ok: false, error: { code: 'upstream_unavailable', outcome: 'unknown' } });
  });
});

describe('a server that asks a model during a call', () => {
  const asking = () => serverRecord('asking', everythingStdioUpstream('legacy'));
  const prompts: unknown[] = [];
  const model: LanguageModel = {
    model: 'scripted',
    complete: async ({ prompt }) => {
      prompts.push(prompt);
      return prompts.length === 1
        ? ok({ text: 'Paris', tokens: { prompt: 1, completion: 1 } })
        : fail('rate_limited', 'The model has had enough.');
    },
  };

  it('gets its answer or its failure, when it is one that may ask', async () => {
    await upstreams.close();
    upstreams = create({ modelFor: (it) => (it.name === 'asking' ? model : null) });
    const answered = await call(asking(), 'test_sampling', { prompt: 'Capital?' });
    expect(answered).toMatchObject({ value: { content: [{ text: 'LLM response: Paris' }] } });
    expect(prompts).toEqual([[{ by: 'user', text: 'Capital?' }]]);
    const failed = await call(asking(), 'test_sampling', { prompt: 'Capital?' });
    expect(JSON.stringify(failed)).toContain('The model has had enough.');
  });

  it('reaches none otherwise', async () => {
    const refused = await call(asking(), 'test_sampling', { prompt: 'Capital?' });
    expect(JSON.stringify(refused)).toContain('capability');
    expect(prompts).toHaveLength(2);
  });
});
