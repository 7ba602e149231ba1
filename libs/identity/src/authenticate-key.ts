import { type Clock, digestText, type Failure, fail, ok, type Result, sameText } from '@assay/kernel';
import { prefixOf } from './api-key.js';
import type { Caller, CallerClient } from './caller.js';
import type { Directory } from './directory.js';
import { scopesIn } from './installation.js';
import { endOfKey } from './key-in-force.js';
import type { AccessToken, ApiKey, Principal } from './records.js';
import { tokensOf } from './visibility.js';

/** Finds the caller of an API key in memory, without a database query. */
export class AuthenticateKey {
  readonly #directory: Directory;
  readonly #clock: Clock;
  /** One Caller per key row, so that scopes and tokens are computed once, and again only when its teams change. */
  readonly #callers = new WeakMap<ApiKey, Caller>();

  constructor(directory: Directory, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  knows = (key: string): boolean => this.#directory.keyWithPrefix(prefixOf(key)) !== undefined;

  /** @param audience addresses that the request is for: an access token of a client is valid at its own one alone */
  run(key: string, audience: readonly string[] = []): Result<Caller, Failure> {
    const prefix = prefixOf(key);
    const row = this.#directory.keyWithPrefix(prefix);
    const secret = row && secretOf(row, prefix);
    if (row === undefined || secret === undefined || !sameText(secret.hash, digestText(key)))
      return refused('The API key is not known.');
    const end = endOfKey(row, this.#clock.now());
    const { expiresAt } = secret;
    if (end === undefined && expiresAt !== null && expiresAt <= this.#clock.now())
      return refused('The access token has expired: refresh it, or sign in again.');
    if (end === 'revoked') return refused('The API key has been revoked. Ask an administrator for a new one.');
    if (end === 'expired') return refused('The API key has expired. Ask an administrator for a new one.');
    const { delegation } = row;
    if (delegation !== undefined && !audience.includes(delegation.resource))
      return refused(`The access token is for ${delegation.resource}: it is not valid here.`);
    const principal = this.#directory.principal(row.principalId);
    if (principal === undefined) return refused("The API key's owner no longer exists.");
    return ok(this.#callerOf(row, principal));
  }

  #callerOf(key: ApiKey, principal: Principal): Caller {
    const known = this.#callers.get(key);
    const teams = this.#directory.teams.of(principal.id);
    if (known?.teams === teams) return known;
    const scopes = scopesIn(this.#directory, principal.organisationId, key.scopes);
    const caller = callerOf(principal, scopes, key.namespaces, teams, { keyId: key.id, ...clientOf(key) });
    this.#callers.set(key, caller);
    return caller;
  }
}

/** What a key, or the token that was found by the prefix, must match. */
function secretOf(
  { hash, delegation }: ApiKey,
  prefix: string,
): (Pick<AccessToken, 'hash'> & { expiresAt: number | null }) | undefined {
  if (delegation === undefined) return { hash, expiresAt: null };
  return delegation.tokens.find((it) => it.prefix === prefix);
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
