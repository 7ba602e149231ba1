import type { Envelope, LimitView } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { noRedis, startRedis } from '../../libs/coordination/src/redis-server.fixture.js';
import { answerJson, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client } from './client.js';
import { eventually } from './eventually.js';
import { grantedOf, twoReplicas } from './two-replicas.js';

(noRedis === null ? it : it.skip)(`two servers with Redis count together${noRedis ?? ''}`, async () => {
  const redis = await startRedis();
  const { clients, logs, stop } = await twoReplicas({ REDIS_URL: redis.url });
  try {
    // Of a limit this small nothing is kept for newcomers: 30 means 30.
    expect(await grantedOf(clients)).toBe(30);
    expect(logs.flat().join('')).not.toMatch(/REDIS_URL|Redis is unavailable/);
  } finally {
    await stop();
    await redis.stop();
  }
});

(noRedis === null ? it : it.skip)(
  `two replicas spend one budget exactly${noRedis === null ? '' : ` (${noRedis})`}`,
  async () => {
    const redis = await startRedis();
    const { clients, stop } = await twoReplicas({ REDIS_URL: redis.url });
    const api = await startHttpApi((_request, response) => answerJson(response, { text: 'tea' }));
    try {
      const [one, two] = clients as [Client, Client];
      await one.post('/v1/namespaces', { name: 'acme' });
      const priced = {
        endpoint: { url: `${api.url}/dear` },
        costPerCallUsd: 0.07,
        annotations: { readOnlyHint: true },
      };
      await one.post('/v1/tools', httpManifest('acme/dear', priced));
      await one.put('/v1/limits/organisation.cost.daily/default', { limit: 1 });
      await eventually(async () => {
        const { body } = await two.get<{ items?: LimitView[] }>('/v1/limits?tool=acme%2Fdear');
        return body.items?.some((it) => it.name === 'organisation.cost.daily') || undefined;
      }, 'the other replica hears of the budget');
      const call = (n: number) =>
        (clients[n % 2] as Client).post<Envelope>('/v1/invocations', { tool: 'acme/dear', input: { item: 'tea' } });
      const answers: Awaited<ReturnType<typeof call>>[] = [];
      // One after the other: Redis is given up on when it takes long, which a busy machine would make it do. Many at once
      // are in libs/coordination.
      for (let n = 0; n < 20; n += 1) answers.push(await call(n));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(14);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
    } finally {
      await stop();
      await api.stop();
      await redis.stop();
    }
  },
);
