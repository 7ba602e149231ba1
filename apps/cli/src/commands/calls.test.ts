import { afterAll, describe, expect, it } from '@jest/globals';
import { envelope } from '../entries.fixture.js';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const { id } = envelope;
const listed = {
  ...{ id, tool: 'acme/orders.list', version: '1.0.0', status: 'succeeded', caller: 'carl', session: null },
  ...{ startedAt: '2026-11-01T00:00:00.000Z', notBefore: null, ms: 12.4, code: null, costUsd: 0.5, cached: false },
};

describe('calls', () => {
  it('lists calls by the filters that were given', async () => {
    const scheduled = { ...listed, status: 'scheduled', notBefore: '2026-12-01T00:00:00.000Z', ms: null, costUsd: 0 };
    const items = [
      listed,
      { ...listed, cached: true, costUsd: 0 },
      scheduled,
      { ...listed, version: null, code: 'not_found' },
    ];
    const line =
      'GET /v1/invocations?limit=50&tool=acme%2Forders.list&status=succeeded&session=trip&since=2026-11-01T00%3A00%3A00Z';
    const { out, code, err } = await assay(
      [
        'calls',
        'list',
        '--tool',
        'acme/orders.list',
        '--status',
        'succeeded',
        '--session',
        'trip',
        '--since',
        '2026-11-01T00:00:00Z',
      ],
      { answers: { [line]: { items, nextCursor: null } } },
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const rows = out
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(/\s{2,}/));
    expect(rows).toEqual([
      [id, 'acme/orders.list@1.0.0', 'succeeded', 'carl', listed.startedAt, '12', '$0.5'],
      [id, 'acme/orders.list@1.0.0', 'succeeded (cached)', 'carl', listed.startedAt, '12'],
      [id, 'acme/orders.list@1.0.0', 'scheduled', 'carl', `due ${scheduled.notBefore}`],
      [id, 'acme/orders.list', 'succeeded', 'carl', listed.startedAt, '12', '$0.5', 'not_found'],
    ]);
    expect((await assay(['calls', 'list', '--status', 'lost'])).code).toBe(2);
  });

  it('shows a call, and how old its result is', async () => {
    const provenance = { ...envelope.provenance, freshness: 'cached', ageMs: 42_500 };
    const answers = { [`GET /v1/invocations/${id}`]: { ...envelope, provenance } };
    const { out, err } = await assay(['calls', 'show', id], { answers });
    expect([out, err]).toEqual(['{\n  "order": 7\n}\n', expect.stringContaining('cached 42 s ago')]);
  });

  it('cancels a call', async () => {
    const answers = { [`DELETE /v1/invocations/${id}`]: { ...envelope, status: 'cancelled' } };
    expect((await assay(['calls', 'cancel', id], { answers })).out).toBe('The call is cancelled.\n');
  });
});

describe('call', () => {
  it('schedules a call, and says where to check it', async () => {
    const notBefore = '2026-12-01T09:00:00.000Z';
    const answers = { 'POST /v1/invocations': { ...envelope, status: 'scheduled', notBefore } };
    const { out, err, asked } = await assay(['call', 'acme/x', '--at', '2026-12-01T09:00:00Z'], { answers });
    expect(asked[0]?.body).toEqual({ tool: 'acme/x', input: {}, notBefore });
    expect([out, err]).toEqual([`${id}\n`, expect.stringContaining(`Scheduled for ${notBefore}`)]);
    expect((await assay(['call', 'acme/x', '--at', 'tomorrow'])).code).toBe(2);
    expect((await assay(['call', 'acme/x', '--at', '2h', '--follow'])).code).toBe(2);
  });

  it('goes past the cache', async () => {
    const { asked } = await assay(['call', 'acme/x', '--no-cache'], { answers: { 'POST /v1/invocations': envelope } });
    expect(asked[0]?.body).toEqual({ tool: 'acme/x', input: {}, cache: 'no' });
  });
});
