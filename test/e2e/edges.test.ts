import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'node:http';
import { errorTable, problemSchema, type Route, routes } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpManifest } from '../fixtures/manifests.js';
import { type House, startHouse } from './house.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: object;
}
type Parameters = readonly (Parameter | { readonly $ref: string })[];
interface Operation {
  readonly operationId: string;
  readonly parameters?: Parameters;
  readonly requestBody?: { content: Record<string, { schema: object }> };
  readonly responses: Record<string, object>;
}
interface Document {
  readonly openapi: string;
  readonly servers: readonly { url: string }[];
  readonly paths: Record<string, Record<string, Operation> & { readonly parameters?: Parameters }>;
  readonly components: { schemas: Record<string, object>; securitySchemes: object };
}
interface RegisteredRoute {
  readonly method: string | readonly string[];
  readonly url: string;
}

let house: House;
/** Every route of the server's own router, as it was registered. */
const registered: RegisteredRoute[] = [];

beforeAll(async () => {
  const watch = (message: unknown) => {
    const { fastify } = message as {
      fastify: { addHook(name: 'onRoute', run: (route: RegisteredRoute) => void): void };
    };
    fastify.addHook('onRoute', (route) => void registered.push(route));
  };
  subscribe('fastify.initialization', watch);
  house = await startHouse({ ASSAY_KITS: 'files' });
  unsubscribe('fastify.initialization', watch);
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await house.admin.post('/v1/tools', httpManifest('acme/orders'));
});
afterAll(() => house.stop());

const document = async () => (await house.anonymous.get<Document>('/openapi.json')).body;
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, it]) => ({
      path,
      method,
      it,
      all: [...parameters, ...(it.parameters ?? [])],
    })),
  );

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: { code?: string; errors?: { path: string }[]; traceId?: string };
}

/** Sends a request as it stands: `fetch` would tidy the path. */
function raw(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(house.url);
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${house.adminKey}`, ...headers };
    const sent = request({ hostname, port, method, path, headers: all }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => {
        const json = /json/.test(answer.headers['content-type'] ?? '') ? JSON.parse(text) : {};
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, json });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
const asJson = { 'content-type': 'application/json' };

/** The form of every rejection, from any layer. */
function expectProblem(answer: RawAnswer, status: number, code: keyof typeof errorTable): void {
  expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(problemSchema.safeParse(answer.json).error?.issues).toBeUndefined();
  expect(answer.json).toMatchObject({ type: `urn:assay:error:${code}`, title: errorTable[code].title, status });
}

/** What a reference within the document leads to. */
const target = (whole: object, reference: string): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], whole);

describe('the OpenAPI document', () => {
  it('describes exactly the routes that the server has', async () => {
    const described = operationsOf(await document()).map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const table = Object.values(routes as Record<string, Route>).map(({ method, path }) => `${method} ${path}`);
    expect([...described].sort()).toEqual([...table].sort());
    const served = registered
      .flatMap(({ method, url }) => [method].flat().map((it) => [it, url.replaceAll(/:(\w+)/g, '{$1}')] as const))
      .filter(([method, path]) => path.startsWith('/v1') && method !== 'HEAD' && method !== 'OPTIONS')
      .map(([method, path]) => `${method} ${path}`);
    expect(new Set(served).size).toBe(served.length);
    const refused = served.filter((it) => !described.includes(it));
    expect(described.filter((it) => !served.includes(it))).toEqual([]);
    for (const it of refused) {
      const [method, path] = it.split(' ') as [string, string];
      const answer = await raw(method, path.replaceAll(/\{\w+\}/g, 'x'));
      const allow = described.filter((other) => other.endsWith(` ${path}`)).map((other) => other.split(' ')[0]);
      expectProblem(answer, 405, 'method_not_allowed');
      expect(String(answer.headers.allow).split(', ').sort()).toEqual(allow.sort());
    }
  });

  it('has at most 350 KB as it is sent', async () => {
    const { status, text } = await raw('GET', '/openapi.json', { 'accept-encoding': 'identity' });
    expect(status).toBe(200);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(350_000);
  });

  it('is valid: unique operations, declared parameters, references that lead somewhere', async () => {
    const whole = await document();
    expect(whole.openapi).toMatch(/^3\.1\./);
    expect(whole.servers).toEqual([{ url: house.url }]);
    const operations = operationsOf(whole);
    const ids = operations.map(({ it }) => it.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, it: operation, all } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = all.map((it) => ('$ref' in it ? (target(whole, it.$ref) as Parameter) : it));
      expect(parameters.filter((it) => it.in === 'path').map(({ name }) => name)).toEqual(named);
      expect(parameters.every(({ in: place, required }) => place !== 'path' || required)).toBe(true);
      expect(Object.keys(operation.responses)).toContain('default');
    }
    const references = [...JSON.stringify(whole).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to as string);
    expect(references.length).toBeGreaterThan(0);
    for (const to of new Set(references)) expect([to, target(whole, to)]).toEqual([to, expect.anything()]);
  });

  it('tells the truth about answers', async () => {
    const read: [keyof typeof routes, string][] = [
      ['listTools', '/v1/tools'],
      ['showTool', '/v1/tools/acme/orders'],
      ['listVersions', '/v1/tools/acme/orders/versions'],
      ['showVersion', '/v1/tools/acme/orders/versions/1.0.0'],
      ['resolveTool', '/v1/tools/acme/orders/resolve'],
      ['listServers', '/v1/servers'],
      ['showServer', '/v1/servers/assay/files'],
      ['me', '/v1/me'],
      ['listKeys', '/v1/keys'],
      ['listNamespaces', '/v1/namespaces'],
      ['showNamespace', '/v1/namespaces/acme'],
      ['listGrants', '/v1/grants'],
      ['listEndorsements', '/v1/endorsements'],
      ['listAudit', '/v1/audit'],
      ['verifyAudit', '/v1/audit/verify'],
    ];
    for (const [name, path] of read) {
      const answer = await raw('GET', path);
      const schema = (routes[name] as Route).answers[200];
      expect({ name, status: answer.status, issues: schema?.safeParse(answer.json).error?.issues }).toEqual({
        name,
        status: 200,
      });
    }
  });
});

describe('pages', () => {
  it('are served for people and load balancers', async () => {
    const docs = await fetch(`${house.url}/docs`);
    expect(docs.status).toBe(200);
    expect(docs.headers.get('content-type')).toMatch(/text\/html/);
    const script = /src="(\/docs\/[^"]+)"/.exec(await docs.text())?.[1];
    const { status, headers } = await fetch(`${house.url}${script}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(await house.anonymous.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await house.anonymous.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { database: 'ok' } },
    });
  });
});

describe('what cannot be understood', () => {
  const publish = (body: string, headers: Record<string, string> = asJson) => raw('POST', '/v1/tools', headers, body);

  it('is refused with a problem', async () => {
    expectProblem(await publish('{"name": '), 400, 'malformed_request');
    expectProblem(await publish(''), 400, 'malformed_request');
    expectProblem(await publish('name: x', { 'content-type': 'application/yaml' }), 415, 'unsupported_media_type');
    expectProblem(await publish(JSON.stringify({ name: 'x'.repeat(1_100_000) })), 413, 'payload_too_large');
    expectProblem(await raw('GET', '/v1/nothing/here'), 404, 'not_found');
    expectProblem(await raw('GET', '/nothing'), 404, 'not_found');
    expectProblem(await publish(`${'['.repeat(5_000)}${']'.repeat(5_000)}`), 422, 'invalid_request');
    const { status } = await publish(Buffer.from([0x22, 0xff, 0xfe, 0x22]).toString('latin1'));
    expect(status).toBe(422);
  });

  it.each(['__proto__', 'constructor'])('has no way into prototypes by "%s"', async (name) => {
    const bodies = [
      `{"${name}": {"polluted": true}}`,
      `{"${name}": {"prototype": {"polluted": true}}, "name": "acme/x"}`,
    ];
    for (const path of ['/v1/tools', '/v1/tools/check', '/v1/discover', '/v1/invocations', '/v1/keys', '/v1/grants']) {
      for (const body of bodies) {
        const { status } = await raw('POST', path, asJson, body);
        expect({ path, body, ok: [200, 400, 422].includes(status) }).toEqual({ path, body, ok: true });
      }
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await raw('GET', `/v1/tools/${name}/${name}`)).status).toBe(404);
    expect((await raw('GET', `/v1/namespaces/${name}`)).status).toBe(404);
  });

  it.each([
    ['/v1/tools/acme%2Forders', 404],
    ['/v1/tools/acme/orders%2F', 404],
    ['/v1/tools/acme/%00', 404],
    ['/v1/tools/acme/%E0%A4%A', 400],
    ['/v1/tools/acme/..%2f..%2fetc%2fpasswd', 404],
    ['/v1/tools/acme/../../../etc/passwd', 404],
    ['/v1/tools/%61cme/orders', 200],
    ['/v1/tools/acme/orders?x=%zz', 200],
    ['/v1/tools/acme/orders/', 404],
    ['//v1/tools/acme/orders', 404],
    ['/V1/tools/acme/orders', 404],
    ['/v1/tools/acme/orders/versions/1.0.0%2Bbuild', 200],
    ['/v1/invocations/%00', 404],
    ['/v1/imports/%27%3B--', 404],
    ['/v1/keys', 200],
  ])('in the path %s answers %i', async (path, status) => {
    const answer = await raw('GET', path);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(problemSchema.safeParse(answer.json).success).toBe(true);
  });

  it('does not include a DELETE that names a media type for the body it has not', async () => {
    const { json } = await raw('POST', '/v1/namespaces', asJson, '{"name":"brief"}');
    expect(json).toMatchObject({ name: 'brief' });
    await raw('POST', '/v1/servers', asJson, '{"name":"brief/one","mcp":{"url":"http://127.0.0.1:9/"}}');
    for (const [more, status] of [
      [{}, 204],
      [{ 'content-length': '0' }, 404],
    ] as const)
      expect((await raw('DELETE', '/v1/servers/brief/one', { ...asJson, ...more })).status).toBe(status);
    expectProblem(
      await raw('DELETE', '/v1/servers/brief/one', { ...asJson, 'content-length': '1' }, '{'),
      400,
      'malformed_request',
    );
  });

  it('in a very long path is nothing of that name', async () => {
    for (const length of [1_000, 3_000])
      expectProblem(await raw('GET', `/v1/tools/acme/${'x'.repeat(length)}`), 404, 'not_found');
  });

  it('in an id is nothing of that name, not a fault of ours', async () => {
    for (const path of ['/v1/keys', '/v1/grants', '/v1/endorsements', '/v1/invocations'])
      for (const id of ['%00', 'x', '%27', '00000000-0000-0000-0000-000000000000']) {
        const { status } = await raw('DELETE', `${path}/${id}`);
        expect({ path, id, status }).toEqual({ path, id, status: 404 });
      }
  });
});

describe('a trace', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('that a request brings is the one of its answer, its problem, its record and its log line', async () => {
    const traceparent = `00-${id}-00f067aa0ba902b7-01`;
    const problem = await raw('GET', '/v1/tools/acme/none', { traceparent });
    expect(problem.json.traceId).toBe(id);
    const body = JSON.stringify({ tool: 'acme/orders', input: {} });
    const called = await raw('POST', '/v1/invocations', { traceparent, ...asJson }, body);
    expect(called.json).toMatchObject({ traceId: id, provenance: { traceId: id } });
    const { json } = await raw('GET', '/v1/audit?action=tool.call&limit=1');
    expect(json).toMatchObject({ items: [{ details: { traceId: id } }] });
    expect(house.logs()).toContain(id);
  });

  it('is made up where none, or none that is well-formed, came', async () => {
    for (const traceparent of [
      '',
      '00-zz-zz-01',
      `00-${id.toUpperCase()}-00f067aa0ba902b7-01`,
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    ]) {
      const { json } = await raw('GET', '/v1/tools/acme/none', { traceparent });
      expect(json.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
      expect(json.traceId).not.toBe(id);
    }
  });
});
