import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallEventView, Envelope } from '@assay/contracts';
import { startUpstreamHttp, stdioUpstream } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

interface Heard {
  readonly id: string;
  readonly name: string;
  readonly event: CallEventView;
}

/** What the tools wait for: outside of the server's own folder, which they cannot see. */
const folder = mkdtempSync(join(tmpdir(), 'assay-following-'));
let house: House;
let key: string;
let caller: Client;
let remote: Awaited<ReturnType<typeof startUpstreamHttp>>;
let next = 0;
const asynchronously = { headers: { prefer: 'respond-async' } };

/** A tool that takes two steps and then waits for `finish`. */
async function begin(server = 'local') {
  next += 1;
  const until = join(folder, `finish-${next}`);
  const body = { tool: `acme/${server}.steps`, input: { steps: 2, until } };
  const begun = await caller.post<Envelope>('/v1/invocations', body, asynchronously);
  expect(begun.status).toBe(202);
  return { id: begun.body.id, finish: () => writeFileSync(until, '') };
}

/** Follows a call; what has been heard grows, and `ended` resolves with the stream. */
async function follow(id: string, headers: Record<string, string> = {}, by = key) {
  const response = await fetch(`${house.url}/v1/invocations/${id}/events`, {
    headers: { authorization: `Bearer ${by}`, ...headers },
  });
  const heard: Heard[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      heard.push(...blocks.flatMap(eventOf));
    }
  };
  return { response, heard, ended: read() };
}

function eventOf(block: string): Heard[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  return data === undefined
    ? []
    : [{ id: field('id') ?? '', name: field('event') ?? '', event: JSON.parse(data) as CallEventView }];
}

beforeAll(async () => {
  house = await startHouse();
  remote = await startUpstreamHttp();
  key = await house.key('carl');
  caller = house.client(key);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', stdioUpstream('plain', join(folder, 'effects.log')), 'local');
  await importServer(house.admin, 'acme', { url: remote.url }, 'remote');
});
afterAll(async () => {
  await house.stop();
  await remote.stop();
  rmSync(folder, { recursive: true });
});

describe('following a call', () => {
  it.each(['local', 'remote'])('tells its stages, what the %s tool reports, and its end', async (server) => {
    const { id, finish } = await begin(server);
    const { response, heard, ended } = await follow(id);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await eventually(() => (heard.some(({ name }) => name === 'progress') ? true : undefined), 'progress');
    finish();
    await ended;
    const names = heard.map(({ event }) => (event.kind === 'stage' ? event.stage : event.kind));
    expect(names.filter((it) => ['resolve', 'progress', 'call', 'end'].includes(it))).toEqual([
      'resolve',
      'progress',
      'progress',
      'call',
      'end',
    ]);
    expect(heard.filter(({ name }) => name === 'progress').map(({ event }) => event)).toEqual([
      { kind: 'progress', progress: 1, total: 2 },
      { kind: 'progress', progress: 2, total: 2 },
    ]);
    expect(heard.at(-1)).toMatchObject({
      id: 'end',
      name: 'end',
      event: { envelope: { id, status: 'succeeded', output: 'done' } },
    });
  });

  it('goes on after the last event that arrived, and is over after the end', async () => {
    const { id, finish } = await begin();
    const first = await follow(id);
    await eventually(() => (first.heard.length >= 4 ? true : undefined), 'four events');
    const last = first.heard[2]?.id ?? '';
    const second = await follow(id, { 'last-event-id': last });
    finish();
    await Promise.all([first.ended, second.ended]);
    expect(second.heard.map((it) => it.id)).toEqual(first.heard.slice(3).map((it) => it.id));
    expect((await follow(id, { 'last-event-id': 'end' })).response.status).toBe(204);
    const late = await follow(id);
    await late.ended;
    expect(late.heard).toMatchObject([{ id: 'end', event: { kind: 'end', envelope: { id, output: 'done' } } }]);
  });

  it('is for who made the call, and for sixteen at once', async () => {
    const { id, finish } = await begin();
    const other = await follow(id, {}, await house.key('dora'));
    expect(other.response.status).toBe(404);
    const followers = await Promise.all(Array.from({ length: 16 }, () => follow(id)));
    const crowded = await caller.get<Refusal>(`/v1/invocations/${id}/events`);
    expect(crowded).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    finish();
    await Promise.all(followers.map(({ ended }) => ended));
    expect(followers.every(({ heard }) => heard.at(-1)?.name === 'end')).toBe(true);
  });

  it('ends with a call that is cancelled', async () => {
    const { id } = await begin();
    const { heard, ended } = await follow(id);
    await caller.delete(`/v1/invocations/${id}`);
    await ended;
    expect(heard.at(-1)?.event).toMatchObject({ kind: 'end', envelope: { status: 'cancelled' } });
  });

  it('needs an id that means something', async () => {
    for (const id of ['nonsense', '01890000-0000-7000-8000-000000000000'])
      expect(await caller.get(`/v1/invocations/${id}/events`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
  });
});
