import type { Entry, Envelope } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noRedis, startRedis, type TestRedis } from '../../libs/coordination/src/redis-server.fixture.js';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

interface Ready {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

(noRedis === null ? describe : describe.skip)(`with Redis${noRedis === null ? '' : ` (${noRedis})`}`, () => {
  let redis: TestRedis;
  let house: House;
  let api: HttpApi;
  let carl: Client;

  beforeAll(async () => {
    redis = await startRedis();
    house = await startHouse({ REDIS_URL: redis.url });
    api = await startHttpApi((_request, response) => answerJson(response, { text: 'tea' }));
    await house.admin.post('/v1/namespaces', { name: 'acme' });
    await house.admin.post<Entry>('/v1/tools', httpManifest('acme/echo', { endpoint: { url: `${api.url}/echo` } }));
    await house.admin.post('/v1/endorsements', { tool: 'acme/echo', organisation: 'default' });
    await house.admin.put('/v1/limits/tool.calls/acme%2Fecho', { limit: 4 });
    carl = await house.as('carl');
  });
  afterAll(async () => {
    redis.resume();
    await house.stop();
    await api.stop();
    await redis.stop();
  });

  const call = () => carl.post<Envelope & Refusal>('/v1/invocations', { tool: 'acme/echo', input: { item: 'tea' } });
  const ready = () => house.anonymous.get<Ready>('/readyz');

  it('limits are counted there, also over a restart of the server', async () => {
    // A start keeps a machine busy: Redis may have been too slow for it once.
    const well = await eventually(async () => {
      await house.admin.get('/v1/limits');
      const { body } = await ready();
      return body.checks.redis === 'ok' ? body : undefined;
    }, 'Redis is well');
    expect(well).toEqual({ status: 'ready', checks: { database: 'ok', redis: 'ok' } });
    for (let turn = 0; turn < 3; turn += 1) expect((await call()).status).toBe(200);
    const key = await house.key('carl');
    await house.restart();
    carl = house.client(key);
    expect((await call()).headers.get('ratelimit')).toBe('"tool.calls";r=0');
    expect((await call()).status).toBe(429);
  });

  it('calls go on when it is away, the server stays ready and says so, and finds it again', async () => {
    await house.admin.put('/v1/limits/tool.calls/acme%2Fecho', { limit: 100 });
    redis.halt();
    expect((await call()).status).toBe(200);
    const { status, body } = await ready();
    expect(status).toBe(200);
    expect(body.checks.redis).toMatch(/^degraded: no answer within 150 ms; until then each server applies its share/);
    expect(house.logs()).toContain('Redis is unavailable');
    redis.resume();
    await eventually(async () => {
      await call();
      return (await ready()).body.checks.redis === 'ok' || undefined;
    }, 'Redis is found again');
    expect(house.logs()).toContain('Redis is back');
    expect(house.logs()).not.toContain('REDIS_URL is not set');
  });
});
