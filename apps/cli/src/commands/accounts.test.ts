import type { AccountView, IssuedLink } from '@assay/sdk';
import { afterAll, describe, expect, it } from '@jest/globals';
import { assay, problem, removeFolders } from '../terminal.fixture.js';

afterAll(removeFolders);

const account: AccountView = {
  ...{ id: '0198f000-0000-7000-8000-000000000007', name: 'ada', displayName: 'Ada L.', roles: ['publisher'] },
  ...{ teams: ['payments'], status: 'active', credentials: { password: true, passkeys: 2, issuer: null } },
  ...{ createdAt: '2026-11-20T00:00:00Z', resetAt: null, lastSeenAt: '2026-11-21T00:00:00Z' },
};
const link: IssuedLink = {
  ...{ account, link: 'http://localhost:3000/welcome/one-time', expiresAt: '2026-11-28T00:00:00Z' },
};

describe('accounts', () => {
  it('lists and shows them with their ways to sign in', async () => {
    const invited = { ...account, name: 'ben', status: 'invited', lastSeenAt: null };
    const none = { password: false, passkeys: 0, issuer: null };
    const items = [account, { ...invited, credentials: none }];
    const listed = await assay(['accounts'], {
      answers: { 'GET /v1/accounts?limit=50': { items, nextCursor: null } },
    });
    expect(listed.out).toMatch(/ada +active +publisher +password, 2 passkeys +2026-11-21T00:00:00Z/);
    expect(listed.out).toMatch(/ben +invited +publisher +none yet +-/);
    const shown = await assay(['accounts', 'show', 'ada'], { answers: { 'GET /v1/accounts/ada': account } });
    expect(shown.out).toContain('payments');
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('Ada L.') });
  });

  it('prints a link alone on standard output, and whom to give it to beside it', async () => {
    const invited = await assay(['accounts', 'invite', 'ada', '--role', 'publisher,reviewer', '--team', 'payments'], {
      answers: { 'POST /v1/accounts': link },
    });
    expect(invited.asked[0]?.body).toEqual({ name: 'ada', roles: ['publisher', 'reviewer'], teams: ['payments'] });
    expect(invited.out).toBe(`${link.link}\n`);
    expect(invited.err).toContain('Give this link to ada');
    const reset = await assay(['accounts', 'reset', 'ada'], { answers: { 'POST /v1/accounts/ada/reset': link } });
    expect(reset).toMatchObject({ out: `${link.link}\n`, err: expect.stringContaining('For an hour') });
  });

  it.each([
    [['disable', 'ada'], { disabled: true }],
    [['enable', 'ada'], { disabled: false }],
    [['roles', 'ada', 'caller', 'reviewer'], { roles: ['caller', 'reviewer'] }],
  ])('changes an account: %j', async (words, body) => {
    const { asked, code } = await assay(['accounts', ...words], { answers: { 'PATCH /v1/accounts/ada': account } });
    expect({ code, asked: asked.map((it) => it.body) }).toEqual({ code: 0, asked: [body] });
  });

  it.each([
    [['invite', 'ada']],
    [['invite', 'ada', '--role', 'king']],
    [['roles', 'ada', 'king']],
    [['roles', 'ada']],
    [['reset']],
  ])('%j is wrong usage and asks the server nothing', async (words) => {
    expect(await assay(['accounts', ...words])).toMatchObject({ code: 2, asked: [] });
  });

  it('shows the words of a refusal', async () => {
    const refused = problem(409, 'conflict', 'You cannot change your own roles.');
    const { code, err } = await assay(['accounts', 'disable', 'ada'], {
      answers: { 'PATCH /v1/accounts/ada': refused },
    });
    expect(code).toBe(1);
    expect(err).toContain('You cannot change your own roles.');
  });
});
