import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const webhook = {
  id: 'w1',
  url: 'https://hooks.example/x',
  kinds: ['tool.revoked'],
  description: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  failingSince: null,
  lastError: null,
  lastDeliveredAt: null,
  pending: 0,
  dead: 0,
};
const failing = {
  ...webhook,
  failingSince: '2026-11-20T00:00:00.000Z',
  lastError: 'The receiver answered 500.',
  dead: 2,
};
const delivery = {
  id: 'd1',
  kind: 'ping',
  subject: 'w1',
  state: 'delivered',
  attempts: 1,
  nextAttemptAt: null,
  lastAttemptAt: null,
  lastStatus: 200,
  lastError: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  deliveredAt: '2026-11-01T00:00:00.000Z',
};

describe('webhooks', () => {
  it('are created with the kinds asked for, and the secret alone goes to standard output', async () => {
    const answers = { 'POST /v1/webhooks': { ...webhook, secret: 'whsec_abc' } };
    const argv = ['webhooks', 'create', webhook.url, '--kind', 'tool.revoked,version.sunset', '--description', 'Ours'];
    const { code, out, err, asked } = await assay(argv, { answers });
    expect(asked[0]?.body).toEqual({
      url: webhook.url,
      kinds: ['tool.revoked', 'version.sunset'],
      description: 'Ours',
    });
    expect({ code, out }).toEqual({ code: 0, out: 'whsec_abc\n' });
    expect(err).toContain('not shown again');
    expect(err).toContain('assay webhooks test w1');
  });

  it('are listed with how they fare, and shown with their last error', async () => {
    const answers = {
      'GET /v1/webhooks?limit=50': { items: [webhook, { ...failing, id: 'w2' }], nextCursor: 'c' },
      'GET /v1/webhooks/w2': failing,
    };
    const { out, err } = await assay(['webhooks'], { answers });
    expect(out).toMatch(/w1 +not used yet +0 +https/);
    expect(out).toMatch(/w2 +failing since 2026-11-20T00:00:00.000Z +2 +https/);
    expect(err).toContain('--cursor c');
    const shown = await assay(['webhooks', 'show', 'w2'], { answers });
    expect(shown.out).toMatch(/last error +The receiver answered 500\./);
  });

  it('are changed in what is given', async () => {
    const answers = { 'PATCH /v1/webhooks/w1': webhook };
    const bodyOf = async (...options: string[]) =>
      (await assay(['webhooks', 'change', 'w1', ...options], { answers })).asked[0]?.body;
    expect(await bodyOf('--address', 'https://b.example/', '--description', '')).toEqual({
      url: 'https://b.example/',
      description: null,
    });
    expect(await bodyOf('--all-kinds')).toEqual({ kinds: null });
    expect(await bodyOf('--kind', 'tool.revoked', '--secret', 's')).toEqual({ kinds: ['tool.revoked'], secret: 's' });
  });

  it('are tested: exit 1 when the ping did not arrive', async () => {
    const line = 'POST /v1/webhooks/w1/test';
    const well = await assay(['webhooks', 'test', 'w1'], { answers: { [line]: delivery } });
    expect(well).toMatchObject({ code: 0, out: 'Delivered d1 (HTTP 200).\n' });
    const dead = { ...delivery, state: 'dead', lastError: 'The receiver answered 404.' };
    const ill = await assay(['webhooks', 'test', 'w1'], { answers: { [line]: dead } });
    expect(ill).toMatchObject({ code: 1, out: 'Not delivered: The receiver answered 404.\n' });
  });

  it('have deliveries, which are listed by state and retried', async () => {
    const waiting = { ...delivery, state: 'pending', attempts: 0, nextAttemptAt: '2026-11-02T00:00:00.000Z' };
    const answers = {
      'GET /v1/webhooks/w1/deliveries?limit=50&state=dead': { items: [delivery], nextCursor: null },
      'POST /v1/webhooks/w1/deliveries/d1/retry': waiting,
      'DELETE /v1/webhooks/w1': new Response(null, { status: 204 }),
    };
    expect((await assay(['webhooks', 'deliveries', 'w1', '--state', 'dead'], { answers })).out).toContain('ping');
    expect((await assay(['webhooks', 'retry', 'w1', 'd1'], { answers })).out).toContain('is due at 2026-11-02');
    expect((await assay(['webhooks', 'remove', 'w1'], { answers })).out).toContain('Removed webhook w1');
    expect((await assay(['webhooks', 'deliveries', 'w1', '--state', 'odd'], { answers })).code).toBe(2);
  });

  it('say why they were refused', async () => {
    const refused = problem(403, 'address_forbidden', 'The host 10.0.0.1 is not a public address.', {
      errors: [{ path: '/url', message: 'may not be reached' }],
    });
    const { code, err } = await assay(['webhooks', 'create', 'http://10.0.0.1/'], {
      answers: { 'POST /v1/webhooks': refused },
    });
    expect(code).toBe(1);
    expect(err).toContain('/url: may not be reached');
  });
});

describe('pins', () => {
  const pin = {
    tool: 'acme/x',
    range: '^1.2.0',
    note: 'Billing',
    newest: { version: '1.4.0', status: 'DEPRECATED', sunsetAt: '2027-01-01T00:00:00.000Z' },
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
  };

  it('are set, listed with what is left of them, and removed', async () => {
    const answers = { 'PUT /v1/pins': pin, 'GET /v1/pins?limit=50': { items: [pin], nextCursor: null } };
    const set = await assay(['pins', 'set', 'acme/x@^1.2.0', '--note', 'Billing'], { answers });
    expect(set.asked[0]?.body).toEqual({ tool: 'acme/x', range: '^1.2.0', note: 'Billing' });
    expect(set.out).toContain('Pinned acme/x@^1.2.0');
    expect((await assay(['pins', 'set', 'acme/x'], { answers })).asked[0]?.body).toEqual({
      tool: 'acme/x',
      range: 'latest',
    });
    expect((await assay(['pins'], { answers })).out).toContain('1.4.0 DEPRECATED until 2027-01-01T00:00:00.000Z');
    const removed = await assay(['pins', 'remove', 'acme/x'], { answers });
    expect(removed.asked[0]?.body).toEqual({ tool: 'acme/x', range: null });
    expect((await assay(['pins', 'remove', 'acme'], { answers })).code).toBe(2);
  });
});

describe('notifications', () => {
  const reports = {
    id: 'n1',
    kind: 'version.deprecated',
    subject: 'acme/x@1.0.0',
    text: 'acme/x@1.0.0 is deprecated.',
    details: {},
    createdAt: '2026-11-01T00:00:00.000Z',
    readAt: null,
  };

  it('are shown, with a mark on what is unread', async () => {
    const answers = {
      'GET /v1/notifications?limit=50': {
        items: [reports, { ...reports, readAt: reports.createdAt }],
        nextCursor: null,
      },
      'GET /v1/notifications?limit=50&unread=true': { items: [], nextCursor: null },
    };
    const { out } = await assay(['notifications'], { answers });
    expect(out.split('\n')[0]).toBe('* version.deprecated  acme/x@1.0.0  2026-11-01T00:00:00.000Z  n1');
    expect(out).toContain('  acme/x@1.0.0 is deprecated.');
    expect(out.split('\n')[2]).toMatch(/^ {2}version/);
    expect((await assay(['notifications', '--unread'], { answers })).out).toBe('No unread notifications.\n');
  });

  it('are read one by one or all at once', async () => {
    const answers = {
      'POST /v1/notifications/n1/read': { ...reports, readAt: reports.createdAt },
      'POST /v1/notifications/read': { read: 3 },
    };
    expect((await assay(['notifications', '--read', 'n1'], { answers })).out).toContain('Read: acme/x@1.0.0');
    expect((await assay(['notifications', '--read'], { answers })).out).toBe('Read: 3 notifications.\n');
    expect((await assay(['notifications', '--read', '--unread'], { answers })).code).toBe(2);
  });
});
