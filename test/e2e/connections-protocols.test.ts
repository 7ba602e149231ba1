import { join } from 'node:path';
import type { ConnectionView, Envelope, ImportView, Problem } from '@assay/contracts';
import {
  type JsonRpcService,
  type ListeningProcess,
  type ProtectedApi,
  startJsonRpcService,
  startListening,
  startProtectedApi,
} from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { confirm } from './importing.js';

const shopScript = join(import.meta.dirname, '../../libs/transports/src/grpc/shop-server.fixture.mjs');
const secret = 'planted-token-51f0aa93';
const [firstKey, secondKey] = ['the first key of this house, long enough', 'the second key of this house, long enough'];

let house: House;
let key: string;
let api: ProtectedApi;
let rpc: JsonRpcService;
let shop: ListeningProcess;

beforeAll(async () => {
  [house, api, rpc, shop] = await Promise.all([
    startHouse({ ASSAY_ENCRYPTION_KEY: firstKey }),
    startProtectedApi(),
    startJsonRpcService(),
    startListening(shopScript, ['v1']),
  ]);
  key = await house.key('carl');
  await house.admin.post('/v1/namespaces', { name: 'acme' });
});
afterAll(async () => {
  await house.stop();
  await Promise.all([api.stop(), rpc.stop(), shop.stop()]);
});

/** The current server: a restart changes its address. */
const carl = (): Client => house.client(key);

async function publish(name: string, protocol: string, endpoint: object): Promise<void> {
  const manifest = {
    ...{
      name: `acme/${name}`,
      version: '1.0.0',
      description: 'Tells what it was sent',
      inputSchema: { type: 'object' },
    },
    ...{
      protocol,
      endpoint,
      auth: { upstream: 'caller' },
      annotations: { readOnlyHint: true },
      visibility: 'organisation',
    },
  };
  const answer = await house.admin.post<Problem>('/v1/tools', manifest);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  await endorse(name);
}
const endorse = (name: string) =>
  house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
const call = (tool: string, input: object = {}) =>
  carl().post<Envelope & Refusal>('/v1/invocations', { tool: `acme/${tool}`, input });
const connect = (parts: object) =>
  carl().post<ConnectionView & Problem>('/v1/connections', { credential: { kind: 'bearer', token: secret }, ...parts });

describe('over MCP', () => {
  it('a server that asks for a token is named with the command that connects it, and then sent it', async () => {
    await house.admin.post('/v1/servers', { name: 'acme/asking', mcp: { url: `${api.origin}/api/mcp` } });
    await publish('asking.read', 'mcp', { server: 'acme/asking', tool: 'read' });
    await house.admin.post('/v1/servers', { name: 'acme/telling', mcp: { url: `${api.origin}/echo` } });
    await publish('telling.read', 'mcp', { server: 'acme/telling', tool: 'read' });
    expect((await call('asking.read')).body.detail).toContain('assay connections add acme/asking');
    await connect({ server: 'acme/asking' });
    const refused = await call('asking.read');
    expect(refused).toMatchObject({ status: 424, body: { code: 'credential_refused' } });
    expect(refused.body.detail).toContain('assay connections rotate');
    await connect({ server: 'acme/telling' });
    const badly = await call('telling.read');
    expect(api.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(JSON.stringify([refused.body, badly.body])).not.toContain(secret);
  });
});

describe('over JSON-RPC', () => {
  it('the header carries it, and neither answers nor errors show it', async () => {
    await house.admin.post('/v1/servers', { name: 'acme/rpc', http: { url: rpc.origin } });
    await publish('rpc.told', 'json-rpc', { server: 'acme/rpc', url: '/rpc', method: 'told' });
    await publish('rpc.fail', 'json-rpc', { server: 'acme/rpc', url: '/rpc', method: 'fail' });
    await connect({ server: 'acme/rpc' });
    const reportOf = await call('rpc.told');
    expect(reportOf.body.output).toMatchObject({ headers: { authorization: 'Bearer [hidden]' } });
    expect(rpc.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
    const failed = await call('rpc.fail');
    expect(failed.body.detail).toContain('no [hidden]');
    expect(JSON.stringify(failed.body)).not.toContain(secret);
  });
});

describe('over gRPC', () => {
  it('the metadata carries it', async () => {
    const source = { grpc: { address: `127.0.0.1:${shop.port}` } };
    const proposed = await house.admin.post<ImportView>('/v1/imports', { namespace: 'acme', server: 'shop', source });
    const edits = { 'acme/shop.Odd.Told': { annotations: { readOnlyHint: true } } };
    await confirm(house.admin, proposed.body.id, { include: ['acme/shop.Odd.Told'], edits });
    await endorse('shop.Odd.Told');
    await connect({ server: 'acme/shop' });
    const { body } = await call('shop.Odd.Told');
    expect(JSON.stringify(body.output)).toContain('Bearer [hidden]');
    expect(body.provenance?.connection).toMatchObject({ shared: false });
  });
});

describe('a change of the encryption key', () => {
  it('works with both keys, re-encrypts everything while calls continue, and leaves the old one unused', async () => {
    const reportOf = async () => (await call('rpc.told')).status;
    await house.restart({ ASSAY_ENCRYPTION_KEY: secondKey, ASSAY_ENCRYPTION_KEY_OLD: firstKey });
    expect(await reportOf()).toBe(200);
    expect((await carl().post<Problem>('/v1/secrets/reseal', undefined)).status).toBe(403);
    const [resealed, ...during] = await Promise.all([
      house.admin.post<{ resealed: number; kept: number }>('/v1/secrets/reseal', undefined),
      reportOf(),
      reportOf(),
    ]);
    expect({ status: resealed.status, during }).toEqual({ status: 200, during: [200, 200] });
    expect(resealed.body.resealed).toBeGreaterThanOrEqual(4);
    const again = await house.admin.post('/v1/secrets/reseal', undefined);
    expect(again.body).toMatchObject({ resealed: 0 });
    await house.restart({ ASSAY_ENCRYPTION_KEY: secondKey });
    expect(await reportOf()).toBe(200);
  });
});
