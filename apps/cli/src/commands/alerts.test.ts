import type { AlertView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const alert: AlertView = {
  id: '0198f000-0000-7000-8000-000000000009',
  target: 'acme/orders.create@^1',
  reason: 'It logs card numbers.',
  severity: 'high',
  evidenceUrl: null,
  raisedAt: '2026-11-22T00:00:00.000Z',
  raisedBy: 'aude',
  organisation: 'default',
  outcome: 'find',
  settled: true,
  revocation: null,
};
const line = 'POST /v1/alerts';

describe('alerts', () => {
  it('raise sends the advisory, and says what → of it', async () => {
    const argv = ['alerts', 'raise', alert.target, '--severity', 'high', '--reason', alert.reason];
    const found = await assay(argv, { answers: { [line]: alert } });
    expect(found.err).toBe('List them with: assay findings\n');
    expect(found.asked).toMatchObject([
      { line, body: { target: alert.target, severity: 'high', reason: alert.reason } },
    ]);
    expect([found.code, found.out]).toEqual([
      0,
      'Raised: acme/orders.create@^1 has findings for an administrator to decide on.\n',
    ]);
    const revoked = { ...alert, severity: 'critical', outcome: 'revoke', revocation: alert.id };
    const acted = await assay([...argv, '--evidence', 'https://a.example/7'], { answers: { [line]: revoked } });
    expect(acted.asked[0]?.body).toMatchObject({ evidenceUrl: 'https://a.example/7' });
    expect(acted.out).toContain('Revoked: acme/orders.create@^1');
    expect(acted.err).toContain(`assay revocations lift ${alert.id}`);
  });

  it.each([
    ['no severity', ['acme/orders', '--reason', 'x']],
    ['an unknown severity', ['acme/orders', '--reason', 'x', '--severity', 'huge']],
    ['no reason', ['acme/orders', '--severity', 'high']],
    ['no tool', ['orders', '--severity', 'high', '--reason', 'x']],
  ])('raise refuses %s as wrong usage', async (_case, argv) => {
    expect(await assay(['alerts', 'raise', ...argv])).toMatchObject({ code: 2, asked: [] });
  });

  it('lists them, and says so when there are none', async () => {
    const answers = { 'GET /v1/alerts?limit=50': { items: [alert], nextCursor: null } };
    expect((await assay(['alerts'], { answers })).out).toMatch(/high .*acme\/orders\.create@\^1 .*aude of default/);
    const none = { 'GET /v1/alerts?limit=50': { items: [], nextCursor: null } };
    expect((await assay(['alerts'], { answers: none })).out).toContain('No alerts.');
  });
});

describe('revocations appeal', () => {
  it('sends the reason', async () => {
    const path = `POST /v1/revocations/${alert.id}/appeal`;
    const answers = { [path]: { ...alert, state: 'active', target: 'acme/orders' } };
    const found = await assay(['revocations', 'appeal', alert.id, '--reason', 'Mended'], { answers });
    expect(found.asked).toMatchObject([{ line: path, body: { reason: 'Mended' } }]);
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining('stays revoked until one lifts it') });
    expect(await assay(['revocations', 'appeal', alert.id])).toMatchObject({ code: 2, asked: [] });
  });
});
