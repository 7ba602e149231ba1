import type { PrincipalKind } from '@assay/contracts';
import { type Clock, type Failure, fail, ok, type Random, type Result } from '@assay/kernel';
import { callerOf } from './authenticate-key.js';
import type { Caller, CallerClient } from './caller.js';
import { mayDelegate } from './delegation/delegable-scopes.js';
import type { Directory } from './directory.js';
import type { IdentityStore } from './identity-store.js';
import { defaultOrganisation } from './installation.js';
import type { Principal } from './records.js';

/** Claims of a verified token. */
export interface TokenClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly kind: PrincipalKind;
  /** Set when the token is for one of the asked addresses: a client acts with it for its subject. */
  readonly client?: CallerClient;
}

/** Verifies signature, issuer, audience and times of a token of the configured issuer. */
export interface TokenVerifier {
  /** @param audience accepted beside the configured audience */
  verify(token: string, audience?: readonly string[]): Promise<Result<TokenClaims, Failure>>;
}

/**
 * Finds the caller of a JSON Web Token. Its principal is called `oidc:<subject>`, so that no issuer can name a
 * principal that holds keys here, and is added to the installation's organisation on first use. A subject who signs in to
 * the console has the principal of their account.
 */
export class AuthenticateToken {
  readonly #verifier: TokenVerifier;
  readonly #directory: Directory;
  readonly #store: Pick<IdentityStore, 'addPrincipal'>;
  readonly #system: { readonly clock: Clock; readonly random: Random };

  constructor(
    verifier: TokenVerifier,
    directory: Directory,
    store: Pick<IdentityStore, 'addPrincipal'>,
    system: { readonly clock: Clock; readonly random: Random },
  ) {
    this.#verifier = verifier;
    this.#directory = directory;
    this.#store = store;
    this.#system = system;
  }

  async run(token: string, audience: readonly string[] = []): Promise<Result<Caller, Failure>> {
    const verified = await this.#verifier.verify(token, audience);
    if (!verified.ok) return verified;
    const { issuer, subject, scopes, kind, client } = verified.value;
    const organisation = this.#directory.organisationNamed(defaultOrganisation);
    if (organisation === undefined) return fail('unavailable', 'The server is starting: try again in a moment.');
    const name = `oidc:${subject}`;
    const account = this.#directory.accounts.ofExternal({ issuer, subject });
    const principal =
      (account && this.#directory.principal(account.id)) ??
      this.#directory.principalNamed(organisation.id, name) ??
      (await this.#add(organisation.id, name, kind));
    if (this.#directory.accounts.isDisabled(principal.id))
      return fail('unauthenticated', "The account of the token's subject is disabled.");
    const teams = this.#directory.teams.of(principal.id);
    if (client === undefined) return ok(callerOf(principal, scopes, null, teams));
    return ok(callerOf(principal, scopes.filter(mayDelegate), null, teams, { client }));
  }

  #add(organisationId: string, name: string, kind: PrincipalKind): Promise<Principal> {
    const { clock, random } = this.#system;
    return this.#store.addPrincipal({ id: random.uuid(), organisationId, kind, name, createdAt: clock.now() });
  }
}
