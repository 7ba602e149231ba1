import { type Clock, digestText, type Failure, fail, ok, type Result, sameText } from '@assay/kernel';
import { prefixOf } from './api-key.js';
import type { Caller, CallerClient } from './caller.js';
import { scopesNow } from './delegation/scopes-now.js';
import type { Directory } from './directory.js';
import { scopesIn } from './installation.js';
import { endOfKey } from './key-in-force.js';
import type { AccessToken, ApiKey, Delegation, Principal } from './records.js';
import type { Account } from './sign-in/account.js';
import { tokensOf } from './visibility.js';

interface KeptCaller {
  readonly caller: Caller;
  readonly account: Account | undefined;
}

/** Finds the caller of an API key in memory, without a database query. */
export class AuthenticateKey {
  readonly #directory: Directory;
  readonly #clock: Clock;
  /** One Caller per key row, or access token of it, so that scopes and tokens are computed once, and again only when its teams or account change. */
  readonly #callers = new WeakMap<ApiKey | AccessToken, KeptCaller>();

  constructor(directory: Directory, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  knows = (key: string): boolean => this.#directory.keyWithPrefix(prefixOf(key)) !== undefined;

  /** @param audience addresses that the request is for: an access token of a client is valid at its own one alone */
  run(key: string, audience: readonly string[] = []): Result<Caller, Failure> {
    const prefix = prefixOf(key);
    const row = this.#directory.keyWithPrefix(prefix);
    if (row === undefined) return refused('The API key is not known.');
    const token = row.delegation?.tokens.find((it) => it.prefix === prefix);
    if (!sameText((token ?? row).hash, digestText(key))) return refused('The API key is not known.');
    const end = endOfKey(row, this.#clock.now());
    if (end === 'revoked') return refused('The API key has been revoked. Ask an administrator for a new one.');
    if (end === 'expired') return refused('The API key has expired. Ask an administrator for a new one.');
    const misuse = row.delegation && token && this.#misuse(row.delegation, token, audience);
    if (misuse !== undefined) return misuse;
    const principal = this.#directory.principal(row.principalId);
    if (principal === undefined) return refused("The API key's owner no longer exists.");
    if (this.#directory.accounts.isDisabled(principal.id))
      return refused("The account of the key's owner is disabled.");
    return ok(this.#callerOf(row, principal, token));
  }

  #misuse({ resource }: Delegation, { expiresAt }: AccessToken, audience: readonly string[]) {
    if (expiresAt <= this.#clock.now()) return refused('The access token has expired: refresh it, or sign in again.');
    return audience.includes(resource)
      ? undefined
      : refused(`The access token is for ${resource}: it is not valid here.`);
  }

  #callerOf(key: ApiKey, principal: Principal, token: AccessToken | undefined): Caller {
    const kept = this.#callers.get(token ?? key);
    const teams = this.#directory.teams.of(principal.id);
    const account = this.#directory.accounts.of(principal.id);
    if (kept?.caller.teams === teams && kept.account === account) return kept.caller;
    const now = scopesNow(key, this.#directory);
    const held = token === undefined ? now : now.filter((it) => token.scopes.includes(it));
    const scopes = scopesIn(this.#directory, principal.organisationId, held);
    const caller = callerOf(principal, scopes, key.namespaces, teams, { keyId: key.id, ...clientOf(key) });
    this.#callers.set(token ?? key, { caller, account });
    return caller;
  }
}

/** The credential that a caller uses. */
export interface UsedCredential {
  readonly keyId?: string;
  /** It acts for the principal, as an agent. */
  readonly client?: CallerClient;
}

/** The client of a key that a client was granted. */
export const clientOf = ({ delegation }: Pick<ApiKey, 'delegation'>): Pick<UsedCredential, 'client'> =>
  delegation === undefined ? {} : { client: { id: delegation.clientId, name: delegation.clientName } };

/** A caller from a principal and what its credential allows. */
export function callerOf(
  principal: Principal,
  scopes: readonly string[],
  namespaces: readonly string[] | null,
  teams: readonly string[] = [],
  { keyId, client }: UsedCredential = {},
): Caller {
  const held = new Set(scopes);
  return Object.freeze({
    principalId: principal.id,
    organisationId: principal.organisationId,
    name: principal.name,
    kind: client === undefined ? principal.kind : 'agent',
    ...(keyId !== undefined && { keyId }),
    ...(client !== undefined && { client }),
    scopes: held,
    teams,
    namespaces,
    tokens: tokensOf(principal, held, namespaces, teams),
  });
}

const refused = (message: string) => fail('unauthenticated', message);
