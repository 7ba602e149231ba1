import type { SagaEventView } from '@assay/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Assay } from './assay.js';
import { localServer, type Reply } from './local-server.fixture.js';

let server: Awaited<ReturnType<typeof localServer>>;
afterEach(() => server.close());

/** Follows a saga at a server that answers with these, one request after the other. */
async function follow(...replies: Reply[]) {
  server = await localServer(() => replies.shift() ?? { status: 500 });
  const events: SagaEventView[] = [];
  const { sagas } = new Assay({ url: server.url, apiKey: 'k' });
  for await (const event of sagas.follow('saga-1')) events.push(event);
  return { numbers: events.map(({ number }) => number), seen: server.seen };
}

const stream = (...numbers: number[]): Reply => ({
  headers: { 'content-type': 'text/event-stream' },
  body: numbers.map((number) => `id: ${number}\nevent: x\ndata: ${JSON.stringify({ number })}\n\n`).join(''),
});

describe('following a saga', () => {
  it('goes on where it was until the server has nothing more to say', async () => {
    const { numbers, seen } = await follow(stream(1, 2), stream(3), { status: 204 });
    expect(numbers).toEqual([1, 2, 3]);
    expect(seen.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2', '3']);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/v1/sagas/saga-1/events' });
  });

  it('ends with the refusal of a server that says no', async () => {
    await expect(follow({ status: 404, body: '{}' })).rejects.toMatchObject({ status: 404 });
  });
});
