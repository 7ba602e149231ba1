import type { Envelope, Problem, ServerView } from '@assay/contracts';
import { type JsonRpcService, startJsonRpcService } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from './client.js';
import { type House, startHouse } from './house.js';

const secret = 'a-secret-of-the-service';
let house: House;
let service: JsonRpcService;
let admin: Client;
beforeAll(async () => {
  house = await startHouse();
  service = await startJsonRpcService();
  admin = house.admin;
  await admin.post('/v1/namespaces', { name: 'acme' });
  const http = { url: `${service.origin}/rpc`, headers: { authorization: `Bearer ${secret}` } };
  await admin.post('/v1/servers', { name: 'acme/api', http });
});
afterAll(async () => {
  await service.stop();
  await house.stop();
});

const numbers = { type: 'object', properties: { minuend: { type: 'number' }, subtrahend: { type: 'number' } } };
const manifest = (name: string, endpoint: object, parts: object = {}) => ({
  name: `acme/${name}`,
  version: '1.0.0',
  description: 'Takes one number from another.',
  inputSchema: numbers,
  protocol: 'json-rpc',
  endpoint,
  annotations: { readOnlyHint: true },
  ...parts,
});
const publish = (name: string, endpoint: object, parts: object = {}) =>
  admin.post<Problem>('/v1/tools', manifest(name, endpoint, parts));
const invoke = (tool: string, input: object, more: object = {}) =>
  admin.post<Envelope>('/v1/invocations', { tool: `acme/${tool}@^1`, input, ...more });

describe('a JSON-RPC tool', () => {
  it('is called by name or by position, by its own name unless it says another', async () => {
    const url = `${service.origin}/rpc`;
    expect((await publish('subtract', { url })).status).toBe(201);
    expect((await publish('minus', { url, method: 'subtract', positional: ['minuend', 'subtrahend'] })).status).toBe(
      201,
    );
    for (const tool of ['subtract', 'minus']) {
      const answer = await invoke(tool, { minuend: 42, subtrahend: 23 });
      expect(answer.body).toMatchObject({
        status: 'succeeded',
        output: 19,
        provenance: { source: `json-rpc:${service.origin}` },
      });
    }
    const { id } = (await invoke('minus', { minuend: 1, subtrahend: 1 })).body;
    expect(JSON.parse(service.requests.at(-1)?.body ?? '')).toEqual({
      jsonrpc: '2.0',
      id,
      method: 'subtract',
      params: [1, 1],
    });
  });

  it('uses the credentials of the HTTP server it lives on, and keeps them to itself', async () => {
    const url = `${service.origin}/rpc`;
    expect((await publish('fail', { server: 'acme/api', url })).status).toBe(201);
    const failed = await invoke('fail', {});
    expect(failed).toMatchObject({ status: 422, body: { code: 'upstream_rejected', error: { outcome: 'none' } } });
    expect(service.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(JSON.stringify(failed.body)).not.toContain(secret);
    expect(house.logs()).not.toContain(secret);
    const server = await admin.get<ServerView>('/v1/servers/acme/api');
    expect(server.body.health.state).toBe('up');
    expect((await admin.delete('/v1/servers/acme/api')).status).toBe(409);
  });

  it('tells an input that the service refuses from a service that broke', async () => {
    const url = `${service.origin}/status`;
    await publish('refuse', { url });
    await publish('crash', { url }, { annotations: {} });
    expect(await invoke('refuse', {})).toMatchObject({ status: 422, body: { code: 'upstream_rejected' } });
    expect(await invoke('crash', {})).toMatchObject({
      status: 502,
      body: { code: 'tool_error', error: { outcome: 'unknown' } },
    });
  });

  it('is ended at its deadline', async () => {
    await publish('mute', { url: `${service.origin}/mute` });
    expect(await invoke('mute', {}, { deadlineMs: 150 })).toMatchObject({
      status: 504,
      body: { code: 'deadline_exceeded' },
    });
  });

  it.each([
    [{ url: '/rpc' }, '/endpoint/url'],
    [{ url: 'ftp://x' }, '/endpoint/url'],
    [{ url: 'http://x.example', method: 'rpc.discover' }, '/endpoint/method'],
    [{ url: 'http://x.example', positional: ['minuend', 'subtrahend', 'other'] }, '/endpoint/positional/2'],
    [{ url: 'http://x.example', positional: ['minuend'] }, '/endpoint/positional'],
    [{ server: 'acme/nobody', url: '/rpc' }, '/endpoint/server'],
    [{ url: 'http://x.example', batch: true }, '/endpoint/batch'],
  ])('is refused with the place: %j', async (endpoint, path) => {
    const refused = await publish('refused', endpoint);
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map((it) => it.path)).toEqual([path]);
  });
});
