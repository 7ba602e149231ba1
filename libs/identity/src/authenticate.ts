import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { AuthenticateKey } from './authenticate-key.js';
import type { AuthenticateToken } from './authenticate-token.js';
import type { Caller } from './caller.js';
import type { LimitGuesses } from './limit-guesses.js';

/** Resolves an `Authorization` header to a caller: an API key, a token of the configured issuer, or anonymous. */
export class Authenticate {
  readonly #keys: AuthenticateKey;
  readonly #tokens: AuthenticateToken | null;
  readonly #anonymous: Caller;
  readonly #guesses: Pick<LimitGuesses, 'judge'> | undefined;

  constructor(
    keys: AuthenticateKey,
    tokens: AuthenticateToken | null,
    anonymous: Caller,
    guesses?: Pick<LimitGuesses, 'judge'>,
  ) {
    this.#keys = keys;
    this.#tokens = tokens;
    this.#anonymous = anonymous;
    this.#guesses = guesses;
  }

  /**
   * A missing header means an anonymous caller; an invalid one is rejected. `address` is the source address, whose
   * wrong credentials are rate-limited; without an address they are not counted. `audience`: the names of the MCP address
   * that the request is for; access tokens of clients are valid nowhere else.
   */
  run(
    authorization: string | undefined,
    address?: string,
    audience: readonly string[] = [],
  ): Promise<Result<Caller, Failure>> {
    if (authorization === undefined) return Promise.resolve(ok(this.#anonymous));
    const found = this.#check(authorization, audience);
    return address === undefined || this.#guesses === undefined ? found : this.#guesses.judge(found, address);
  }

  async #check(authorization: string, audience: readonly string[]): Promise<Result<Caller, Failure>> {
    const credential = /^Bearer +([^\s]+)$/i.exec(authorization)?.[1];
    if (credential === undefined)
      return fail('unauthenticated', 'Send the credential as "Authorization: Bearer <API key>".');
    const isToken = this.#tokens !== null && credential.split('.').length === 3 && !this.#keys.knows(credential);
    return isToken ? this.#tokens.run(credential, audience) : this.#keys.run(credential, audience);
  }
}
