import type { RevocationView } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { entry } from '../entries.fixture.js';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const revocation: RevocationView = {
  id: '0198f000-0000-7000-8000-000000000007',
  target: 'acme/orders.create@^1',
  reason: 'It loses orders.',
  state: 'active',
  versions: 2,
  revokedAt: '2026-11-22T00:00:00.000Z',
  revokedBy: 'user:ann',
  cause: null,
  appeal: null,
  lifted: null,
};
const line = 'POST /v1/revocations';

describe('revoke', () => {
  it('sends target and reason, and says what it covers and how to lift it', async () => {
    const argv = ['revoke', revocation.target, '--reason', revocation.reason];
    const { code, out, err, asked } = await assay(argv, { answers: { [line]: revocation } });
    expect(asked).toMatchObject([{ line, body: { target: revocation.target, reason: revocation.reason } }]);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: `Revoked: acme/orders.create@^1, 2 tool versions so far, since 2026-11-22T00:00:00.000Z (revocation ${revocation.id}).\n`,
      err: `Lift it with: assay revocations lift ${revocation.id}\n`,
    });
    const json = await assay([...argv, '--json'], { answers: { [line]: revocation } });
    expect([JSON.parse(json.out), json.err]).toEqual([revocation, '']);
  });

  it('warns of a target that covers nothing yet, and tells the reason of one that was there', async () => {
    const answers = { [line]: { ...revocation, versions: 0 } };
    const { err } = await assay(['revoke', 'acme/*', '--reason', 'Something else', '--yes'], { answers });
    expect(err).toContain('Warning: no published version matches.');
    expect(err).toContain('Already revoked: It loses orders.');
  });

  const tools = { 'GET /v1/tools?namespace=acme&limit=200': { items: [entry, entry], nextCursor: null } };
  const whole = { ...revocation, target: 'acme/*' };

  it('of more than one tool is refused where nobody can be asked, with the way to do it', async () => {
    const { code, err, asked } = await assay(['revoke', 'acme/*', '--reason', 'x'], { answers: tools });
    expect([code, asked.length]).toEqual([2, 1]);
    expect(err).toContain('acme/* covers 2 tools now, and every tool published in acme later.');
    expect(err).toContain('add --yes');
  });

  it.each([
    ['y', 2, 0],
    ['n', 1, 1],
  ])('of more than one tool asks a person; %s', async (answer, requests, exit) => {
    const { code, err, asked } = await assay(['revoke', 'acme/*', '--reason', 'x'], {
      answers: { ...tools, [line]: whole },
      tty: true,
      stdin: `${answer}\n`,
    });
    expect([asked.length, code]).toEqual([requests, exit]);
    expect(err).toContain('Revoke acme/*? [y/N]');
  });

  it.each([
    ['no reason', ['acme/orders']],
    ['no target', ['--reason', 'x']],
    ['no namespace', ['orders', '--reason', 'x']],
    ['a star with a range', ['acme/*@1', '--reason', 'x']],
    ['a range that is empty', ['acme/orders@', '--reason', 'x']],
  ])('refuses %s as wrong usage', async (_case, argv) => {
    expect(await assay(['revoke', ...argv])).toMatchObject({ code: 2, asked: [] });
  });

  it('fails as the server does', async () => {
    const answers = { [line]: problem(404, 'not_found', 'No tool "acme/none".') };
    expect(await assay(['revoke', 'acme/none', '--reason', 'x'], { answers })).toMatchObject({
      code: 1,
      err: 'No tool "acme/none".\n',
    });
  });
});

describe('revocations', () => {
  const lifted = { at: '2026-11-23T00:00:00.000Z', by: 'user:bob', reason: 'Fixed.' };

  it('are listed with their reasons, lifted ones too', async () => {
    const items = [revocation, { ...revocation, target: 'acme/*', state: 'lifted', lifted }];
    const answers = { 'GET /v1/revocations?limit=50&state=active': { items, nextCursor: null } };
    const { out } = await assay(['revocations', '--state', 'active'], { answers });
    expect(out).toMatch(/acme\/orders\.create@\^1 +2026-11-22T00:00:00\.000Z +active +It loses orders\.\n/);
    expect(out).toMatch(/acme\/\* .* lifted 2026-11-23T00:00:00\.000Z +It loses orders\. Lifted: Fixed\.\n/);
    expect((await assay(['revocations', 'list', '--state', 'gone'])).code).toBe(2);
  });

  it('are lifted, with a reason or without', async () => {
    const path = `DELETE /v1/revocations/${revocation.id}`;
    const answers = { [path]: { ...revocation, lifted }, [`${path}?reason=Fixed.`]: { ...revocation, lifted } };
    for (const more of [[], ['--reason', 'Fixed.']]) {
      const { code, out } = await assay(['revocations', 'lift', revocation.id, ...more], { answers });
      expect([code, out]).toEqual([0, expect.stringContaining('Lifted: acme/orders.create@^1')]);
    }
  });

  it('show on a tool, and on a refused call with what there is instead', async () => {
    const tombstone = {
      ...entry,
      status: 'REVOKED',
      revocation: { id: 'r', reason: 'Leaks.', since: '2026-11-22T00:00:00Z' },
    };
    const shown = await assay(['show', entry.name], { answers: { 'GET /v1/tools/acme/orders.create': tombstone } });
    expect(shown.out).toMatch(/status +REVOKED, SANDBOX/);
    expect(shown.out).toMatch(/revoked +since 2026-11-22T00:00:00Z: Leaks\./);
    const gone = problem(410, 'version_revoked', 'acme/x@1.0.0 has been revoked: Leaks. Use acme/y@1.0.0 instead.', {
      alternatives: ['acme/y@1.0.0', 'acme/z@2.0.0'],
    });
    const refused = await assay(['call', 'acme/x'], { answers: { 'POST /v1/invocations': gone } });
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('Use acme/y@1.0.0 instead.\n  also: acme/z@2.0.0'),
    });
  });
});
