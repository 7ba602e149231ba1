import { afterEach, describe, expect, it } from '@jest/globals';
import { Assay } from './assay.js';
import { AssayError } from './error.js';
import { localServer, type Reply } from './local-server.fixture.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function clientOf(reply: Reply): Promise<Assay> {
  const server = await localServer(() => reply);
  open.push(server);
  return new Assay({ url: server.url });
}

async function failureOf(promise: Promise<unknown>): Promise<AssayError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AssayError)) throw new Error(`not an AssayError: ${error}`);
  return error;
}

const problem = { type: 'urn:assay:error:x', title: 'No', traceId: 't' };
const call = { tool: 'acme/x', input: {} };
const envelope = {
  id: 'i',
  validation: { outcome: 'skipped', issues: [] },
  tool: 'acme/x',
  version: '1.0.0',
  level: 1,
  confidence: 0,
  attempted: [],
  provenance: null,
  receipt: null,
  trace: [],
  warnings: [],
};

describe('errors of the server', () => {
  it('carry the code, the status, the problem and each thing that is wrong', async () => {
    const body = {
      ...problem,
      status: 422,
      code: 'invalid_manifest',
      detail: 'Two things are wrong.',
      errors: [{ path: '/name', message: 'is missing' }],
      rejected: [],
    };
    const error = await failureOf((await clientOf({ status: 422, body })).me());
    expect(error).toMatchObject({
      code: 'invalid_manifest',
      status: 422,
      message: 'Two things are wrong.',
      errors: [{ path: '/name', message: 'is missing' }],
      problem: { rejected: [], traceId: 't' },
      envelope: undefined,
      retryable: false,
    });
  });

  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 10:00:09 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' }, 9_000],
    [{}, undefined],
  ])('say when to come back: %j', async (headers, retryAfterMs) => {
    const body = { ...problem, status: 429, code: 'rate_limited', detail: 'Slower, please.' };
    const error = await failureOf((await clientOf({ status: 429, headers, body })).me());
    expect(error).toMatchObject({ retryAfterMs, retryable: true });
  });
});

describe('failed calls', () => {
  const error = { code: 'tool_error', class: 'semantic', message: 'No such file.', retryable: false, outcome: 'done' };
  const body = { ...problem, ...envelope, status: 502, code: 'tool_error', detail: 'No such file.', error };

  it('throw with the envelope', async () => {
    const failure = await failureOf((await clientOf({ status: 502, body })).invoke(call));
    expect(failure).toMatchObject({ code: 'tool_error', status: 502, message: 'No such file.' });
    expect(failure.envelope).toEqual({ ...envelope, error, status: 'failed' });
  });

  it('return the envelope when asked to', async () => {
    const answer = await (await clientOf({ status: 502, body })).invoke(call, { throwOnFailure: false });
    expect(answer).toMatchObject({ id: 'i', status: 'failed', error });
  });

  it.each([
    [403, 'forbidden', 'denied'],
    [499, 'cancelled', 'cancelled'],
    [504, 'deadline_exceeded', 'failed'],
  ])('have the status that belongs to HTTP %i', async (status, code, expected) => {
    const client = await clientOf({ status, body: { ...body, status, code } });
    const answer = await client.invoke(call, { throwOnFailure: false });
    expect(answer.status).toBe(expected);
  });

  it('have the status the server states', async () => {
    const client = await clientOf({ status: 502, body: { ...body, invocationStatus: 'escalated' } });
    const answer = await client.invoke(call, { throwOnFailure: false });
    expect(answer).toEqual({ ...envelope, error, status: 'escalated' });
  });

  it('that never became a call throw all the same', async () => {
    const refusal = { ...problem, status: 422, code: 'invalid_request', detail: 'No.' };
    const client = await clientOf({ status: 422, body: refusal });
    const failure = await failureOf(client.invoke(call, { throwOnFailure: false }));
    expect(failure).toMatchObject({ code: 'invalid_request', envelope: undefined });
  });

  it('are shown without throwing', async () => {
    const client = await clientOf({ status: 502, body });
    expect(await client.invocations.show('i')).toMatchObject({ status: 'failed', error });
  });
});

describe('no usable answer', () => {
  it('says how to start a server where none runs', async () => {
    const server = await localServer(() => ({}));
    await server.close();
    const error = await failureOf(new Assay({ url: server.url }).me());
    expect(error).toMatchObject({ code: 'unreachable', status: undefined, retryable: true });
    expect(error.message).toBe(
      `No server answers at ${server.url}: start one with \`npm start\`, or set ASSAY_URL to where yours runs.`,
    );
  });

  it.each([
    ['ENOTFOUND', 'is not known'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is not trusted'],
    ['UND_ERR_SOCKET', 'broke before the answer came'],
    ['', 'check the address (ASSAY_URL), and that the server runs'],
  ])('tells %s in plain words', async (code, words) => {
    const fetch = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });
    };
    const error = await failureOf(new Assay({ url: 'https://assay.test', fetch }).me());
    expect(error.message).toContain(words);
  });

  it('recognises what is not Assay', async () => {
    const page = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<p>Hello</p>' };
    for (const status of [200, 404]) {
      const error = await failureOf((await clientOf({ ...page, status })).me());
      expect(error).toMatchObject({ code: 'unexpected_answer', status });
      expect(error.message).toContain(`answered ${status} with text/html, which is not an Assay response`);
    }
  });

  it('ends when the caller wants it to', async () => {
    const client = await clientOf({ silent: true });
    const wish = new AbortController();
    const failure = failureOf(client.me({ signal: wish.signal }));
    wish.abort(new Error('enough'));
    expect(await failure).toMatchObject({ code: 'aborted', cause: new Error('enough') });
  });

  it('ends when its time is over', async () => {
    const client = await clientOf({ silent: true });
    expect(await failureOf(client.me({ timeoutMs: 5 }))).toMatchObject({ code: 'timed_out' });
  });
});
