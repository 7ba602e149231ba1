import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { anonymousName } from '../anonymous.js';
import type { Caller } from '../caller.js';
import type { IdentityPorts } from '../identity-ports.js';
import { defaultOrganisation } from '../installation.js';
import { recordChange } from '../record-change.js';
import type { Principal } from '../records.js';
import type { TeamStore } from '../team-store.js';
import type { Account } from './account.js';
import type { AccountStore } from './account-store.js';
import { type ClaimRules, displayNameOf, type ExternalPerson, namesOf, rightsOf } from './external-rights.js';
import type { ManageOwnAccount } from './own-account.js';
import type { RequestOrigin, StartedSession, StartSession } from './start-session.js';

export interface SignInExternallyPorts extends IdentityPorts {
  readonly accounts: AccountStore;
  readonly teams: Pick<TeamStore, 'addTeam' | 'addMember' | 'removeMember'>;
  readonly starting: Pick<StartSession, 'run'>;
  readonly own: Pick<ManageOwnAccount, 'find' | 'confirm'>;
  readonly rules: ClaimRules;
  /** Issuer of accepted tokens: its subjects are principals called `oidc:<subject>` from their first token on. */
  readonly tokenIssuer: string | null;
}

/**
 * People sign in at an issuer. An account belongs to a subject of the issuer and is found by nothing else: a name or an
 * e-mail address that the issuer asserts never leads to an account that exists.
 */
export class SignInExternally {
  readonly #ports: SignInExternallyPorts;

  constructor(ports: SignInExternallyPorts) {
    this.#ports = ports;
  }

  async run(person: ExternalPerson, origin: RequestOrigin): Promise<Result<StartedSession, Failure>> {
    const { directory, rules, starting } = this.#ports;
    const { roles, teams } = rightsOf(person.claims, rules);
    const known = directory.accounts.ofExternal(person);
    if (known !== undefined && known.disabledAt !== null)
      return fail('unauthenticated', 'This account is disabled: ask an administrator.');
    const isRuled = rules.roles.size > 0;
    if (known !== undefined && isRuled) await this.#giveRoles(known, roles);
    const hasRole = known !== undefined && !isRuled ? known.roles.length > 0 : roles.length > 0;
    if (!hasRole) return fail('forbidden', 'Your account at the issuer has no role here: ask an administrator.');
    const account = known ?? (await this.#add(person, roles));
    if (account === undefined)
      return fail('conflict', 'No free name was found for this account: ask an administrator.');
    await this.#giveTeams(account, teams);
    return ok(await starting.run(account, 'oidc', origin));
  }

  /** Counts as entering the password again, for the person of the session alone. */
  async confirm(caller: Caller, person: ExternalPerson): Promise<Result<null, Failure>> {
    const found = this.#ports.own.find(caller);
    if (!found.ok) return found;
    const { account, session } = found.value;
    if (this.#ports.directory.accounts.ofExternal(person)?.id !== account.id)
      return fail('forbidden', 'The issuer signed in another person than the one of this session.');
    const confirmed = await this.#ports.own.confirm(caller, session, 'oidc');
    return confirmed.ok ? ok(null) : confirmed;
  }

  async #giveRoles(account: Account, roles: Account['roles']): Promise<void> {
    if (roles.length === account.roles.length && roles.every((it) => account.roles.includes(it))) return;
    await this.#ports.accounts.change(account.id, { roles });
    await this.#record(account, 'account.change', { roles, by: 'claims' });
  }

  async #add(person: ExternalPerson, roles: Account['roles']): Promise<Account | undefined> {
    const { directory, accounts, feed, clock } = this.#ports;
    const principal = await this.#principal(person);
    if (principal === undefined) return undefined;
    const { issuer, subject } = person;
    const account: Account = {
      id: principal.id,
      organisationId: principal.organisationId,
      displayName: displayNameOf(person.claims),
      roles,
      external: { issuer, subject },
      disabledAt: null,
      resetAt: null,
      createdAt: clock.now(),
      createdBy: null,
    };
    const outcome = await accounts.add(account);
    await feed.caughtUp();
    if (outcome === 'taken') return directory.accounts.ofExternal(person);
    await this.#record(account, 'account.add', { issuer, roles });
    return account;
  }

  /** The principal of the subject's tokens, or a new one under a name that nobody has. */
  async #principal(person: ExternalPerson): Promise<Principal | undefined> {
    const { directory, store, random, clock, tokenIssuer } = this.#ports;
    const organisationId = directory.organisationNamed(defaultOrganisation)?.id;
    if (organisationId === undefined) return undefined;
    const ofTokens =
      tokenIssuer === person.issuer ? directory.principalNamed(organisationId, `oidc:${person.subject}`) : undefined;
    if (ofTokens?.kind === 'user') return ofTokens;
    for (const name of namesOf(person)) {
      if (name === anonymousName || directory.principalNamed(organisationId, name) !== undefined) continue;
      const id = random.uuid();
      const added = await store.addPrincipal({ id, organisationId, kind: 'user', name, createdAt: clock.now() });
      // Another replica may have given the name to somebody else a moment ago.
      if (added.id === id) return added;
    }
    return undefined;
  }

  /** Puts the person into the teams of the claims, and out of those that the rules name and the claims do not. */
  async #giveTeams(account: Account, wanted: ReadonlySet<string>): Promise<void> {
    const { directory, teams, rules, random, clock } = this.#ports;
    const { id, organisationId } = account;
    for (const name of new Set(rules.teams.values())) {
      const team = directory.teams.named(organisationId, name);
      const isMember = team?.members.includes(id) === true;
      if (wanted.has(name) === isMember) continue;
      if (team === undefined) {
        const created = {
          id: random.uuid(),
          organisationId,
          name,
          members: [id],
          createdAt: clock.now(),
          createdBy: id,
        };
        if ((await teams.addTeam(created)) === 'added')
          await this.#record(account, 'team.create', { by: 'claims' }, name);
      } else if (isMember) {
        // The last member of a team that alone owns a namespace stays, or nobody could change the namespace.
        if ((await teams.removeMember(team.id, id)) === 'removed')
          await this.#record(account, 'team.remove-member', { by: 'claims' }, name);
      } else if (await teams.addMember(team.id, id)) {
        await this.#record(account, 'team.add-member', { by: 'claims' }, name);
      }
    }
  }

  #record(account: Account, action: string, details: Readonly<Record<string, unknown>>, subject?: string) {
    const { id, organisationId } = account;
    const name = subject ?? this.#ports.directory.principal(id)?.name ?? id;
    return recordChange(this.#ports, { organisationId, principalId: id }, action, name, details);
  }
}
