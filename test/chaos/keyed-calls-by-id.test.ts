import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import type { Api } from './api.js';
import { patienceMs } from './soak.js';
import { twoHomes } from './two-homes.js';
import { until } from './until.js';

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly error?: { readonly code: string; readonly outcome: string };
}

const homes = twoHomes();
let api: HttpApi;
afterEach(() => api.stop());

/** Tools of an API that withholds its answers on request. */
async function publishTools(rest: Api, url: string): Promise<void> {
  await rest.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
  for (const [name, readOnlyHint] of Object.entries({ read: true, act: false }))
    await rest.expect(201, 'POST', '/v1/tools', {
      ...{ name: `chaos/${name}`, version: '1.0.0', description: 'Does what it is asked for.', protocol: 'http' },
      ...{ inputSchema: { type: 'object' }, endpoint: { url }, annotations: { readOnlyHint } },
    });
}

it(
  'a call with a key whose caller waits is found under its id on every replica, while it runs and after kill -9',
  async () => {
    let isSilent = true;
    let reached = 0;
    api = await startHttpApi((_request, response) => {
      reached += 1;
      if (!isSilent) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const [one, other] = [await homes[0].start(), await homes[1].start()];
    await publishTools(one.api, api.url);
    const calls = ['read', 'act'].map((tool) => {
      const [id, idempotencyKey] = [randomUUID(), `key-${tool}`];
      return { id, body: { tool: `chaos/${tool}`, input: {}, id, idempotencyKey, deadlineMs: 600_000 } };
    });
    const waiting = calls.map(({ body }) => one.api.attempt('POST', '/v1/invocations', body));
    const show = (id: string) => other.api.attempt<Shown>('GET', `/v1/invocations/${id}`);
    await until('both calls to be under way', () => reached === 2);
    for (const { id } of calls) expect(await show(id)).toMatchObject({ status: 202, body: { id, status: 'running' } });
    await one.kill();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    const [read, act] = calls as [(typeof calls)[number], (typeof calls)[number]];
    for (const { id } of calls)
      await until('the loss to be known', async () => {
        const shown = await show(id);
        // In no state in between is it absent.
        expect(shown?.body.id).toBe(id);
        return shown?.body.status === 'failed';
      });
    expect((await show(read.id))?.body.error).toMatchObject({ code: 'unavailable', outcome: 'none' });
    expect((await show(act.id))?.body.error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });

    isSilent = false;
    // What only reads is made again under its own id; what acts is not asked again.
    const repeated = await other.api.attempt<Shown>('POST', '/v1/invocations', read.body);
    expect(repeated).toMatchObject({ status: 200, body: { id: read.id, status: 'succeeded' } });
    const refused = await other.api.attempt<Shown>('POST', '/v1/invocations', act.body);
    expect(refused?.body.error ?? refused?.body).toMatchObject({ outcome: 'unknown' });
    expect(reached).toBe(3);
    expect((await show(read.id))?.body).toMatchObject({ id: read.id, status: 'succeeded' });
    expect((await show(act.id))?.body).toMatchObject({ id: act.id, status: 'failed', error: { outcome: 'unknown' } });
  },
  patienceMs,
);
