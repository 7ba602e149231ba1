import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditRecordView, Envelope, ServerView } from '@assay/contracts';
import { UsageCounter } from '@assay/server';
import { type HttpUpstream, startUpstreamHttp, stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, everyRow, type Refusal, type SendOptions } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

type Answered = Envelope & Refusal;

let house: House;
let folder: string;
let effects: string;
let caller: Client;
let remote: HttpUpstream;

beforeAll(async () => {
  house = await startHouse();
  folder = mkdtempSync(join(tmpdir(), 'assay-calls-'));
  effects = join(folder, 'effects.log');
  remote = await startUpstreamHttp();
  caller = await house.as('carl');
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', stdioUpstream('plain', effects), 'local');
  await importServer(house.admin, 'acme', { url: remote.url }, 'remote');
});
afterAll(async () => {
  await house.stop();
  await remote.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = (tool: string, input: object = {}, parts: object = {}, options?: SendOptions) =>
  caller.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input, ...parts }, options);
const show = (id: string, by = caller) => by.get<Answered>(`/v1/invocations/${id}`);
const effectLines = () => (existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean) : []);
/** Waits for a line in the effects file behind the first `from`. */
const effect = (line: string, from: number) =>
  eventually(() => effectLines().slice(from).includes(line) || undefined, `the upstream writes "${line}"`);

describe('a call', () => {
  it('answers with the envelope: output, validation, provenance, receipt and trace', async () => {
    const { status, body } = await call('local.add', { a: 2, b: 3 });
    const { body: server } = await house.admin.get<ServerView>('/v1/servers/acme/local');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'succeeded',
      output: { sum: 5 },
      validation: { outcome: 'valid', issues: [] },
      tool: 'acme/local.add',
      version: '1.0.0',
      level: 1,
      confidence: 1,
      attempted: [
        { tool: 'acme/local.add', version: '1.0.0', outcome: 'succeeded', reason: 'ok', ms: expect.any(Number) },
      ],
      provenance: {
        invocationId: body.id,
        tool: 'acme/local.add',
        version: '1.0.0',
        argumentsDigest: expect.stringMatching(/^sha256:/),
        resultDigest: expect.stringMatching(/^sha256:/),
        at: expect.any(String),
        source: 'mcp:acme/local',
        isolation: server.isolation,
        freshness: 'live',
        confidence: 1,
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      receipt: { chain: expect.any(String), sequence: expect.any(Number), hash: expect.any(String) },
      trace: expect.any(Array),
      warnings: [],
    });
    expect(body.trace.map(({ stage }) => stage)).toEqual([
      'resolve',
      'authorise',
      'validate-input',
      'freshness',
      'idempotency',
      'policy',
      'connection',
      'approval',
      'limits',
      'hierarchy',
      'circuit',
      'call',
      'inspect-output',
      'validate-output',
      'return',
      'record',
    ]);
  });

  it('passes plain text on as it is, and takes a range', async () => {
    const { body } = await call('remote.echo@^1', { message: '42 is no object' });
    expect(body).toMatchObject({ output: '42 is no object', validation: { outcome: 'untyped' }, version: '1.0.0' });
    expect(await call('remote.echo@^2', { message: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'version_not_found' },
    });
  });

  it('with an input that does not fit is refused before the tool is reached', async () => {
    const { status, body } = await call('local.add', { a: 'two' });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_input' });
    expect(body.errors?.map(({ path }) => path).sort()).toEqual(['/input/a', '/input/b']);
    expect(body).toMatchObject({ invocationStatus: 'failed', attempted: [], validation: { outcome: 'invalid' } });
    expect(body.error).toMatchObject({
      code: 'invalid_input',
      class: 'invalid_input',
      retryable: false,
      outcome: 'none',
    });
  });

  it('keeps numbers, texts and unusual keys as they were', async () => {
    const message = 'é\u2028💡\u0000"\\';
    expect((await call('remote.echo', { message })).body.output).toBe(message);
    const raw = '{"tool":"acme/remote.echo","input":{"message":"x","__proto__":{"polluted":1}}}';
    expect([200, 400, 422]).toContain((await caller.post('/v1/invocations', raw)).status);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('can be rehearsed: every stage but the call', async () => {
    const before = effectLines().length;
    const { status, body } = await caller.post<Answered>('/v1/invocations?dryRun=true', {
      tool: 'acme/local.count',
      input: { line: 'x' },
    });
    expect({ status, state: body.status }).toEqual({ status: 200, state: 'succeeded' });
    expect(body.trace.map(({ stage }) => stage)).toEqual([
      'resolve',
      'authorise',
      'validate-input',
      'freshness',
      'policy',
      'connection',
      'approval',
      'limits',
      'record',
    ]);
    expect(body).not.toHaveProperty('output');
    expect((await caller.post('/v1/invocations?dryRun=true', { tool: 'acme/local.count', input: {} })).status).toBe(
      422,
    );
    expect(effectLines().length).toBe(before);
  });

  it('may bring its own id, once', async () => {
    const id = randomUUID();
    expect((await call('remote.echo', { message: 'one' }, { id })).body.id).toBe(id);
    for (const same of [id, id.toUpperCase()])
      expect(await call('remote.echo', { message: 'two' }, { id: same })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
  });

  it('with an id of its own runs once, however many ask for it at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => show(randomUUID())));
    const from = effectLines().length;
    for (let round = 0; round < 3; round += 1) {
      const id = randomUUID();
      const twins = Array.from({ length: 8 }, () => call('local.count', { line: id }, { id }));
      const statuses = (await Promise.all(twins)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, ...Array(7).fill(409)]);
    }
    expect(effectLines().length).toBe(from + 3);
  });

  it('is shown afterwards to its own principal, and to nobody else', async () => {
    const { body } = await call('remote.echo', { message: 'mine' });
    expect(await show(body.id)).toMatchObject({
      status: 200,
      body: { id: body.id, output: 'mine', receipt: body.receipt },
    });
    const other = await house.as('olga');
    expect((await show(body.id, other)).status).toBe(404);
    // An administrator reads it, and judges it as little as anybody else.
    expect(await show(body.id, house.admin)).toMatchObject({ status: 200, body: { id: body.id } });
    const verdict = { verdict: 'rejected' };
    expect((await house.admin.post(`/v1/invocations/${body.id}/feedback`, verdict)).status).toBe(404);
    expect((await other.delete(`/v1/invocations/${body.id}`)).status).toBe(404);
    expect((await show(randomUUID())).status).toBe(404);
    expect((await show('no-id')).status).toBe(404);
  });
});

describe('a hostile upstream', () => {
  it.each(['local', 'remote'])('(%s) that says it failed, and not why, has rejected the request', async (on) => {
    const { status, body } = await call(`${on}.fail`);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'upstream_rejected' });
    expect(body.detail).toMatch(/the tool failed/);
    expect(body.error).toMatchObject({ class: 'semantic', outcome: 'unknown', retryable: false });
  });

  it.each(['local', 'remote'])('(%s) that answers against its output schema has its output withheld', async (on) => {
    const { status, body } = await call(`${on}.mistyped`);
    expect({ status, code: body.code }).toEqual({ status: 502, code: 'bad_output' });
    expect(body.errors).toEqual([{ path: '/output/sum', message: expect.any(String) }]);
    expect(body).not.toHaveProperty('output');
    expect(body.error?.outcome).toBe('done');
  });

  it.each(['local', 'remote'])('(%s) that hangs is given up at the deadline', async (on) => {
    const begun = performance.now();
    const { status, body } = await call(`${on}.hang`, {}, { deadlineMs: 250 });
    expect({ status, code: body.code }).toEqual({ status: 504, code: 'deadline_exceeded' });
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(body.error).toMatchObject({ class: 'timeout', outcome: 'unknown', retryable: false });
  });

  it.each(['local', 'remote'])('(%s) that answers garbage, or no tool result, is an upstream error', async (on) => {
    for (const tool of ['garbage', 'malformed']) {
      const { status, body } = await call(`${on}.${tool}`, {}, { deadlineMs: 5_000 });
      expect({ tool, status, code: body.code }).toEqual({ tool, status: 502, code: 'upstream_error' });
    }
    const refused = await call(`${on}.refuse`, { code: -32000, message: 'not today' });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'upstream_rejected', detail: expect.stringMatching(/not today/) },
    });
    expect((await call(`${on}.echo`, { message: 'recovered' })).body.output).toBe('recovered');
  });

  it.each(['local', 'remote'])('(%s) that answers 100 MB is cut off', async (on) => {
    const { status, body } = await call(`${on}.huge`, { bytes: 100 * 1024 * 1024 });
    expect({ status, code: body.code }).toEqual({ status: 502, code: 'output_too_large' });
    expect((await call(`${on}.echo`, { message: 'recovered' })).body.output).toBe('recovered');
  });

  it('may answer megabytes within the limit', async () => {
    const { status, body } = await call('local.huge', { bytes: 9_000_000 });
    expect({ status, output: body.output }).toEqual({ status: 200, output: undefined });
    expect(body.pointer).toMatchObject({ bytes: 9_000_000, mediaType: 'text/plain; charset=utf-8' });
  });

  it('that nests its answer a thousand deep is cut off', async () => {
    expect(await call('local.deep', { levels: 1_000 })).toMatchObject({
      status: 502,
      body: { code: 'output_too_large' },
    });
  });

  it('that dies during a call leaves the outcome unknown, and is restarted for the next call', async () => {
    const died = await call('local.die');
    expect(died).toMatchObject({
      status: 502,
      body: { code: 'upstream_unavailable', error: { outcome: 'unknown', retryable: false } },
    });
    const next = await eventually(async () => {
      const answer = await call('local.echo', { message: 'back' });
      return answer.status === 200 ? answer : undefined;
    }, 'the upstream comes back');
    expect(next.body.output).toBe('back');
  });

  it('that is dead leaves the others as quick as before', async () => {
    const dead = await startUpstreamHttp();
    await importServer(house.admin, 'acme', { url: dead.url }, 'doomed');
    await dead.stop();
    const hanging = Array.from({ length: 20 }, () => call('remote.hang', {}, { deadlineMs: 1_500 }));
    const failing = Array.from({ length: 20 }, () => call('doomed.echo', { message: 'x' }));
    const echoes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call('local.echo', { message: String(at) }, { deadlineMs: 1_000 })),
    );
    expect(new Set(echoes.map(({ status }) => status))).toEqual(new Set([200]));
    // After ten of them its circuit is open.
    for (const { body } of await Promise.all(failing))
      expect(['upstream_unavailable', 'circuit_open']).toContain(body.code);
    expect(new Set((await Promise.all(hanging)).map(({ body }) => body.code))).toEqual(new Set(['deadline_exceeded']));
  });
});

describe('a call that is no longer wanted', () => {
  it('is cancelled at the upstream when its caller hangs up', async () => {
    const from = effectLines().length;
    const id = randomUUID();
    const gone = new AbortController();
    const answer = call('local.slow', { ms: 60_000 }, { id }, { signal: gone.signal });
    await effect('started', from);
    gone.abort();
    await expect(answer).rejects.toThrow();
    await effect('cancelled', from);
    const ended = await eventually(async () => {
      const shown = await show(id);
      return shown.status === 200 && shown.body.status !== 'running' ? shown : undefined;
    }, 'the call ends');
    expect(ended.body).toMatchObject({ status: 'cancelled', error: { code: 'cancelled', outcome: 'unknown' } });
  });

  it('is cancelled by DELETE, and answers 499 to who waits', async () => {
    const from = effectLines().length;
    const id = randomUUID();
    const answer = call('local.slow', { ms: 60_000 }, { id });
    await effect('started', from);
    expect(await show(id)).toMatchObject({ status: 202, body: { status: 'running' } });
    expect((await (await house.as('olga')).delete(`/v1/invocations/${id}`)).status).toBe(404);
    expect(await caller.delete(`/v1/invocations/${id}`)).toMatchObject({ status: 202, body: { id } });
    expect(await answer).toMatchObject({ status: 499, body: { code: 'cancelled', invocationStatus: 'cancelled' } });
    await effect('cancelled', from);
    expect((await caller.delete(`/v1/invocations/${id}`)).status).toBe(404);
  });

  it('may be left to itself: respond-async answers at once with where to look', async () => {
    const prefer = { headers: { prefer: 'respond-async' } };
    const begun = await call('local.slow', { ms: 50 }, {}, prefer);
    expect(begun).toMatchObject({ status: 202, body: { status: 'running' } });
    const location = begun.headers.get('location') as string;
    expect(location).toBe(`/v1/invocations/${begun.body.id}`);
    const ended = await eventually(async () => {
      const shown = await caller.get<Answered>(location);
      return shown.status === 200 ? shown : undefined;
    }, 'the call ends');
    expect(ended.body).toMatchObject({ status: 'succeeded', output: 'done' });
    const refused = await call('local.slow', {}, {}, prefer);
    const failed = await eventually(async () => {
      const shown = await show(refused.body.id);
      return shown.status === 200 ? shown : undefined;
    }, 'the refusal is recorded');
    expect(failed.body).toMatchObject({ status: 'failed', error: { code: 'invalid_input' } });
  });
});

describe('the record of a call', () => {
  it('is durable before a side-effecting call answers', async () => {
    const { body } = await call('local.count', { line: 'durable' });
    const rows = await house.sql('SELECT body FROM invocations WHERE id = $1', [body.id]);
    expect(rows).toHaveLength(1);
    const audit = await house.sql('SELECT hash FROM audit_records WHERE chain = $1 AND sequence = $2', [
      body.receipt?.chain,
      body.receipt?.sequence,
    ]);
    expect(audit).toEqual([{ hash: body.receipt?.hash }]);
  });

  it('of every call, good or refused, is in the audit log', async () => {
    const ids: string[] = [];
    for (const [tool, input] of [
      ['local.echo', { message: 'x' }],
      ['local.fail', {}],
      ['local.add', {}],
      ['local.none', {}],
    ] as const) {
      const { body } = await call(tool, input);
      ids.push(body.id ?? (body as { id: string }).id);
    }
    const records = await everyRow<AuditRecordView>(house.admin, '/v1/audit?action=tool.call&limit=200');
    const recorded = new Map(
      records.map(({ details, principal }) => [details.invocationId, [principal, details.code]]),
    );
    expect(ids.map((id) => recorded.get(id))).toEqual([
      ['carl', null],
      ['carl', 'upstream_rejected'],
      ['carl', 'invalid_input'],
      ['carl', 'not_found'],
    ]);
  });

  it('counts towards the tool’s usage', async () => {
    await house.application.get(UsageCounter).flush();
    const usage = await eventually(async () => {
      const { body } = await caller.get<{ usageCount: number }>('/v1/tools/acme/local.echo');
      return body.usageCount > 0 ? body.usageCount : undefined;
    }, 'usage is counted');
    expect(usage).toBeGreaterThan(0);
  });
});
