import { describe, expect, it } from '@jest/globals';
import { Assay } from './assay.js';

/** A client whose server answers every request with one document, and what it was asked. */
function asking(answer: unknown) {
  const asked: string[] = [];
  const fetching: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    asked.push(`${init?.method} ${pathname}${search} ${init?.body ?? ''}`.trim());
    return Response.json(answer);
  };
  return { assay: new Assay({ url: 'http://a.example', fetch: fetching }), asked };
}

const list = { items: [{ id: 'one' }], nextCursor: null };

describe('notices in the client', () => {
  it('are listed page by page and read', async () => {
    const { assay, asked } = asking(list);
    expect(await assay.notifications.list({ unread: 'true', limit: 5 }).toArray()).toEqual(list.items);
    await assay.notifications.read('n/1');
    await assay.notifications.readAll();
    expect(asked).toEqual([
      'GET /v1/notifications?unread=true&limit=5',
      'POST /v1/notifications/n%2F1/read',
      'POST /v1/notifications/read',
    ]);
  });

  it('have pins, which are set and taken away by one route', async () => {
    const { assay, asked } = asking(list);
    await assay.pins.list().page();
    await assay.pins.set({ tool: 'acme/x', range: null });
    expect(asked).toEqual(['GET /v1/pins', 'PUT /v1/pins {"tool":"acme/x","range":null}']);
  });

  it('go to webhooks, whose deliveries are listed, tested and retried', async () => {
    const { assay, asked } = asking(list);
    await assay.webhooks.create({ url: 'https://b.example/' });
    await assay.webhooks.list().page();
    await assay.webhooks.show('w');
    await assay.webhooks.change('w', { kinds: null });
    await assay.webhooks.test('w');
    await assay.webhooks.deliveries('w', { state: 'dead' }).page('c');
    await assay.webhooks.retry('w', 'd');
    await assay.webhooks.delete('w');
    expect(asked).toEqual([
      'POST /v1/webhooks {"url":"https://b.example/"}',
      'GET /v1/webhooks',
      'GET /v1/webhooks/w',
      'PATCH /v1/webhooks/w {"kinds":null}',
      'POST /v1/webhooks/w/test',
      'GET /v1/webhooks/w/deliveries?state=dead&cursor=c',
      'POST /v1/webhooks/w/deliveries/d/retry',
      'DELETE /v1/webhooks/w',
    ]);
  });
});
