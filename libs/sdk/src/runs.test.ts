import type { RunEventView } from '@assay/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Assay } from './assay.js';
import { localServer, type Reply } from './local-server.fixture.js';

let server: Awaited<ReturnType<typeof localServer>>;
afterEach(() => server.close());

/** A client of a server that answers with these, one request after the other. */
async function asking(...replies: Reply[]) {
  server = await localServer(() => replies.shift() ?? { status: 404, body: '{}' });
  return new Assay({ url: server.url, apiKey: 'k' }).runs;
}

async function follow(...replies: Reply[]) {
  const runs = await asking(...replies);
  const kinds: string[] = [];
  for await (const event of runs.follow('run-1')) kinds.push(event.kind === 'status' ? event.status : event.kind);
  return { kinds, seen: server.seen };
}

const stream = (...events: [id: string, event: Partial<RunEventView>][]): Reply => ({
  headers: { 'content-type': 'text/event-stream' },
  body: [':', ...events.map(([id, it]) => `id: ${id}\nevent: ${it.kind}\ndata: ${JSON.stringify(it)}`), ''].join(
    '\n\n',
  ),
});
const status = (of: 'running' | 'awaiting_approval') => ({ kind: 'status', status: of }) as const;

describe('following a run', () => {
  it('goes on where it was, also while its server is crowded or started again, to the end', async () => {
    const { kinds, seen } = await follow(
      stream(['here-1', status('running')], ['here-2', status('awaiting_approval')]),
      { status: 503, body: '{}' },
      { status: 429, body: '{}' },
      stream(['there-1', status('running')], ['end', { kind: 'end' }]),
    );
    expect(kinds).toEqual(['running', 'awaiting_approval', 'running', 'end']);
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'here-2', 'here-2', 'here-2']);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/v1/runs/run-1/events' });
  });

  it('ends with the refusal of a server that says no, and with what has nothing more to say', async () => {
    await expect(follow({ status: 404, body: '{}' })).rejects.toMatchObject({ status: 404 });
    await server.close();
    expect((await follow({ status: 204 })).kinds).toEqual([]);
  });
});

it('resuming a run answers at once', async () => {
  const runs = await asking({ status: 202, body: { id: 'run-1', status: 'running' } });
  expect(await runs.resume('run-1')).toMatchObject({ status: 'running' });
  expect(server.seen[0]).toMatchObject({
    ...{ method: 'POST', url: '/v1/runs/run-1/resume' },
    headers: { prefer: 'respond-async' },
  });
});
