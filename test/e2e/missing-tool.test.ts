import type { Envelope } from '@assay/contracts';
import { CheckDefinitionsSoon } from '@assay/importing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { HttpApi } from '../fixtures/http-api.js';
import { type Said, startSayingUpstream } from '../fixtures/saying-upstream.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

const tools = ['kept', 'gone'];
let house: House;
let upstream: HttpApi;
let ann: Client;

const call = (name: string, city = 'Ulm') =>
  ann.post<Envelope & Refusal>('/v1/invocations', { tool: `acme/list.${name}`, input: { city } });
const lists = () => upstream.seen.filter((it) => it.body.includes('"tools/list"')).length;

beforeAll(async () => {
  house = await startHouse();
  upstream = await startSayingUpstream(tools, (name, { city }): Said => {
    if (!tools.includes(name)) return { text: `Unknown tool: ${name}`, isError: true };
    return city === 'Ulm' ? { text: 'fine' } : { text: `City ${String(city)} not found`, isError: true };
  });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: `${upstream.url}/mcp` }, 'list');
  ann = await house.as('ann');
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
});

it('a server that does not know its own tool is looked at, without having said that its list changed', async () => {
  expect((await call('gone')).status).toBe(200);
  expect((await call('kept', 'Atlantis')).body.code).toBe('upstream_not_found');
  await house.application.get(CheckDefinitionsSoon).settled();
  const before = lists();

  tools.splice(tools.indexOf('gone'), 1);
  expect(await call('gone')).toMatchObject({
    status: 502,
    body: { code: 'upstream_error', error: { class: 'server' } },
  });
  await eventually(
    async () => ((await call('gone')).body.code === 'quarantined' ? true : undefined),
    'the tool that is gone to be quarantined',
  );
  expect(lists()).toBe(before + 1);
  expect((await call('kept')).status).toBe(200);
});
