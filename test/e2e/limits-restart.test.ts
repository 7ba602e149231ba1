import type { Envelope, LimitView, RunView } from '@assay/contracts';
import type { Clock } from '@assay/kernel';
import { afterEach, expect, it } from '@jest/globals';
import { startHttpApi } from '../fixtures/http-api.js';
import { type House, startHouse } from './house.js';

let house: House;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await house.stop();
  for (const close of closing.splice(0)) await close();
});

/** Time that passes faster than on the wall, so that a test need not wait out a minute. */
class FastClock implements Clock {
  private readonly startedAt = Date.now();
  private readonly startedMs = performance.now();

  constructor(private readonly times: number) {}

  now = (): number => this.startedAt + (Date.now() - this.startedAt) * this.times;
  monotonic = (): number => this.startedMs + (performance.now() - this.startedMs) * this.times;

  after = (delayMs: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, delayMs / this.times);
    timer.unref();
    return () => clearTimeout(timer);
  };
}

async function publishTool(costPerCallUsd?: number): Promise<void> {
  const api = await startHttpApi((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  closing.push(() => api.stop());
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const published = await house.admin.post('/v1/tools', {
    ...{ name: 'acme/read', version: '1.0.0', description: 'Reads what is there.', protocol: 'http' },
    ...{ inputSchema: { type: 'object' }, endpoint: { url: api.url }, annotations: { readOnlyHint: true } },
    ...(costPerCallUsd !== undefined && { costPerCallUsd }),
  });
  expect(published.status).toBe(201);
}

const call = async (): Promise<number> =>
  (await house.admin.post<Envelope>('/v1/invocations', { tool: 'acme/read', input: {} })).status;

it.each([
  ['caller.calls', 5, undefined],
  ['caller.calls.daily', 5, undefined],
  ['tool.calls', 5, undefined],
  ['caller.cost.daily', 0.05, 0.01],
])('a limit of five on %s means five, over a restart too, and /v1/limits says so', async (name, limit, cost) => {
  house = await startHouse();
  await publishTool(cost);
  expect((await house.admin.put(`/v1/limits/${name}/*`, { limit })).status).toBe(200);
  const statuses = [await call(), await call(), await call()];
  await house.restart();
  const { body } = await house.admin.get<{ items: LimitView[] }>('/v1/limits?tool=acme/read');
  expect(body.items.find((it) => it.name === name)?.left).toBeCloseTo((limit / 5) * 2, 6);
  statuses.push(await call(), await call(), await call());
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

it.each([
  ['caller.calls.daily', 5, undefined],
  ['caller.cost.daily', 0.05, 0.01],
  ['organisation.cost.daily', 0.05, 0.01],
])('what the records of the day show was used of %s counts after a start, once', async (name, limit, cost) => {
  house = await startHouse();
  await publishTool(cost);
  // Nothing counts these calls, as nothing did before counts were kept.
  expect([await call(), await call(), await call()]).toEqual([200, 200, 200]);
  expect((await house.admin.put(`/v1/limits/${name}/*`, { limit })).status).toBe(200);
  await house.restart();
  const statuses = [await call()];
  await house.restart();
  statuses.push(await call(), await call());
  expect(statuses).toEqual([200, 200, 429]);
});

it('a run of 1,000 steps of the own new tool waits for its limit and succeeds within its deadline', async () => {
  house = await startHouse({}, new FastClock(10));
  await publishTool();
  const steps = Array.from({ length: 1_000 }, (_, at) => ({ id: `s${at}`, tool: 'acme/read', arguments: {} }));
  const run = await house.admin.post<RunView>('/v1/plans/execute', { plan: { steps }, deadlineMs: 600_000 });
  expect(run.body.steps.filter(({ status }) => status !== 'succeeded')).toEqual([]);
  expect(run.body.status).toBe('succeeded');
});
