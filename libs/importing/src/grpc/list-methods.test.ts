import { compileSchema } from '@assay/json-schema';
import { checkManifest, filesOf, readTypes } from '@assay/registry';
import { aField, aFile, aMessage, aMethod, aService, label, shopFiles, type } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { proposeManifest } from '../propose-manifest.js';
import type { UpstreamListing, UpstreamTool } from '../upstream.js';
import { upstreamDigest } from '../upstream-digest.js';
import type { DescribedServer } from './described-server.js';
import { listMethods } from './list-methods.js';

const pause = async () => {};
async function listed(described: DescribedServer): Promise<UpstreamListing> {
  const listing = await listMethods(described, pause);
  if (!listing.ok) throw new Error(listing.error.message);
  return listing.value;
}
const toolOf = async (name: string, files = shopFiles()): Promise<UpstreamTool> => {
  const found = (await listed({ files })).tools.find((it) => it.name === name);
  if (found === undefined) throw new Error(`No ${name}.`);
  return found;
};

describe('listMethods', () => {
  it('makes a tool of each method that has one request', async () => {
    const listing = await listed({ files: shopFiles() });
    expect(listing).toMatchObject({
      name: 'shop.v1',
      leftOut: ['shop.v1.Orders/Upload: takes a stream of messages, which a tool call cannot send'],
      tools: [
        {
          name: 'Orders.Get',
          description: 'Gets one order.',
          annotations: { readOnlyHint: true, idempotentHint: true },
          capabilities: ['shop'],
          grpc: { service: 'shop.v1.Orders', method: 'Get' },
        },
        { name: 'Orders.Watch', outputSchema: { type: 'array' } },
      ],
    });
  });

  it('writes schemas with lists, maps, enums, alternatives and messages within themselves', async () => {
    const { inputSchema, outputSchema } = await toolOf('Orders.Get');
    expect(inputSchema).toEqual({
      type: 'object',
      properties: { orderId: { type: 'string' } },
      additionalProperties: false,
    });
    expect(outputSchema).toEqual({
      type: 'object',
      properties: {
        orderId: { type: 'string', description: 'As it was given out.' },
        items: { type: 'array', items: { $ref: '#/$defs/shop.v1.Item' } },
        state: { anyOf: [{ type: 'string', enum: ['UNKNOWN', 'OPEN'] }, { type: 'integer' }] },
        labels: {
          type: 'object',
          propertyNames: { pattern: '^-?[0-9]{1,19}$' },
          additionalProperties: { type: 'string' },
        },
        card: { type: 'string' },
        voucher: { type: 'string' },
        placedAt: { type: 'string', format: 'date-time' },
      },
      $defs: {
        'shop.v1.Item': {
          type: 'object',
          properties: { sku: { type: 'string' }, parts: { type: 'array', items: { $ref: '#/$defs/shop.v1.Item' } } },
        },
      },
    });
  });

  it('allows at most one alternative, and only those with a field', async () => {
    const put = aFile({
      name: 'put.proto',
      imports: ['orders.proto'],
      services: [aService('Puts', [aMethod('Put', '.shop.v1.Order', '.google.protobuf.Empty')])],
    });
    const { inputSchema } = await toolOf('Puts.Put', [...shopFiles(), put]);
    const validate = compileSchema(inputSchema as Record<string, unknown>);
    const fits = (value: unknown) => validate(value).length === 0;
    expect(
      [{}, { card: 'a' }, { voucher: 'b' }, { items: [{ parts: [{}] }] }, { labels: { '-3': 'x' } }].map(fits),
    ).toEqual([true, true, true, true, true]);
    expect(
      [
        { card: 'a', voucher: 'b' },
        { colour: 1 },
        { items: [{ x: 1 }] },
        { state: 'GONE' },
        { labels: { x: 'y' } },
      ].map(fits),
    ).toEqual([false, false, false, false, false]);
  });

  it('requires what proto2 requires, and nothing else', async () => {
    const messages = [
      aMessage('Ask', [aField('must', 1, type.string, { label: label.required }), aField('may', 2, type.string)]),
    ];
    const services = [aService('Old', [aMethod('Do', '.shop.v1.Ask', '.google.protobuf.StringValue')])];
    const tool = await toolOf('Old.Do', [aFile({ syntax: '', messages, services })]);
    expect(tool).toMatchObject({ inputSchema: { required: ['must'] }, outputSchema: { type: 'string' } });
  });

  it('pins the contract, and no other bytes', async () => {
    expect((await toolOf('Orders.Get')).grpc?.contract).toMatchObject({
      messages: {
        'shop.v1.Order': {
          2: 'repeated shop.v1.Item items',
          4: 'map<int32, string> labels',
          5: 'string card in oneof payment',
        },
      },
    });
    const digest = async (files: Uint8Array[]) => upstreamDigest(await toolOf('Orders.Get', files));
    const before = await digest(shopFiles());
    const unused = aMessage('Another', [aField('x', 1, type.string)]);
    expect(await digest([...shopFiles(), aFile({ name: 'more.proto', messages: [unused] })])).toBe(before);
    expect(await digest(shopFiles({ imports: ['items.proto'] }))).toBe(before);
    const [items = new Uint8Array()] = shopFiles();
    const renumbered = aFile({
      name: 'orders.proto',
      messages: [
        aMessage('GetOrder', [aField('order_id', 2, type.string)]),
        aMessage('Order', [aField('order_id', 1, type.string)]),
      ],
      services: [aService('Orders', [aMethod('Get', '.shop.v1.GetOrder', '.shop.v1.Order')])],
    });
    expect(await digest([items, renumbered])).not.toBe(before);
  });

  it('includes the descriptors a method needs, so that its manifest can be published', async () => {
    const tool = await toolOf('Orders.Get');
    const set = filesOf(Buffer.from(tool.grpc?.descriptorSet ?? '', 'base64'));
    const types = readTypes(set);
    expect(types.ok && [...types.value.messages.keys()].sort()).toEqual(
      ['GetOrder', 'Item', 'Order', 'Order.LabelsEntry'].map((it) => `shop.v1.${it}`),
    );
    const { manifest, state } = proposeManifest('acme/shop', 'acme/shop.Orders.Get', tool, undefined);
    expect([state, manifest.protocol]).toEqual(['new', 'grpc']);
    expect(checkManifest(manifest)).toMatchObject({ ok: true });
  });

  it('uses package names where services have the same last name', async () => {
    const service = (inPackage: string) =>
      aFile({
        name: `${inPackage}.proto`,
        inPackage,
        services: [aService('Things', [aMethod('Do', '.google.protobuf.Empty', '.google.protobuf.Empty')])],
      });
    const listing = await listed({ files: [service('a.one'), service('a.two')] });
    expect(listing).toMatchObject({ name: 'a', tools: [{ name: 'a.one.Things.Do' }, { name: 'a.two.Things.Do' }] });
    const one = await listed({ files: [service('a.one'), service('a.two')], services: ['a.two.Things'] });
    expect(one.tools.map((it) => it.name)).toEqual(['Things.Do']);
  });

  it('reports missing types, and an empty list', async () => {
    const [, orders = new Uint8Array()] = shopFiles();
    const listing = await listed({ files: [orders] });
    expect(listing.tools).toEqual([]);
    expect(listing.leftOut?.[0]).toContain('which is defined nowhere');
    expect(await listMethods({ files: [] }, pause)).toMatchObject({ error: { code: 'invalid_request' } });
  });
});
