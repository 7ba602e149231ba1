import { join } from 'node:path';
import type { ConfirmedImport, Envelope, ImportView, Problem, QuarantineView, ServerView } from '@assay/contracts';
import { type ListeningProcess, startListening } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from './client.js';
import { type House, startHouse } from './house.js';

const script = join(import.meta.dirname, '../../libs/transports/src/grpc/shop-server.fixture.mjs');
const secret = 'Bearer a-secret-of-the-shop';

let house: House;
let shop: ListeningProcess;
let admin: Client;
const others: ListeningProcess[] = [];
beforeAll(async () => {
  house = await startHouse();
  shop = await startListening(script, ['v1']);
  admin = house.admin;
  await admin.post('/v1/namespaces', { name: 'acme' });
});
afterAll(async () => {
  for (const it of [shop, ...others]) await it.stop();
  await house.stop();
});

const source = (parts: object = {}) => ({ grpc: { address: `127.0.0.1:${shop.port}`, ...parts } });
const propose = (body: object) =>
  admin.post<ImportView & Problem>('/v1/imports', { namespace: 'acme', server: 'shop', source: source(), ...body });
const confirm = (id: string, body: object = {}) =>
  admin.post<ConfirmedImport & Problem>(`/v1/imports/${id}/confirm`, body);
const invoke = (tool: string, input: object, more: object = {}) =>
  admin.post<Envelope>('/v1/invocations', { tool, input, ...more });

describe('importing a gRPC server', () => {
  it('proposes a tool for each method it can offer, by reflection, and calls them once confirmed', async () => {
    const proposed = await propose({ source: source({ metadata: { authorization: secret } }) });
    expect(proposed.status).toBe(201);
    const names = proposed.body.proposals.map((it) => it.manifest.name).sort();
    expect(names).toEqual(
      ['Odd.Double', 'Odd.Echo', 'Odd.Fail', 'Odd.Flood', 'Odd.Large', 'Odd.Now', 'Odd.Sleep', 'Odd.Told']
        .concat(['Orders.Create', 'Orders.Get', 'Orders.Watch'])
        .map((it) => `acme/shop.${it}`),
    );
    expect(proposed.body.leftOut).toEqual([
      expect.stringContaining('shop.v1.Orders/Upload'),
      expect.stringContaining('shop.v1.Orders/Chat'),
    ]);
    expect(proposed.body.proposals.filter((it) => it.state === 'invalid')).toEqual([]);
    const edits = Object.fromEntries(names.map((name) => [name, { annotations: { readOnlyHint: true } }]));
    expect((await confirm(proposed.body.id, { edits })).body.entries).toHaveLength(11);

    const got = await invoke('acme/shop.Orders.Get@^1', { orderId: '1' });
    expect(got.body).toMatchObject({
      status: 'succeeded',
      validation: { outcome: 'valid' },
      provenance: { source: 'grpc:acme/shop' },
      output: { orderId: '1', items: [{ sku: 'tea', count: 2, parts: [] }], state: 'OPEN', totalCents: '990' },
    });
    expect((await invoke('acme/shop.Orders.Watch@^1', { orderId: '3' })).body).toMatchObject({
      output: [{ state: 'OPEN' }, { state: 'SHIPPED' }],
    });
    const reports = await invoke('acme/shop.Odd.Told@^1', {});
    expect(reports.body).toMatchObject({ output: { authorization: secret } });
    expect((reports.body.output as Record<string, string>).traceparent).toContain(
      reports.body.provenance?.traceId ?? 'none',
    );
  });

  it('gives back what it was given, whatever the type, through both schemas', async () => {
    const input = {
      aDouble: 1.5,
      aFloat: 0.1,
      anInt64: '-9223372036854775808',
      aUint64: '18446744073709551615',
      aSint32: -7,
      aFixed64: '9',
      aBool: true,
      aString: 'žluťoučký',
      aBytes: 'AQID',
      aState: 'SHIPPED',
      numbers: [1, -2, 3],
      states: ['OPEN', 'SHIPPED'],
      itemsByNumber: { '-4': { sku: 'cup', count: 1, parts: [{ sku: 'lid', count: 2, parts: [] }] } },
      weights: { true: 0.5 },
      at: '2026-11-23T08:30:00.250Z',
      during: '90.500s',
      struct: { a: [1, null, { b: 'c' }] },
      list: ['x', 2],
      wrappedText: '',
      wrappedNumber: '5',
      wrappedFlag: false,
      item: { sku: 'tea', count: 1, parts: [] },
    };
    const echoed = await invoke('acme/shop.Odd.Echo@^1', input);
    expect(echoed.body).toMatchObject({ status: 'succeeded', validation: { outcome: 'valid' }, output: input });
  });

  it('refuses what does not fit before the call, and says where', async () => {
    const wrong = await invoke('acme/shop.Orders.Create@^1', { card: 'a', voucher: 'b' }, { repair: 'off' });
    expect(wrong.status).toBe(422);
    const odd = await invoke('acme/shop.Orders.Create@^1', { orderId: '5', colour: 'red' }, { repair: 'off' });
    expect(odd.body).toMatchObject({ code: 'invalid_input' });
    expect(shop.lines.join()).not.toContain('created');
  });

  it('maps a status through the error table', async () => {
    const away = await invoke('acme/shop.Orders.Get@^1', { orderId: 'none' });
    expect(away).toMatchObject({ status: 404, body: { code: 'upstream_not_found' } });
    expect(away.body.error?.message).toContain('There is no order none.');
    const limited = await invoke('acme/shop.Odd.Fail@^1', { code: 8, retrySeconds: 90, details: 'slow' });
    expect(limited).toMatchObject({ status: 429, body: { error: { retryAfterMs: 90_000 } } });
    const late = await invoke('acme/shop.Odd.Sleep@^1', { value: '30s' }, { deadlineMs: 150 });
    expect(late).toMatchObject({ status: 504, body: { code: 'deadline_exceeded' } });
  });

  it('keeps the credentials sealed, and shows their names alone', async () => {
    const server = await admin.get<ServerView>('/v1/servers/acme/shop');
    expect(server.body).toMatchObject({
      grpc: { address: `127.0.0.1:${shop.port}`, metadata: ['authorization'], reflection: true },
      health: { state: 'up' },
    });
    const stored = await house.sql<{ grpc: object }>('SELECT grpc FROM servers WHERE name = $1', ['shop']);
    expect(JSON.stringify(stored)).not.toContain('a-secret');
    expect(house.logs()).not.toContain('a-secret');
  });

  it('finds nothing new at the same server, and keeps credentials that are not given again', async () => {
    const again = await propose({});
    expect(again.body.proposals.map((it) => it.state)).toEqual(Array.from({ length: 11 }, () => 'unchanged'));
    expect((await admin.get<ServerView>('/v1/servers/acme/shop')).body.grpc?.metadata).toEqual(['authorization']);
  });
});

describe('a gRPC server that changes', () => {
  it('shows what changed, quarantines what is pinned, and takes the new definition as a new version', async () => {
    const changed = await startListening(script, ['v1', 'changed']);
    others.push(changed);
    const moved = await admin.patch('/v1/servers/acme/shop', { grpc: { address: `127.0.0.1:${changed.port}` } });
    expect(moved.status).toBe(200);
    const proposed = await propose({ source: { grpc: { address: `127.0.0.1:${changed.port}` } } });
    const states = Object.fromEntries(proposed.body.proposals.map((it) => [it.manifest.name, it.state]));
    expect(states).toMatchObject({
      'acme/shop.Orders.Get': 'changed',
      'acme/shop.Orders.Watch': 'changed',
      'acme/shop.Orders.Create': 'unchanged',
      'acme/shop.Odd.Echo': 'unchanged',
    });
    const quarantines = await admin.get<{ items: QuarantineView[] }>('/v1/quarantines?tool=acme/shop.Orders.Get');
    expect(quarantines.body.items).toHaveLength(1);
    const paths = JSON.stringify(quarantines.body.items[0]);
    expect(paths).toContain('/grpc/contract/messages/shop.v1.GetOrder/2');
    expect(await invoke('acme/shop.Orders.Get@^1', { orderId: '1' })).toMatchObject({
      status: 503,
      body: { code: 'quarantined' },
    });
    const confirmed = await confirm(proposed.body.id);
    expect(confirmed.body.entries.map((it) => it.version)).toEqual(['1.1.0', '1.1.0']);
    expect((await invoke('acme/shop.Orders.Get@1.1.0', { orderId: '1', urgent: true })).status).toBe(200);
  });
});

describe('a gRPC tool that is published by hand', () => {
  const manifest = (endpoint: object, parts: object = {}) => ({
    name: 'acme/order',
    version: '1.0.0',
    description: 'Finds an order.',
    inputSchema: { type: 'object', properties: { orderId: { type: 'string' } } },
    protocol: 'grpc',
    endpoint,
    annotations: { readOnlyHint: true },
    ...parts,
  });

  it('needs neither a server nor descriptors where reflection answers', async () => {
    const endpoint = { address: `grpc://127.0.0.1:${shop.port}`, service: 'shop.v1.Orders', method: 'Get' };
    expect((await admin.post('/v1/tools', manifest(endpoint))).status).toBe(201);
    expect((await invoke('acme/order@1.0.0', { orderId: '1' })).body).toMatchObject({ output: { orderId: '1' } });
  });

  it.each([
    [{ service: 'a.B', method: 'C' }, '/endpoint/address'],
    [{ address: 'shop.example', service: 'a.B', method: 'C' }, '/endpoint/address'],
    [{ address: 'http://shop.example/path', service: 'a.B', method: 'C' }, '/endpoint/address'],
    [{ address: 'shop.example:1', service: 'a/B', method: 'C' }, '/endpoint/service'],
    [{ address: 'shop.example:1', service: 'a.B', method: 'C', descriptorSet: '////' }, '/endpoint/descriptorSet'],
    [{ address: 'shop.example:1', service: 'a.B', method: 'C', descriptorSet: 'CgA=' }, '/endpoint/service'],
    [{ server: 'acme/nobody', service: 'a.B', method: 'C' }, '/endpoint/server'],
  ])('is refused with the place: %j', async (endpoint, path) => {
    const refused = await admin.post<Problem>('/v1/tools', manifest(endpoint, { name: 'acme/refused' }));
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map((it) => it.path)).toContain(path);
  });
});

describe('an import that cannot be read', () => {
  it.each([
    [{ address: 'shop.example' }, 422, '/source/grpc/address'],
    [{ address: '127.0.0.1:9', metadata: { 'grpc-x': 'a' } }, 422, '/source/grpc/metadata/grpc-x'],
    [{ address: '127.0.0.1:9', metadata: { 'x-bin': '???' } }, 422, '/source/grpc/metadata/x-bin'],
    [{ address: '127.0.0.1:9', descriptorSet: '////' }, 422, '/source/grpc/descriptorSet'],
  ])('names the place: %j', async (grpc, status, path) => {
    const refused = await propose({ server: 'other', source: { grpc } });
    expect(refused.status).toBe(status);
    expect(refused.body.errors?.map((it) => it.path)).toEqual([path]);
    expect((await admin.get('/v1/servers/acme/other')).status).toBe(404);
  });

  it('says that nobody is there, and registers nothing', async () => {
    const refused = await propose({ server: 'other', source: { grpc: { address: '127.0.0.1:9' } } });
    expect(refused).toMatchObject({ status: 502, body: { code: 'upstream_unavailable' } });
    expect((await admin.get('/v1/servers/acme/other')).status).toBe(404);
  });
});
