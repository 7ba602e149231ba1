import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const mirror = {
  id: 'm1',
  url: 'https://registry.example.com',
  everySeconds: 600,
  state: 'following',
  servers: 12,
  syncedTo: '2026-11-20T00:00:00Z',
  lastSuccessAt: '2026-11-21T00:00:00.000Z',
  lastAttemptAt: '2026-11-21T00:00:00.000Z',
  nextAt: '2026-11-21T00:10:00.000Z',
  failures: 0,
  error: null,
  skipped: 2,
  skippedExample: 'an entry without a server',
  createdAt: '2026-11-21T00:00:00.000Z',
};

describe('mirror', () => {
  it('follows a registry and waits for its first walk', async () => {
    const answers = {
      'POST /v1/mirrors': { ...mirror, state: 'waiting', servers: 0, lastAttemptAt: null },
      'GET /v1/mirrors/m1': mirror,
    };
    const { code, out, err, asked } = await assay(['mirror', 'add', mirror.url, '--every', '3600'], { answers });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({ url: mirror.url, everySeconds: 3600 });
    expect(out).toContain('state          following');
    expect(out).toContain('skipped        2, such as an entry without a server');
    expect(err).toContain('12 versions of servers here');
  });

  it('fails when the first walk does, and says why', async () => {
    const answers = {
      'POST /v1/mirrors': { ...mirror, state: 'waiting', lastAttemptAt: null },
      'GET /v1/mirrors/m1': { ...mirror, state: 'failing', failures: 1, error: 'It is away.' },
    };
    const { code, out } = await assay(['mirror', 'add', mirror.url], { answers });
    expect(code).toBe(1);
    expect(out).toContain('It is away.');
  });

  it('does not wait when asked not to', async () => {
    const answers = { 'POST /v1/mirrors': { ...mirror, state: 'waiting', lastAttemptAt: null } };
    expect((await assay(['mirror', 'add', mirror.url, '--no-wait'], { answers })).code).toBe(0);
  });

  it('lists, shows what to do when there is none, and gives up', async () => {
    const listed = { 'GET /v1/mirrors?limit=50': { items: [mirror], nextCursor: null } };
    expect((await assay(['mirror'], { answers: listed })).out).toContain('m1  following  12');
    const none = { 'GET /v1/mirrors?limit=50': { items: [], nextCursor: null } };
    expect((await assay(['mirror', 'list'], { answers: none })).out).toContain('assay mirror add <url>');
    const removed = { 'DELETE /v1/mirrors/m1': new Response(null, { status: 204 }) };
    expect((await assay(['mirror', 'remove', 'm1'], { answers: removed })).out).toContain('Mirror removed');
  });

  it.each([
    ['an interval that is too short', ['mirror', 'add', mirror.url, '--every', '5']],
    ['no address', ['mirror', 'add']],
  ])('is wrong usage: %s', async (_, argv) => {
    expect((await assay(argv)).code).toBe(2);
  });

  it('passes a refusal on', async () => {
    const refusal = problem(409, 'conflict', 'It is followed already.');
    const { code, err } = await assay(['mirror', 'add', mirror.url], { answers: { 'POST /v1/mirrors': refusal } });
    expect([code, err]).toEqual([1, 'It is followed already.\n']);
  });
});
