import type { CreatedKey, RunView } from '@assay/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: HttpApi;
/** Lets the tool that is held answer. */
let letGo: () => void = () => undefined;

beforeAll(async () => {
  house = await startHouse();
  api = await startHttpApi(({ url }, response) => {
    if (url === '/held') letGo = () => answerJson(response, {});
    else answerJson(response, {});
  });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  for (const name of ['held', 'after']) {
    const parts = { inputSchema: { type: 'object' as const }, endpoint: { url: `${api.url}/${name}` } };
    expect((await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, parts))).status).toBe(201);
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
});
afterAll(async () => {
  await house.stop();
  await api.stop();
});

it('a key that is revoked while a run goes on begins no further step of it', async () => {
  const { body: key } = await house.admin.post<CreatedKey>('/v1/keys', {
    principal: { name: 'ruth', kind: 'agent' },
    scopes: ['registry:read', 'tools:call'],
  });
  const ruth = house.client(key.key);
  const chain = {
    sequence: [
      { tool: 'acme/held', input: {} },
      { tool: 'acme/after', input: {} },
    ],
  };
  const begun = await ruth.post<RunView>('/v1/plans/execute', { chain }, { headers: { prefer: 'respond-async' } });
  expect(begun.status).toBe(202);
  await eventually(() => api.seen[0], 'the first step is under way');
  expect((await house.admin.delete(`/v1/keys/${key.id}`)).status).toBeLessThan(300);
  letGo();
  const other = await house.as('ruth', { scopes: ['registry:read', 'tools:call'] });
  const ended = await eventually(async () => {
    const { body } = await other.get<RunView>(`/v1/runs/${begun.body.id}`);
    return body.endedAt === null ? undefined : body;
  }, 'the run ends');
  expect(ended.status).toBe('failed');
  expect(ended.steps.map(({ status, error }) => [status, error?.code])).toEqual([
    ['succeeded', undefined],
    ['failed', 'denied'],
  ]);
  expect(api.seen.map(({ url }) => url)).toEqual(['/held']);
});
