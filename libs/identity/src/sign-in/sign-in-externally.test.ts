import { describe, expect, it } from '@jest/globals';
import type { IdentityStore } from '../identity-store.js';
import type { Principal, Team } from '../records.js';
import { SmallSignIn } from '../testing/small-sign-in.js';
import type { ClaimRules } from './external-rights.js';
import { SignInExternally } from './sign-in-externally.js';

const issuer = 'https://id.example';
const mapped: ClaimRules = {
  ...{ rolesClaim: 'roles', teamsClaim: 'groups', defaultRole: null },
  roles: new Map([['staff', 'caller']]),
  teams: new Map([['eng', 'platform']]),
};
const ann = (claims: object = { preferred_username: 'ann', roles: ['staff'] }) => ({
  ...{ issuer, subject: 'u-1' },
  claims: { ...claims },
});

function external(rules = mapped, parts: { tokenIssuer?: string; raced?: string } = {}) {
  const small = new SmallSignIn();
  const { directory, accounts, audit, feed, clock, random, starting, own } = small;
  const changeTeam = (id: string, change: (members: readonly string[]) => readonly string[]) => {
    const state = directory.teams.get(id) as Team;
    directory.apply({ kind: 'team', id, state: { ...state, members: [...change(state.members)] } });
  };
  const teams = {
    addTeam: async (state: Team) => {
      directory.apply({ kind: 'team', id: state.id, state });
      return 'added' as const;
    },
    addMember: async (id: string, member: string) => {
      changeTeam(id, (members) => [...members, member]);
      return true;
    },
    removeMember: async (id: string, member: string) => {
      changeTeam(id, (members) => members.filter((it) => it !== member));
      return 'removed' as const;
    },
  };
  const store = {
    addPrincipal: async (principal: Principal) => {
      const state = principal.name === parts.raced ? { ...principal, id: 'of somebody else' } : principal;
      directory.apply({ kind: 'principal', id: state.id, state });
      return state;
    },
  } as unknown as IdentityStore;
  const signIn = new SignInExternally({
    ...{ directory, accounts, audit, feed, clock, random, starting, own, teams, store, rules },
    tokenIssuer: parts.tokenIssuer ?? null,
  });
  const nameOf = (outcome: Awaited<ReturnType<SignInExternally['run']>>) =>
    outcome.ok ? directory.principal(outcome.value.session.accountId)?.name : outcome.error.code;
  const teamsOf = (id: string) => directory.teams.of(id).map((it) => directory.teams.get(it)?.name);
  return { small, signIn, nameOf, teamsOf, run: (person = ann()) => signIn.run(person, small.origin) };
}

describe('signing in at an issuer', () => {
  it('creates the account of the subject once, and audits it', async () => {
    const { small, run, nameOf } = external();
    const [first, second] = [await run(), await run(ann({ preferred_username: 'renamed', roles: ['staff'] }))];
    expect([nameOf(first), nameOf(second)]).toEqual(['ann', 'ann']);
    expect([...small.directory.accounts.all()]).toHaveLength(1);
    expect(small.records.map(({ action }) => action)).toEqual(['account.add', 'session.start', 'session.start']);
  });

  it('does not take over an account or principal of the same name', async () => {
    const { small, run, nameOf } = external();
    const other = await small.person('ann', { password: 'correct horse battery' });
    const outcome = await run();
    expect(nameOf(outcome)).toBe('u-1');
    expect(small.sessions.of(other.id)).toEqual([]);
  });

  it('tries another name when somebody else gets it at the same moment', async () => {
    const { run, nameOf } = external(mapped, { raced: 'ann' });
    expect(nameOf(await run())).toBe('u-1');
  });

  it('has the principal of the subject’s tokens when their issuer is the same one', async () => {
    const principal = {
      id: 'p-1',
      organisationId: 'org-default',
      kind: 'user' as const,
      name: 'oidc:u-1',
      createdAt: 0,
    };
    for (const [tokenIssuer, name] of [
      [issuer, 'oidc:u-1'],
      ['https://other.example', 'ann'],
    ] as const) {
      const { small, run, nameOf } = external(mapped, { tokenIssuer });
      small.directory.apply({ kind: 'principal', id: 'p-1', state: principal });
      expect(nameOf(await run())).toBe(name);
    }
  });

  it('gives the roles and teams of each sign-in, and takes those that the claims no longer have', async () => {
    const { small, run, teamsOf } = external();
    const outcome = await run(ann({ roles: ['staff'], groups: ['eng'] }));
    const id = outcome.ok ? outcome.value.session.accountId : '';
    expect(teamsOf(id)).toEqual(['platform']);
    await run(ann({ roles: ['staff'], groups: [] }));
    expect(teamsOf(id)).toEqual([]);
    await run(ann({ roles: ['staff'], groups: ['eng'] }));
    expect(teamsOf(id)).toEqual(['platform']);
    expect(await run(ann({ roles: [] }))).toMatchObject({ error: { code: 'forbidden' } });
    expect(small.directory.accounts.of(id)?.roles).toEqual([]);
  });

  it('keeps the roles that administrators give when no rule maps any', async () => {
    const { small, run } = external({ ...mapped, roles: new Map(), defaultRole: 'reader' });
    const outcome = await run();
    const id = outcome.ok ? outcome.value.session.accountId : '';
    expect(small.directory.accounts.of(id)?.roles).toEqual(['reader']);
    await small.accounts.change(id, { roles: ['publisher'] });
    await run();
    expect(small.directory.accounts.of(id)?.roles).toEqual(['publisher']);
  });

  it('is refused to a disabled account', async () => {
    const { small, run } = external();
    const outcome = await run();
    await small.accounts.change(outcome.ok ? outcome.value.session.accountId : '', { disabledAt: 1 });
    expect(await run()).toMatchObject({ error: { code: 'unauthenticated' } });
  });

  it('confirms the person of the session alone', async () => {
    const { small, signIn, run } = external();
    const outcome = await run();
    const caller = outcome.ok ? small.authenticate.run(outcome.value.token) : undefined;
    if (caller === undefined) throw new Error('not signed in');
    expect(await signIn.confirm(caller, { ...ann(), subject: 'u-2' })).toMatchObject({ error: { code: 'forbidden' } });
    expect(small.sessions.get(caller.session?.id ?? '')?.reauthenticatedAt).toBeNull();
    expect(await signIn.confirm(caller, ann())).toMatchObject({ ok: true });
    expect(small.sessions.get(caller.session?.id ?? '')?.reauthenticatedAt).toBe(small.clock.now());
  });
});
