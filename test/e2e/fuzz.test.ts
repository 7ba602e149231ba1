import { randomInt } from 'node:crypto';
import { errorTable, isErrorCode, problemSchema } from '@assay/contracts';
import { RunningCalls } from '@assay/gateway';
import { type FuzzAnswer, type FuzzOptions, requestsFor, sendFuzzRequest } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { orderApi, petStore } from '../fixtures/pet-store.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

/** Statuses of 500 and more that tell of an upstream or of a protocol we lack, not of us. */
const ofTheUpstream = new Set([
  'upstream_unavailable',
  'upstream_error',
  'bad_output',
  'tool_error',
  'output_too_large',
  'deadline_exceeded',
  'protocol_unavailable',
  'not_implemented',
]);
const inFlight = 8;
/** At full length the requests are others every time; a finding names the seed that makes them again. */
const soak = process.env.ASSAY_SOAK === '1';
const many = Number(process.env.FUZZ_REQUESTS ?? (soak ? 1_000 : 50));

let house: House;
/** An administrator's key without `hosts:command`: some requests ask for commands of random letters. */
let key: string;

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'files' });
  key = await house.key('fuzz', { scopes: ['registry:read', 'registry:publish', 'tools:call', 'admin'] });
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await house.admin.post('/v1/tools', httpManifest('acme/orders'));
  await house.admin.post('/v1/servers', { name: 'acme/orders', mcp: { url: 'http://127.0.0.1:9/' } });
  // The first Python makes a snapshot of the interpreter, beside other tests for longer than a request here waits.
  await house.admin.post('/v1/code', { language: 'python', code: 'return 1' });
}, 120_000);
afterAll(() => house.stop());

/** What is wrong with an answer; undefined when it is a good one. */
function wrongWith({ status, headers, body }: FuzzAnswer, method: string): string | undefined {
  const type = String(headers['content-type'] ?? '');
  if (status < 400 || method === 'HEAD') return status >= 500 ? `${status}` : undefined;
  // Node refuses what is no HTTP before the server sees it.
  if (body === '' && status === 400) return undefined;
  if (!type.startsWith('application/problem+json')) return `${status} as "${type}": ${body.slice(0, 200)}`;
  const problem = problemSchema.safeParse(JSON.parse(body));
  if (!problem.success) return `a problem of another shape: ${body.slice(0, 300)}`;
  const { code } = problem.data;
  if (!isErrorCode(code) || errorTable[code].http !== status) return `${status} with the code ${code}`;
  return status >= 500 && !ofTheUpstream.has(code) ? `${status} ${code}: ${problem.data.detail}` : undefined;
}

/** Sends every request, some at once, and gives those with a bad answer. */
async function fuzz(
  options: Omit<FuzzOptions, 'seed'>,
): Promise<{ sent: number; answered: Set<number>; bad: string[] }> {
  const seed = Number(process.env.FUZZ_SEED ?? (soak ? randomInt(1_000_000) : 1));
  const document = (await house.anonymous.get<Record<string, unknown>>('/openapi.json')).body;
  const requests = requestsFor(document, { ...options, seed });
  const outcome = { sent: 0, answered: new Set<number>(), bad: [] as string[] };
  const origin = new URL(house.url);
  const worker = async () => {
    for (const request of requests) {
      outcome.sent += 1;
      const answer = await sendFuzzRequest(origin, request).catch((error: Error) => error);
      const wrong = answer instanceof Error ? `no answer (${answer.message})` : wrongWith(answer, request.method);
      if (!(answer instanceof Error)) outcome.answered.add(answer.status);
      if (wrong !== undefined) outcome.bad.push(`${request.describe} → ${wrong} [FUZZ_SEED=${seed}]`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return outcome;
}

const known = {
  ns: ['acme', 'assay'],
  tool: ['orders', 'files.read'],
  server: ['orders'],
  version: ['1.0.0'],
  principal: ['fuzz'],
};
const examples = {
  'POST /v1/tools': [httpManifest('acme/made'), httpManifest('acme/orders')],
  'POST /v1/tools/check': [httpManifest('acme/made')],
  'POST /v1/discover': [{ query: 'read a file', limit: 3 }],
  'POST /v1/invocations': [
    { tool: 'assay/files.list', input: {} },
    { tool: 'acme/orders', input: { item: 'tea' } },
  ],
  // Nothing listens on port 9 of this machine, so that imports end at once.
  'POST /v1/servers': [
    { name: 'acme/made', mcp: { url: 'http://127.0.0.1:9/', headers: { 'x-key': 'one' } } },
    { name: 'acme/api', http: { url: 'http://127.0.0.1:9/v1', headers: { 'x-key': 'one' }, query: { key: 'two' } } },
  ],
  'PATCH /v1/servers/{ns}/{server}': [
    { mcp: { url: 'http://127.0.0.1:9/', headers: { 'x-key': 'two' } } },
    { http: { url: 'http://127.0.0.1:9/' } },
  ],
  'POST /v1/imports': [
    { namespace: 'acme', server: 'made', source: { mcp: { url: 'http://127.0.0.1:9/' } } },
    { namespace: 'acme', server: 'read', source: { openapi: { url: 'http://127.0.0.1:9/', headers: { a: 'b' } } } },
    { namespace: 'acme', server: 'pets', source: { openapi: { document: orderApi('http://127.0.0.1:9') } } },
    { namespace: 'acme', server: 'text', source: { openapi: { document: petStore('http://127.0.0.1:9') } } },
  ],
  'POST /v1/keys': [{ principal: { kind: 'agent', name: 'made' }, role: 'reader', namespaces: ['acme'] }],
  'POST /v1/namespaces': [{ name: 'acme' }],
  'POST /v1/namespaces/{ns}/members': [{ principal: 'fuzz' }],
  'POST /v1/endorsements': [{ tool: 'acme/orders' }],
  'POST /v1/webhooks': [{ url: 'http://127.0.0.1:9/', kinds: ['tool.revoked'] }],
  'PATCH /v1/webhooks/{id}': [{ kinds: null }],
  'PUT /v1/pins': [
    { tool: 'acme/orders', range: '^1' },
    { tool: 'acme/orders', range: null },
  ],
  'POST /v1/grants': [{ principal: 'fuzz', tool: 'acme/orders', actions: ['call'] }],
};

describe('requests made from the OpenAPI document', () => {
  it('with an administrator’s key get an answer of ours, never a fault', async () => {
    const { sent, answered, bad } = await fuzz({
      perOperation: many,
      headers: { authorization: `Bearer ${key}` },
      known,
      examples,
      // A key that revoked itself would turn the rest into 401s.
      skip: ({ method, template }) => `${method} ${template}` === 'DELETE /v1/keys/{id}',
    });
    expect(bad).toEqual([]);
    expect(sent).toBeGreaterThan(many * 30);
    expect([...answered]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405, 415, 422]));
  }, 300_000);

  it('without a key get an answer of ours, never a fault', async () => {
    const { bad, answered } = await fuzz({ perOperation: Math.ceil(many / 2), known, examples });
    expect(bad).toEqual([]);
    expect(answered.has(401)).toBe(true);
  }, 300_000);

  it('leave the server well', async () => {
    await eventually(async () => house.application.get(RunningCalls).size === 0 || undefined, 'every call has ended');
    expect((await house.anonymous.get('/readyz')).status).toBe(200);
    expect((await house.admin.get('/v1/audit/verify')).body).toMatchObject({ ok: true });
    expect((await house.admin.get('/v1/tools/acme/orders')).status).toBe(200);
    expect(house.logs()).not.toMatch(/"level":50/);
  });
});
