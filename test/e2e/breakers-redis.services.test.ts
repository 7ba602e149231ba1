import type { BreakerView, Envelope } from '@assay/contracts';
import { createTestDatabase, type TestDatabase } from '@assay/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noRedis, startRedis, type TestRedis } from '../../libs/coordination/src/redis-server.fixture.js';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

type Answer = Envelope & Refusal;

(noRedis === null ? describe : describe.skip)(
  `two replicas and Redis${noRedis === null ? '' : ` (${noRedis})`}`,
  () => {
    let redis: TestRedis;
    let database: TestDatabase;
    let houses: readonly [House, House];
    let api: HttpApi;
    let key: string;
    let isBroken = true;

    const call = (replica: 0 | 1, tool = 'acme/flapping') =>
      houses[replica].client(key).post<Answer>('/v1/invocations', { tool, input: { item: 'tea' } });
    const breaker = async (replica: 0 | 1) => {
      const { body } = await houses[replica].client(key).get<{ items: BreakerView[] }>('/v1/breakers');
      return body.items.find((it) => it.tool === 'acme/flapping');
    };

    beforeAll(async () => {
      redis = await startRedis();
      database = await createTestDatabase();
      const shared = {
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
        ASSAY_ENCRYPTION_KEY: 'the same secret on both replicas, of some length',
        ASSAY_SIGNING_KEY: 'another secret on both replicas, of some length',
        ASSAY_ADMIN_KEY: 'the-administrator-of-both-replicas',
      };
      houses = [await startHouse(shared), await startHouse(shared)];
      const [{ admin }] = houses;
      api = await startHttpApi(({ url }, response) =>
        answerJson(response, { text: 'tea' }, isBroken && url === '/flapping' ? 500 : 200),
      );
      key = await houses[0].key('carl');
      await admin.post('/v1/namespaces', { name: 'acme' });
      for (const name of ['flapping', 'steady']) {
        const parts = { annotations: { readOnlyHint: true }, endpoint: { url: `${api.url}/${name}` } };
        await admin.post('/v1/tools', httpManifest(`acme/${name}`, parts));
        await admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
      }
      await eventually(async () => ((await call(1, 'acme/steady')).status === 200 ? true : undefined), 'both know');
    });
    afterAll(async () => {
      redis.resume();
      for (const house of houses) await house.stop();
      await api.stop();
      await database.drop();
      await redis.stop();
    });

    it('count failures together, and refuse together', async () => {
      for (let n = 0; n < 5; n += 1)
        for (const replica of [0, 1] as const) expect((await call(replica)).status).toBe(502);
      for (const replica of [0, 1] as const) {
        await eventually(
          async () => ((await breaker(replica))?.state === 'OPEN' ? true : undefined),
          'it opens on both',
        );
        expect((await call(replica)).body.code).toBe('circuit_open');
        expect((await call(replica, 'acme/steady')).status).toBe(200);
      }
      expect(await breaker(1)).toMatchObject({ calls: 10, failures: 10, openings: 1, shared: true });
    });

    it('close together when it is reset', async () => {
      isBroken = false;
      await houses[1].admin.post('/v1/breakers/acme/flapping/1.0.0/reset', {});
      for (const replica of [0, 1] as const)
        await eventually(async () => ((await call(replica)).status === 200 ? true : undefined), 'it closes on both');
    });

    it('go on alone while Redis is unavailable, and say so', async () => {
      redis.halt();
      expect((await call(0)).status).toBe(200);
      await eventually(async () => ((await breaker(0))?.shared === false ? true : undefined), 'it counts alone');
      const { body } = await houses[0].anonymous.get<{ status: string; checks: Record<string, string> }>('/readyz');
      expect([body.status, body.checks.redis]).toEqual(['ready', expect.stringMatching(/its own circuit breakers/)]);
      redis.resume();
    });
  },
);
