import { type Clock, digestText, type Failure, fail, ok, type Result, sameText } from '@assay/kernel';
import { prefixOf } from './api-key.js';
import type { Caller } from './caller.js';
import type { Directory } from './directory.js';
import { scopesIn } from './installation.js';
import { endOfKey } from './key-in-force.js';
import type { ApiKey, Principal } from './records.js';
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

  run(key: string): Result<Caller, Failure> {
    const row = this.#directory.keyWithPrefix(prefixOf(key));
    if (row === undefined || !sameText(row.hash, digestText(key))) return refused('The API key is not known.');
    const end = endOfKey(row, this.#clock.now());
    if (end === 'revoked') return refused('The API key has been revoked. Ask an administrator for a new one.');
    if (end === 'expired') return refused('The API key has expired. Ask an administrator for a new one.');
    const principal = this.#directory.principal(row.principalId);
    if (principal === undefined) return refused("The API key's owner no longer exists.");
    if (this.#directory.accounts.isDisabled(principal.id))
      return refused("The account of the key's owner is disabled.");
    return ok(this.#callerOf(row, principal));
  }

  #callerOf(key: ApiKey, principal: Principal): Caller {
    const known = this.#callers.get(key);
    const teams = this.#directory.teams.of(principal.id);
    if (known?.teams === teams) return known;
    const scopes = scopesIn(this.#directory, principal.organisationId, key.scopes);
    const caller = callerOf(principal, scopes, key.namespaces, teams, key.id);
    this.#callers.set(key, caller);
    return caller;
  }
}

/** A caller from a principal and what its credential allows. */
export function callerOf(
  principal: Principal,
  scopes: readonly string[],
  namespaces: readonly string[] | null,
  teams: readonly string[] = [],
  keyId?: string,
): Caller {
  const held = new Set(scopes);
  return Object.freeze({
    principalId: principal.id,
    organisationId: principal.organisationId,
    name: principal.name,
    kind: principal.kind,
    ...(keyId !== undefined && { keyId }),
    scopes: held,
    teams,
    namespaces,
    tokens: tokensOf(principal, held, namespaces, teams),
  });
}

const refused = (message: string) => fail('unauthenticated', message);
