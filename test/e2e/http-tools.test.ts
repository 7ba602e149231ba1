import type { Entry, Envelope, ImportView, Problem, ServerView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { petStore, petStoreAnswer } from '../fixtures/pet-store.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { confirm } from './importing.js';

const secrets = { header: 'header-51f0aa93', query: 'query-7c41be08' };
let house: House;
let api: HttpApi;

const read = (client: Client, openapi: object, parts: object = {}) =>
  client.post<ImportView & Problem>('/v1/imports', { namespace: 'acme', source: { openapi }, ...parts });
const call = (tool: string, input: object, parts: object = {}) =>
  house.admin.post<Envelope & Partial<Refusal>>('/v1/invocations', { tool: `acme/pets.${tool}`, input, ...parts });
const reportOf = ({ proposals }: ImportView) =>
  proposals.map(({ state, manifest }) => `${state} ${manifest.name}@${manifest.version}`);

beforeAll(async () => {
  [house, api] = await Promise.all([startHouse(), startHttpApi(petStoreAnswer)]);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
});
afterAll(() => Promise.all([house.stop(), api.stop()]));

describe('the import of an OpenAPI document', () => {
  it('proposes a tool for each operation, and publishes what is confirmed', async () => {
    const openapi = {
      document: petStore(`${api.url}/v1`),
      headers: { 'x-team': secrets.header },
      query: { api_key: secrets.query },
    };
    const { status, body } = await read(house.admin, openapi, { server: 'pets' });
    expect({ status, reportOf: status === 201 ? reportOf(body) : body.errors }).toEqual({
      status: 201,
      reportOf: ['listPets', 'addPet', 'showPet', 'removePet', 'setPhoto'].map((name) => `new acme/pets.${name}@1.0.0`),
    });
    const [list, add] = body.manifests;
    expect(list).toMatchObject({
      title: 'List pets',
      capabilities: ['pets'],
      protocol: 'http',
      endpoint: { server: 'acme/pets', url: '/pets', method: 'GET', encodings: { page: { style: 'deepObject' } } },
      auth: { upstream: 'shared', scheme: { type: 'apiKey', in: 'query', name: 'api_key' } },
      annotations: { readOnlyHint: true, idempotentHint: true },
    });
    expect(add?.inputSchema).toMatchObject({
      properties: {
        name: { examples: ['Rex'] },
        nickname: { type: ['string', 'null'] },
        parent: { $ref: '#/$defs/Pet' },
      },
      required: ['name'],
    });
    expect(add?.inputSchema.properties).not.toHaveProperty('id');
    const confirmed = await confirm(house.admin, body.id);
    expect({ status: confirmed.status, count: confirmed.body.entries?.length }).toEqual({ status: 200, count: 5 });
  });

  it('proposes again only what changed', async () => {
    const changed = petStore()
      .replace('summary: List pets', 'summary: List all pets')
      .replace('/pets/{id}/photo', '/photos/{id}');
    const { body } = await read(house.admin, { document: changed }, { server: 'pets' });
    expect(reportOf(body)).toEqual([
      'changed acme/pets.listPets@1.0.1',
      'unchanged acme/pets.addPet@1.0.0',
      'unchanged acme/pets.showPet@1.0.0',
      'unchanged acme/pets.removePet@1.0.0',
      'changed acme/pets.setPhoto@1.0.1',
    ]);
    expect(body.removed).toEqual([]);
    const { body: server } = await house.admin.get<ServerView>('/v1/servers/acme/pets');
    expect(server.http).toEqual({ url: `${api.url}/v1`, headers: ['x-team'], query: ['api_key'], openapi: null });
  });

  it.each<[string, object, RegExp]>([
    [
      'an old version',
      { document: { swagger: '2.0', info: {}, paths: {} } },
      /3\.0, 3\.1 or 3\.2 of OpenAPI: it is 2\.0/,
    ],
    ['no document', { document: 'just words' }, /is not an object/],
    [
      'an incomplete one',
      { document: { openapi: '3.1.0', info: { title: 'x' }, paths: {} } },
      /info\/version is required/,
    ],
    [
      'a reference to elsewhere',
      { document: petStore('https://a.example').replace('"#/components/schemas/Pet"', '"pet.yaml"') },
      /pet\.yaml.*would have to be fetched/,
    ],
    ['no address to call', { document: petStore('/v1') }, /give one as baseUrl/],
    [
      'an alias bomb',
      {
        document: `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from('bcdefghij', (it, n) => `${it}: &${it} [${Array(9).fill(`*${'abcdefghij'[n]}`)}]`).join('\n')}`,
      },
      /Excessive alias|values/,
    ],
    ['both a document and an address', { document: {}, url: 'https://a.example' }, /either "url" or "document"/],
    [
      'an address that carries a credential',
      { document: {}, baseUrl: 'https://user:pass@a.example' },
      /baseUrl must be a bare address/,
    ],
    ['a header that is none', { document: {}, headers: { 'a b': 'x' } }, /source\/openapi\/headers\/a b/],
  ])('refuses %s, and changes nothing', async (_, openapi, why) => {
    const { status, body } = await read(house.admin, openapi, { server: 'bad' });
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: expect.stringMatching(why) });
    expect((await house.admin.get('/v1/servers/acme/bad')).status).toBe(404);
  });

  it('is for owners of the namespace, and reads nothing for others', async () => {
    const stranger = await house.as('mallory', { scopes: ['registry:publish'] });
    const before = api.seen.length;
    expect((await read(stranger, { url: `${api.url}/openapi.json` })).status).toBe(403);
    expect(api.seen.length).toBe(before);
    expect(await read(house.admin, { url: `${api.url}/openapi.json` })).toMatchObject({
      status: 502,
      body: { code: 'upstream_error' },
    });
  });
});

describe('an operation', () => {
  it('is called as its document says, with the credentials of its server', async () => {
    const input = { tags: ['a b', 'c&d'], page: { size: 5 }, 'X-Trace': 't-1' };
    const { body } = await call('listPets', input);
    expect(body).toMatchObject({
      status: 'succeeded',
      output: [{ name: 'Rex' }],
      provenance: { source: 'http:acme/pets' },
    });
    expect(api.seen.at(-1)).toMatchObject({
      method: 'GET',
      url: `/v1/pets?tags=a%20b&tags=c%26d&page%5Bsize%5D=5&api_key=${secrets.query}`,
      headers: { 'x-trace': 't-1', 'x-team': secrets.header },
    });
    expect((await call('addPet', { name: 'Rex', nickname: null })).body).toMatchObject({
      status: 'succeeded',
      output: { id: '7' },
    });
    expect(api.seen.at(-1)).toMatchObject({ method: 'POST', body: '{"name":"Rex","nickname":null}' });
    await call('setPhoto', { id: '7', caption: 'Rex', photo: Buffer.from('png').toString('base64') });
    expect(api.seen.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(api.seen.at(-1)?.body).toMatch(/filename="photo"\r\nContent-Type: application\/octet-stream\r\n\r\npng\r\n/);
    // What is declared destructive, as DELETE is, waits for a person unless a grant names it.
    expect((await call('removePet', { id: '7' })).body).toMatchObject({ status: 'awaiting_approval' });
    const grant = { organisation: 'default', tool: 'acme/pets.removePet', actions: ['call'] };
    expect((await house.admin.post('/v1/grants', grant)).status).toBe(201);
    expect((await call('removePet', { id: '7' })).body).toMatchObject({ status: 'succeeded', output: null });
  });

  it('keeps an input in its segment, whatever it is', async () => {
    expect((await call('showPet', { id: 'a/b' })).body).toMatchObject({ status: 'succeeded' });
    for (const id of ['..', '.', '']) {
      const before = api.seen.length;
      const { status, body } = await call('showPet', { id });
      expect({ status, code: body.code, sent: api.seen.length - before }).toEqual({
        status: 422,
        code: 'invalid_input',
        sent: 0,
      });
    }
    expect((await call('listPets', { 'X-Trace': 'a\r\nx-team: mine' })).status).toBe(422);
  });

  it('reports the outcome when the API fails, and never a credential', async () => {
    const outcomes = {
      absent: [404, 'upstream_not_found'],
      busy: [429, 'rate_limited'],
      broken: [502, 'upstream_error'],
      wrong: [502, 'bad_output'],
      html: [502, 'bad_output'],
      away: [502, 'upstream_error'],
      huge: [502, 'output_too_large'],
    };
    // The busy API asks for 7 s. With more time than that, the gateway would wait and call it again.
    const beforeRetryAfter = { deadlineMs: 5_000 };
    for (const [id, [status, code]] of Object.entries(outcomes)) {
      const answer = await call('showPet', { id }, beforeRetryAfter);
      expect({ id, status: answer.status, code: answer.body.code }).toEqual({ id, status, code });
      expect(JSON.stringify(answer.body)).not.toContain(secrets.query);
    }
    expect((await call('showPet', { id: 'busy' }, beforeRetryAfter)).headers.get('retry-after')).toBe('7');
    expect((await call('showPet', { id: 'moved' })).body).toMatchObject({
      status: 'succeeded',
      output: { name: 'Rex' },
    });
    expect((await call('showPet', { id: 'silent' }, { deadlineMs: 200 })).body.code).toBe('deadline_exceeded');
  });

  it('moves with its server, without a new version', async () => {
    const elsewhere = await startHttpApi(petStoreAnswer);
    try {
      const moved = await house.admin.patch<ServerView>('/v1/servers/acme/pets', {
        http: { url: `${elsewhere.url}/v1` },
      });
      expect({ status: moved.status, http: moved.body.http }).toEqual({
        status: 200,
        http: { url: `${elsewhere.url}/v1`, headers: [], query: [], openapi: null },
      });
      await call('showPet', { id: '7' });
      expect(elsewhere.seen).toMatchObject([{ url: '/v1/pets/7' }]);
      expect((await house.admin.delete<Problem>('/v1/servers/acme/pets')).body).toMatchObject({ code: 'conflict' });
    } finally {
      const http = { url: `${api.url}/v1`, query: { api_key: secrets.query }, headers: { 'x-team': secrets.header } };
      await house.admin.patch('/v1/servers/acme/pets', { http });
      await elsewhere.stop();
    }
  });
});

describe('an HTTP tool that is published by hand', () => {
  const manifest = {
    name: 'acme/echo',
    version: '1.0.0',
    description: 'Echo',
    inputSchema: { type: 'object' },
    protocol: 'http',
  };
  const publish = (client: Client, endpoint: object, parts: object = {}) =>
    client.post<Entry & Partial<Refusal>>('/v1/tools', { ...manifest, endpoint, ...parts });

  it('may be an address alone: the input is POSTed as JSON', async () => {
    expect((await publish(house.admin, { url: `${api.url}/v1/pets` })).status).toBe(201);
    const { body } = await house.admin.post<Envelope>('/v1/invocations', { tool: 'acme/echo', input: { name: 'Rex' } });
    expect(body).toMatchObject({ status: 'succeeded', output: { id: '7' }, provenance: { source: `http:${api.url}` } });
    expect(api.seen.at(-1)).toMatchObject({ method: 'POST', url: '/v1/pets', body: '{"name":"Rex"}' });
    expect(JSON.stringify(api.seen.at(-1))).not.toContain(secrets.header);
  });

  it.each([
    [{ url: '/pets' }, '/endpoint/url'],
    [{ url: 'https://{host}.example/' }, '/endpoint/url'],
    [{ url: 'https://a.example/../b' }, '/endpoint/url'],
    [{ server: 'acme/absent', url: '/pets' }, '/endpoint/server'],
    [{ url: 'https://a.example', parameters: { host: 'header' } }, '/endpoint/parameters/host'],
  ])('is refused with the endpoint %j', async (endpoint, path) => {
    const { status, body } = await publish(house.admin, endpoint, { name: 'acme/other' });
    expect({ status, paths: body.errors?.map((it) => it.path) }).toEqual({ status: 422, paths: [path] });
  });

  it("uses nobody else's server, and none of another protocol", async () => {
    const pat = await house.as('pat', { scopes: ['registry:publish'] });
    await pat.post('/v1/namespaces', { name: 'pats' });
    const borrowed = await publish(pat, { server: 'acme/pets', url: '/pets' }, { name: 'pats/borrowed' });
    expect(borrowed).toMatchObject({ status: 422, body: { errors: [{ path: '/endpoint/server' }] } });
    await house.admin.post('/v1/servers', { name: 'acme/up', mcp: { url: 'http://127.0.0.1:9/' } });
    const mixed = await publish(house.admin, { server: 'acme/up', url: '/pets' }, { name: 'acme/mixed' });
    expect(mixed).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/endpoint/server', message: 'is not reached by http' }] },
    });
    const both = { name: 'acme/both', mcp: { url: 'http://127.0.0.1:9/' }, http: { url: 'http://127.0.0.1:9/' } };
    expect((await house.admin.post('/v1/servers', both)).status).toBe(422);
  });
});

describe('credentials of an API', () => {
  it('appear in no answer, table or log', async () => {
    const found = (text: string) => Object.values(secrets).filter((it) => text.includes(it));
    for (const path of ['/v1/servers', '/v1/servers/acme/pets', '/v1/audit?limit=200', '/v1/tools?limit=200'])
      expect({ path, found: found(JSON.stringify((await house.admin.get(path)).body)) }).toEqual({ path, found: [] });
    for (const table of ['servers', 'imports', 'audit_records', 'invocations']) {
      const rows = await house.sql(`SELECT it::text AS row FROM ${table} it`);
      expect({ table, found: found(JSON.stringify(rows)) }).toEqual({ table, found: [] });
    }
    expect(found(house.logs())).toEqual([]);
  });
});

describe('a server that others can reach', () => {
  it('reads no document of a private address, and calls none', async () => {
    const open = await startHouse({ HOST: '0.0.0.0' });
    try {
      await open.admin.post('/v1/namespaces', { name: 'acme' });
      const refused = { status: 403, body: { code: 'address_forbidden' } };
      expect(await read(open.admin, { url: `${api.url}/openapi.json` })).toMatchObject(refused);
      const imported = await read(open.admin, { document: petStore(`${api.url}/v1`) }, { server: 'pets' });
      await confirm(open.admin, imported.body.id);
      const before = api.seen.length;
      const called = await open.admin.post('/v1/invocations', { tool: 'acme/pets.showPet', input: { id: '7' } });
      expect(called).toMatchObject(refused);
      expect(api.seen.length).toBe(before);
    } finally {
      await open.stop();
    }
  });
});
