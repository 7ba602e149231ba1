import type { CallEventView } from '@assay/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Assay } from './assay.js';
import { localServer, type Reply, type Seen } from './local-server.fixture.js';

let server: Awaited<ReturnType<typeof localServer>>;
afterEach(() => server.close());

/** Follows a call at a server that answers with these, one request after the other. */
async function follow(...replies: Reply[]) {
  server = await localServer(() => replies.shift() ?? { status: 500 });
  const events: CallEventView[] = [];
  const { invocations } = new Assay({ url: server.url, apiKey: 'k' });
  for await (const event of invocations.follow('call-1')) events.push(event);
  return { events, seen: server.seen as readonly Seen[] };
}
const stream = (...events: [string, object][]): Reply => ({
  headers: { 'content-type': 'text/event-stream' },
  body: events.map(([id, data]) => `id: ${id}\nevent: x\ndata: ${JSON.stringify(data)}\n\n`).join(''),
});
const progress = { kind: 'progress', progress: 1 };
const end = { kind: 'end', envelope: null };

describe('following a call', () => {
  it('tells every event to the end', async () => {
    const { events, seen } = await follow(stream(['1', progress], ['end', end]));
    expect(events).toEqual([progress, end]);
    expect(seen).toMatchObject([
      { method: 'GET', url: '/v1/invocations/call-1/events', headers: { authorization: 'Bearer k' } },
    ]);
  });

  it('goes on where it was when the connection breaks off', async () => {
    const { events, seen } = await follow(stream(['7', progress]), stream(['end', end]));
    expect(events).toEqual([progress, end]);
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7']);
  });

  it('is over when the server has nothing more to say', async () => {
    expect((await follow({ status: 204 })).events).toEqual([]);
  });

  it('fails with the server’s own words when it refuses', async () => {
    const problem = { type: 'x', title: 'x', status: 404, code: 'not_found', detail: 'No call.', traceId: 't' };
    await expect(follow({ status: 404, body: problem })).rejects.toMatchObject({
      code: 'not_found',
      message: 'No call.',
    });
    expect(server.seen).toHaveLength(1);
  });
});
