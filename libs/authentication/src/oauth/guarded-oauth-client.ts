import { type Clock, err, type Failure, fail, ok, type Result } from '@assay/kernel';
import {
  type BegunAuthorization,
  type FoundIssuer,
  type GrantedTokens,
  hiding,
  type OAuthClient,
  type OAuthParty,
  type OAuthWish,
} from '@assay/vault';
import * as oauth from 'oauth4webapi';
import { basicSecret, formsOf } from './basic-secret.js';
import { IssuerDocuments, isLoopbackOrTls } from './issuer-documents.js';
import { oauthFailure } from './oauth-failure.js';
import { type OAuthFetch, readable, withinTime } from './oauth-fetch.js';
import { withExpiry } from './registration-answer.js';

export interface GuardedOAuthClientOptions {
  readonly fetch: OAuthFetch;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** How long one request to an issuer may take, in ms; 10 s. */
  readonly timeoutMs?: number;
}

/** What a request to a token endpoint needs. */
interface Asking {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly options: oauth.TokenEndpointRequestOptions & oauth.DynamicClientRegistrationRequestOptions;
}

/** OAuth 2.1 as a client, over the guarded way out: no issuer can send it to an address that may not be reached. */
export class GuardedOAuthClient implements OAuthClient {
  readonly #documents: IssuerDocuments;
  readonly #fetch: OAuthFetch;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ fetch, clock, timeoutMs = 10_000 }: GuardedOAuthClientOptions) {
    this.#fetch = withinTime(fetch, timeoutMs);
    this.#clock = clock;
    this.#documents = new IssuerDocuments(this.#fetch, clock);
  }

  async discover(resource: string, speaksMcp = false, metadata?: string): Promise<Result<FoundIssuer, Failure>> {
    const found = await this.#documents.issuerOf(resource, speaksMcp, metadata);
    if (!found.ok) return found;
    // An issuer that publishes nothing is found out now and not at the first call.
    const server = await this.#documents.server(found.value.issuer);
    return server.ok ? found : server;
  }

  async register(issuer: string, redirectUri: string, scopes: readonly string[]) {
    const server = await this.#documents.server(issuer);
    if (!server.ok) return server;
    if (server.value.registration_endpoint === undefined)
      return fail(
        'invalid_request',
        `The issuer ${issuer} registers no clients by itself: register Assay there with the redirect address ${redirectUri}, and give "clientId".`,
      );
    const metadata = {
      client_name: 'Assay',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: registeredMethod(server.value),
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    };
    return this.#asked(`The issuer ${issuer}`, [], async () => {
      const answer = await oauth.dynamicClientRegistrationRequest(server.value, metadata, this.#options(issuer));
      const made = await oauth.processDynamicClientRegistrationResponse(await withExpiry(answer));
      const secret = made.client_secret;
      return { clientId: made.client_id, ...(typeof secret === 'string' && { clientSecret: secret }) };
    });
  }

  clientCredentials(party: OAuthParty, wish: OAuthWish): Promise<Result<GrantedTokens, Failure>> {
    return this.#tokens(party, [], async ({ server, client, authentication, options }) => {
      const parameters = new URLSearchParams(parametersOf(wish, true));
      const answer = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, options);
      return oauth.processClientCredentialsResponse(server, client, answer);
    });
  }

  refresh(party: OAuthParty, refreshToken: string, wish: OAuthWish): Promise<Result<GrantedTokens, Failure>> {
    return this.#tokens(party, [refreshToken], async ({ server, client, authentication, options }) => {
      const additionalParameters = new URLSearchParams(parametersOf(wish, false));
      const asked = { ...options, additionalParameters };
      const answer = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, asked);
      return oauth.processRefreshTokenResponse(server, client, answer);
    });
  }

  async begin(
    party: OAuthParty,
    wish: OAuthWish,
    { redirectUri, state }: { readonly redirectUri: string; readonly state: string },
  ): Promise<Result<BegunAuthorization, Failure>> {
    const server = await this.#documents.server(party.issuer);
    if (!server.ok) return server;
    const { authorization_endpoint: endpoint, code_challenge_methods_supported: methods } = server.value;
    if (endpoint === undefined || !isLoopbackOrTls(endpoint))
      return fail('upstream_error', `The issuer ${party.issuer} publishes no address where consent is given.`);
    if (methods !== undefined && !methods.includes('S256'))
      return fail(
        'upstream_error',
        `The issuer ${party.issuer} does not do PKCE with S256, without which codes can be stolen.`,
      );
    const verifier = oauth.generateRandomCodeVerifier();
    const url = new URL(endpoint);
    const parameters = {
      response_type: 'code',
      client_id: party.clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parametersOf(wish, true),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return ok({ url: url.href, verifier });
  }

  exchange(
    party: OAuthParty,
    wish: OAuthWish,
    answer: Parameters<OAuthClient['exchange']>[2],
  ): Promise<Result<GrantedTokens, Failure>> {
    const { parameters, redirectUri, state, verifier } = answer;
    const secrets = [verifier, parameters.code ?? ''];
    return this.#tokens(party, secrets, async ({ server, client, authentication, options }) => {
      const given = oauth.validateAuthResponse(server, client, new URLSearchParams(parameters), state);
      const additionalParameters = new URLSearchParams(parametersOf(wish, false));
      const reply = await oauth.authorizationCodeGrantRequest(
        ...([server, client, authentication, given, redirectUri, verifier] as const),
        { ...options, additionalParameters },
      );
      return oauth.processAuthorizationCodeResponse(server, client, reply);
    });
  }

  async #tokens(
    party: OAuthParty,
    secrets: readonly string[],
    ask: (asking: Asking) => Promise<oauth.TokenEndpointResponse>,
  ): Promise<Result<GrantedTokens, Failure>> {
    const { issuer, clientId, clientSecret } = party;
    const server = await this.#documents.server(issuer);
    if (!server.ok) return server;
    const asking: Asking = {
      server: server.value,
      client: { client_id: clientId },
      authentication: authenticationOf(server.value, clientSecret),
      options: this.#options(issuer),
    };
    const known = formsOf(clientId, [...secrets, ...(clientSecret === undefined ? [] : [clientSecret])]);
    const got = await this.#asked(`The issuer ${issuer}`, known, () => ask(asking));
    return got.ok ? this.#granted(issuer, got.value) : got;
  }

  #granted(issuer: string, answer: oauth.TokenEndpointResponse): Result<GrantedTokens, Failure> {
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer;
    if (!/^[\x21-\x7e]{1,16384}$/.test(accessToken))
      return fail('upstream_error', `The issuer ${issuer} issued a token that cannot be used in a header.`);
    return ok({
      accessToken,
      ...(refreshToken !== undefined && { refreshToken }),
      expiresAt: seconds === undefined ? null : this.#clock.now() + seconds * 1_000,
      ...(scope !== undefined && { scopes: scope.split(' ').filter((it) => it !== '') }),
    });
  }

  async #asked<T>(who: string, secrets: readonly string[], ask: () => Promise<T>): Promise<Result<T, Failure>> {
    try {
      return ok(await ask());
    } catch (error) {
      return err(hiding(secrets)(oauthFailure(who, error)));
    }
  }

  #options(issuer: string): Asking['options'] {
    const fetch = this.#fetch;
    return {
      [oauth.customFetch]: async (url: string, { method, headers, body }: RequestInit) =>
        readable(await fetch(url, { method, headers, body })),
      // Plain http is for issuers on this machine alone, which their address has shown to be.
      [oauth.allowInsecureRequests]: new URL(issuer).protocol === 'http:',
    };
  }
}

/** How tokens are asked for by a client with a secret: by header unless the issuer takes it in the body alone. */
function authenticationOf(server: oauth.AuthorizationServer, secret: string | undefined): oauth.ClientAuth {
  if (secret === undefined) return oauth.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const inBody = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
  return inBody ? oauth.ClientSecretPost(secret) : basicSecret(secret);
}

/** As a public client, with PKCE alone, where the issuer allows it. */
function registeredMethod({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): string {
  if (methods === undefined || methods.includes('none')) return 'none';
  return methods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

/** Which scopes and which resource; the scopes of a code or a refresh token are settled already. */
const parametersOf = ({ scopes, resource }: OAuthWish, withScopes: boolean): Record<string, string> => ({
  ...(withScopes && scopes.length > 0 && { scope: scopes.join(' ') }),
  ...(resource !== null && { resource }),
});
