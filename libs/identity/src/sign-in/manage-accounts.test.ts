import { describe, expect, it } from '@jest/globals';
import { SmallSignIn } from '../testing/small-sign-in.js';
import { signInDefaults } from './sign-in-defaults.js';

async function administrated() {
  const small = new SmallSignIn();
  const admin = await small.signedIn('ada', { roles: ['administrator'] });
  return { small, admin: admin.caller };
}

describe('accounts', () => {
  it('are created with their principal by an invitation of a week', async () => {
    const { small, admin } = await administrated();
    const invited = await small.managing.invite(admin, { name: 'ben', roles: ['caller', 'caller'] });
    expect(invited).toMatchObject({ ok: true, value: { account: { roles: ['caller'], resetAt: null } } });
    const issued = invited.ok ? invited.value : undefined;
    expect(issued?.expiresAt).toBe(small.clock.now() + signInDefaults.invitationMs);
    expect(await small.links.find(issued?.token ?? '')).toMatchObject({ value: { link: { purpose: 'invitation' } } });
    expect(await small.managing.invite(admin, { name: 'ben', roles: ['caller'] })).toMatchObject({
      error: { code: 'conflict' },
    });
    expect(small.managing.list(admin).map(({ id }) => small.directory.principal(id)?.name)).toEqual(
      expect.arrayContaining(['ada', 'ben']),
    );
  });

  it('of a principal that acted before begin as after a reset', async () => {
    const { small, admin } = await administrated();
    const state = { id: 'p-cy', organisationId: 'org-default', kind: 'user' as const, name: 'cy', createdAt: 0 };
    small.directory.apply({ kind: 'principal', id: state.id, state });
    const bot = { ...state, id: 'p-bot', kind: 'agent' as const, name: 'bot' };
    small.directory.apply({ kind: 'principal', id: bot.id, state: bot });
    expect(await small.managing.invite(admin, { name: 'cy', roles: ['caller'] })).toMatchObject({
      value: { account: { id: 'p-cy', resetAt: small.clock.now() } },
    });
    expect(await small.managing.invite(admin, { name: 'bot', roles: ['caller'] })).toMatchObject({ ok: false });
    expect(await small.managing.invite(admin, { name: 'dee', roles: ['caller'], teams: ['none'] })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('are reset with notice to the person: sessions end and a link replaces the credentials', async () => {
    const { small, admin } = await administrated();
    const ben = await small.signedIn('ben', { password: 'correct horse battery' });
    const reset = await small.managing.reset(admin, ben.account.id);
    expect(reset).toMatchObject({ ok: true, value: { account: { resetAt: small.clock.now() } } });
    expect([ben.again(), small.resets]).toEqual([undefined, [ben.account.id]]);
    small.clock.advance(1_000);
    const token = reset.ok ? reset.value.token : '';
    await small.links.withPassword(token, { password: 'quite another one' }, small.origin);
    expect(small.directory.accounts.of(ben.account.id)?.resetAt).toBe(small.clock.now());
    expect(small.records.map(({ action }) => action)).toContain('account.reset');
  });

  it('are disabled and given other roles, but not one’s own', async () => {
    const { small, admin } = await administrated();
    const ben = await small.signedIn('ben');
    expect(await small.managing.change(admin, ben.account.id, { roles: ['reviewer'] })).toMatchObject({
      value: { roles: ['reviewer'], disabledAt: null },
    });
    expect(await small.managing.change(admin, ben.account.id, { disabled: true })).toMatchObject({
      value: { disabledAt: small.clock.now() },
    });
    expect(small.sessions.of(ben.account.id)).toEqual([]);
    expect(await small.managing.change(admin, admin.principalId as string, { disabled: true })).toMatchObject({
      error: { code: 'conflict' },
    });
  });

  it('are out of reach for other organisations, others than administrators, and rights one does not have', async () => {
    const { small, admin } = await administrated();
    const ben = await small.signedIn('ben');
    const foreign = { ...admin, organisationId: 'org-other' };
    const deputy = { ...admin, principalId: 'deputy', scopes: new Set(['admin', 'registry:read', 'tools:call']) };
    expect(await small.managing.reset(foreign, ben.account.id)).toMatchObject({ error: { code: 'not_found' } });
    expect(await small.managing.reset(ben.caller, admin.principalId as string)).toMatchObject({ ok: false });
    expect(await small.managing.reset(deputy, admin.principalId as string)).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect(await small.managing.invite(deputy, { name: 'eve', roles: ['administrator'] })).toMatchObject({
      error: { code: 'forbidden' },
    });
    const narrowed = { ...admin, namespaces: ['acme'] };
    expect(await small.managing.reset(narrowed, ben.account.id)).toMatchObject({ error: { code: 'forbidden' } });
  });

  it('are found by id or name, in the own organisation only', async () => {
    const { small, admin } = await administrated();
    const { id } = await small.person('eva');
    expect(small.managing.find(admin, 'eva')).toMatchObject({ ok: true, value: { id } });
    expect(small.managing.find(admin, id)).toMatchObject({ ok: true, value: { id } });
    expect(small.managing.find({ ...admin, organisationId: 'org-other' }, id)).toMatchObject({ ok: false });
    expect(small.managing.find({ ...admin, organisationId: null }, 'eva')).toMatchObject({ ok: false });
    expect(await small.managing.change(admin, 'eva', { disabled: true })).toMatchObject({ value: { id } });
    expect(small.managing.find(admin, 'nobody')).toMatchObject({ error: { code: 'not_found' } });
  });
});
