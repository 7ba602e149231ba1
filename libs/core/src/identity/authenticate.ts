import { type Failure, fail } from '../kernel/failure.js';
import { ok, type Result } from '../kernel/result.js';
import type { AuthenticateKey } from './authenticate-key.js';
import type { AuthenticateToken } from './authenticate-token.js';
import type { Caller } from './caller.js';

/** From an `Authorization` header to a caller: an API key, a token of the configured issuer, or nobody. */
export class Authenticate {
  readonly #keys: AuthenticateKey;
  readonly #tokens: AuthenticateToken | null;
  readonly #anonymous: Caller;

  constructor(keys: AuthenticateKey, tokens: AuthenticateToken | null, anonymous: Caller) {
    this.#keys = keys;
    this.#tokens = tokens;
    this.#anonymous = anonymous;
  }

  /** No header at all is an anonymous caller; a wrong one is refused. */
  async run(authorization: string | undefined): Promise<Result<Caller, Failure>> {
    if (authorization === undefined) return ok(this.#anonymous);
    const credential = /^Bearer +([^\s]+)$/i.exec(authorization)?.[1];
    if (credential === undefined)
      return fail('unauthenticated', 'Send the credential as "Authorization: Bearer <API key>".');
    const isToken = this.#tokens !== null && credential.split('.').length === 3 && !this.#keys.knows(credential);
    return isToken ? this.#tokens.run(credential) : this.#keys.run(credential);
  }
}
