import type { Role } from '@assay/contracts';
import type { AuditDraft, AuditLog } from '@assay/kernel';
import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { Directory } from '../directory.js';
import type { IdentityStore } from '../identity-store.js';
import type { Principal } from '../records.js';
import type { Account } from '../sign-in/account.js';
import { AuthenticateSession } from '../sign-in/authenticate-session.js';
import { LimitPasswords } from '../sign-in/limit-passwords.js';
import { ManageAccounts } from '../sign-in/manage-accounts.js';
import { ManageOwnAccount } from '../sign-in/own-account.js';
import type { PasswordHasher } from '../sign-in/password-hasher.js';
import { Sessions } from '../sign-in/sessions.js';
import { SignIn } from '../sign-in/sign-in.js';
import { StartSession } from '../sign-in/start-session.js';
import { UseLink } from '../sign-in/use-link.js';
import { FakePasskeys } from './fake-passkeys.js';
import { InMemoryAccountStore } from './in-memory-account-store.js';
import { InMemoryAttemptStore } from './in-memory-attempt-store.js';
import { InMemoryCredentialStore } from './in-memory-credential-store.js';
import { InMemorySessionStore } from './in-memory-session-store.js';

/** Hashes by putting a word before the password; the word `old` marks an outdated hash. */
const fakeHasher: PasswordHasher = {
  hash: async (password) => `new ${password}`,
  matches: async (password, hash) => hash === `new ${password}` || hash === `old ${password}`,
  isOutdated: (hash) => hash.startsWith('old '),
};

/** Sign-in over in-memory stores that the directory and the sessions follow at once, with the organisation `default`. */
export class SmallSignIn {
  readonly clock = new FakeClock();
  readonly random = new FakeRandom();
  readonly directory = new Directory();
  readonly sessions = new Sessions();
  readonly records: AuditDraft[] = [];
  readonly resets: string[] = [];
  readonly accounts = new InMemoryAccountStore((state) =>
    this.directory.apply({ kind: 'account', id: state.id, state }),
  );
  readonly credentials = new InMemoryCredentialStore();
  readonly sessionStore = new InMemorySessionStore((change) => this.sessions.apply(change));
  readonly attempts = new InMemoryAttemptStore();
  readonly passkeys = new FakePasskeys();
  readonly passwords = fakeHasher;
  readonly origin = { address: '192.0.2.7', client: 'a browser' };

  readonly audit = {
    append: (draft: AuditDraft) => {
      this.records.push(draft);
      return { settled: Promise.resolve() };
    },
  } as unknown as AuditLog;
  readonly feed = { caughtUp: async () => undefined };
  readonly #shared = {
    ...{ directory: this.directory, audit: this.audit, feed: this.feed, clock: this.clock, random: this.random },
    ...{ credentials: this.credentials, attempts: this.attempts, passkeys: this.passkeys, passwords: this.passwords },
  };
  readonly limit = new LimitPasswords({ store: this.attempts, networkOf: (address) => address, clock: this.clock });
  readonly starting = new StartSession({ ...this.#shared, store: this.sessionStore });
  readonly authenticate = new AuthenticateSession({
    ...{ sessions: this.sessions, directory: this.directory, store: this.sessionStore, clock: this.clock },
    onProblem: (cause) => {
      throw cause;
    },
  });
  readonly signIn = new SignIn({
    ...{ ...this.#shared, limit: this.limit, starting: this.starting },
    mac: (text) => `mac of ${text}`,
  });
  readonly links = new UseLink({
    ...{ ...this.#shared, starting: this.starting, accounts: this.accounts, sessions: this.sessionStore },
  });
  readonly own = new ManageOwnAccount({
    ...{ ...this.#shared, limit: this.limit, accounts: this.accounts },
    ...{ sessions: this.sessions, sessionStore: this.sessionStore },
  });
  readonly managing = new ManageAccounts({
    ...this.#shared,
    ...{ accounts: this.accounts, sessions: this.sessionStore },
    store: {
      addPrincipal: async (principal: Principal) => {
        this.directory.apply({ kind: 'principal', id: principal.id, state: principal });
        return principal;
      },
    } as unknown as IdentityStore,
    teams: {
      find: (_, name) => ({ ok: false, error: { code: 'not_found', message: `No team "${name}".` } }),
      addMember: async () => ({ ok: false, error: { code: 'not_found', message: 'No team.' } }),
    },
    notifyReset: async ({ id }) => void this.resets.push(id),
  });

  constructor() {
    const state = { id: 'org-default', name: 'default', createdAt: 0 };
    this.directory.apply({ kind: 'organisation', id: state.id, state });
  }

  /** A person with an account; with a password, one that is hashed as `new …`. */
  async person(
    name: string,
    { roles = ['caller'], password }: { readonly roles?: readonly Role[]; readonly password?: string } = {},
  ): Promise<Account> {
    const id = `principal-${name}`;
    const principal = { id, organisationId: 'org-default', kind: 'user' as const, name, createdAt: 0 };
    this.directory.apply({ kind: 'principal', id, state: principal });
    const account: Account = {
      ...{ id, organisationId: 'org-default', displayName: null, roles, external: null },
      ...{ disabledAt: null, resetAt: null, createdAt: 0, createdBy: null },
    };
    await this.accounts.add(account);
    if (password !== undefined) await this.credentials.setPassword(account, `new ${password}`, 0);
    return account;
  }

  /** A caller that is signed in. */
  async signedIn(name: string, parts: Parameters<SmallSignIn['person']>[1] = {}) {
    const account = await this.person(name, parts);
    const { token, session } = await this.starting.run(account, 'password', this.origin);
    const caller = this.authenticate.run(token);
    if (caller === undefined) throw new Error(`${name} is not signed in`);
    return { account, token, session, caller, again: () => this.authenticate.run(token) };
  }
}
