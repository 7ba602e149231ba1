import type { Entry, ReviewView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { startServedTexts } from '../fixtures/served-texts-upstream.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { confirm, importServer, propose } from './importing.js';

const description = 'Finds the orders of a customer, the newest first, with their states.';
const title = 'Find orders';
const presented = { title, description };

let house: House;
let original: HttpApi;
let copy: HttpApi;
let gus: Client;
let rita: Client;

beforeAll(async () => {
  house = await startHouse();
  const served = () => startServedTexts({ texts: {}, result: { content: [] } });
  [original, copy] = await Promise.all([served(), served()]);
  await house.admin.post('/v1/organisations', { name: 'globex' });
  await house.admin.post('/v1/namespaces', { name: 'acme', visibility: 'public' });
  await house.admin.patch('/v1/namespaces/acme', { visibility: 'public' });
  await house.admin.post(
    '/v1/tools',
    httpManifest('acme/orders.find', { ...presented, endpoint: { url: original.url } }),
  );
  await importServer(house.admin, 'acme', { url: original.url }, 'weather');
  await house.sql("UPDATE tool_versions SET usage_count = 500 WHERE namespace = 'acme'");
  await house.restart();
  gus = await house.as('gus', { role: 'publisher', organisation: 'globex' });
  rita = await house.as('rita', { role: 'reviewer', principal: { kind: 'user', name: 'rita' } });
  await gus.post('/v1/namespaces', { name: 'globex' });
});
afterAll(async () => {
  await house.stop();
  await Promise.all([original, copy].map((it) => it.stop()));
});

const publish = (name: string, url: string, parts: object = presented) =>
  gus.post<Entry & ReviewView & Refusal>('/v1/tools', httpManifest(`globex/${name}`, { ...parts, endpoint: { url } }));
const message = (tool: string) =>
  `has the same title and description as the popular tool ${tool}, but a different upstream`;

describe('a tool published with the title and description of a well-used one', () => {
  it('but another upstream is held until a reviewer of the installation approves', async () => {
    const held = await publish('orders.search', copy.url);
    expect(held).toMatchObject({
      status: 202,
      body: {
        kind: 'look-alike',
        subject: 'globex/orders.search@1.0.0',
        findings: [{ path: '/description', message: message('acme/orders.find') }],
      },
    });
    expect((await rita.get('/v1/tools/globex/orders.search/versions/1.0.0')).status).toBe(404);
    const own = await gus.post<Refusal>(`/v1/reviews/${held.body.id}/decision`, { decision: 'approve' });
    expect(own.status).toBeGreaterThanOrEqual(403);
    const approved = await rita.post(`/v1/reviews/${held.body.id}/decision`, { decision: 'approve' });
    expect(approved.status).toBe(200);
    expect((await gus.get('/v1/tools/globex/orders.search/versions/1.0.0')).status).toBe(200);
  });

  it('is held also where case, spaces and marks differ', async () => {
    const written = { title: 'Find  Orders!', description: description.toUpperCase().replaceAll(',', ' -') };
    expect((await publish('orders.lookup', copy.url, written)).status).toBe(202);
  });

  it('and the same upstream is published', async () => {
    expect((await publish('orders.same', `${original.url}/find`)).status).toBe(201);
  });

  it('is published where the description is its own', async () => {
    const own = { title, description: 'Lists invoices that are overdue, by customer and by month.' };
    expect((await publish('invoices', copy.url, own)).status).toBe(201);
  });
});

describe('an import of a well-used server', () => {
  it('by a second team is published: it is the same public server', async () => {
    const { body } = await propose(gus, 'globex', { url: original.url }, { server: 'forecast' });
    const confirmed = await confirm(gus, body.id);
    expect(confirmed.body.reviews).toEqual([]);
    expect(confirmed.body.entries.map(({ name }) => name)).toEqual(['globex/forecast.report']);
  });

  it('from another address is held', async () => {
    const { body } = await propose(gus, 'globex', { url: copy.url }, { server: 'almanac' });
    const confirmed = await confirm(gus, body.id);
    expect(confirmed.body.entries).toEqual([]);
    expect(confirmed.body.reviews).toEqual([
      expect.objectContaining({
        kind: 'look-alike',
        findings: [{ path: '/description', message: message('acme/weather.report') }],
      }),
    ]);
  });
});
