import type { ExternalPerson } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type * as Client from 'openid-client';
import type { AuthenticateOptions, Strategy } from 'openid-client/passport';
import passport from 'passport';
import type { IssuerFetch } from '../jwt-verifier.js';
import { isLoopbackOrTls } from '../oauth/issuer-documents.js';

export interface IssuerSignInOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** Separated by spaces. */
  readonly scopes: string;
  /** Where the issuer sends browsers back to. */
  readonly redirectUri: () => string;
  readonly fetch: IssuerFetch;
  /** Why a sign-in failed, without what the browser or the issuer sent. */
  readonly onProblem: (reason: string) => void;
}

/** A sign-in that has begun. */
export interface BegunSignIn {
  /** Where the browser goes. */
  readonly url: string;
  /** PKCE verifier, state and nonce, for the same browser alone. */
  readonly secrets: string;
}

interface Loaded {
  readonly authenticator: passport.Authenticator;
  readonly config: Client.Configuration;
  readonly library: typeof Client;
}

type Tokens = Client.TokenEndpointResponse & Client.TokenEndpointResponseHelpers;
interface Outcome {
  readonly redirect?: string;
  readonly tokens?: Tokens;
  readonly problem?: unknown;
}

const strategyName = 'issuer';
const sessionKey = 'issuer';
const timeoutS = 10;

/**
 * People sign in at one OpenID Connect issuer: the authorization code flow with PKCE, state and nonce, through Passport's
 * strategy of openid-client. The library and the issuer's metadata are loaded at the first sign-in.
 */
export class IssuerSignIn {
  readonly #options: IssuerSignInOptions;
  #loaded: Promise<Loaded> | undefined;

  constructor(options: IssuerSignInOptions) {
    this.#options = options;
  }

  /** @param confirm whether the issuer has to ask for the credential again */
  async begin(confirm: boolean): Promise<Result<BegunSignIn, Failure>> {
    const loaded = await this.#load();
    if (loaded === undefined) return away;
    const session: Record<string, unknown> = {};
    const parameters: Readonly<Record<string, string>> = confirm ? { max_age: '0', prompt: 'login' } : {};
    const { redirect, problem } = await run(loaded, '', session, parameters);
    if (redirect !== undefined) return ok({ url: redirect, secrets: JSON.stringify(session[sessionKey]) });
    this.#options.onProblem(reasonOf(problem));
    return away;
  }

  /** @param query of the address to which the issuer sent the browser, without its question mark */
  async complete(secrets: string, query: string): Promise<Result<ExternalPerson, Failure>> {
    const loaded = await this.#load();
    if (loaded === undefined) return away;
    const { tokens, problem } = await run(loaded, query, { [sessionKey]: JSON.parse(secrets) }, {});
    const claims = tokens?.claims();
    if (tokens === undefined || claims === undefined) return this.#refused(problem);
    try {
      const more = await this.#userInfo(loaded, tokens.access_token, claims.sub);
      return ok({ issuer: claims.iss, subject: claims.sub, claims: { ...more, ...claims } });
    } catch (cause) {
      return this.#refused(cause);
    }
  }

  /** Many issuers give groups and names there only. */
  async #userInfo({ library, config }: Loaded, token: string, subject: string): Promise<Record<string, unknown>> {
    if (config.serverMetadata().userinfo_endpoint === undefined) return {};
    return { ...(await library.fetchUserInfo(config, token, subject)) };
  }

  #refused(cause: unknown): Result<never, Failure> {
    this.#options.onProblem(reasonOf(cause));
    return fail('unauthenticated', 'The sign-in at the issuer was not completed: begin again.');
  }

  async #load(): Promise<Loaded | undefined> {
    this.#loaded ??= this.#open();
    try {
      return await this.#loaded;
    } catch (cause) {
      this.#loaded = undefined;
      this.#options.onProblem(reasonOf(cause));
      return undefined;
    }
  }

  async #open(): Promise<Loaded> {
    const [library, strategies] = await Promise.all([import('openid-client'), import('openid-client/passport')]);
    const { issuer, clientId, clientSecret, fetch } = this.#options;
    const isLocal = issuer.startsWith('http:') && isLoopbackOrTls(issuer);
    const config = await library.discovery(
      new URL(issuer),
      clientId,
      clientSecret ?? undefined,
      clientSecret === null ? library.None() : undefined,
      {
        [library.customFetch]: (url, init) => fetch(url, init as RequestInit),
        execute: [library.enableNonRepudiationChecks, ...(isLocal ? [library.allowInsecureRequests] : [])],
        timeout: timeoutS,
      },
    );
    const authenticator = new passport.Passport();
    authenticator.use(strategyName, strategyOf(library, strategies.Strategy, config, this.#options));
    return { authenticator, config, library };
  }
}

/** Errors of the library carry the issuer's answers, which stay out of logs. */
function reasonOf(cause: unknown): string {
  const { message, code } = (cause ?? {}) as { readonly message?: unknown; readonly code?: unknown };
  return [code, message].filter((it) => typeof it === 'string').join(': ') || 'the issuer gave no tokens';
}

const away = fail('unavailable', 'The sign-in issuer cannot be reached: try again, or ask an administrator.');

interface RequestParameters extends AuthenticateOptions {
  readonly parameters?: Readonly<Record<string, string>>;
}

function strategyOf(
  library: typeof Client,
  Base: typeof Strategy,
  config: Client.Configuration,
  { redirectUri, scopes }: IssuerSignInOptions,
): Strategy {
  class IssuerStrategy extends Base {
    override authorizationRequestParams<T extends AuthenticateOptions>(_request: unknown, options: T) {
      return {
        ...{ scope: scopes, redirect_uri: redirectUri(), response_type: 'code' },
        ...{ state: library.randomState(), nonce: library.randomNonce() },
        ...(options as RequestParameters).parameters,
      };
    }

    override currentUrl({ url = '' }: { readonly url?: string }): URL {
      return new URL(`${redirectUri()}${url}`);
    }
  }
  return new IssuerStrategy({ config, name: strategyName, sessionKey }, (tokens, verified) =>
    verified(null, tokens as unknown as Express.User),
  );
}

/** One pass of the strategy over as much of a request and a response as it reads. */
function run(
  { authenticator }: Loaded,
  query: string,
  session: Record<string, unknown>,
  parameters: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = { method: 'GET', url: query === '' ? '' : `?${query}`, headers: {}, session };
    const response = {
      statusCode: 0,
      setHeader: (name: string, value: string) => {
        if (name.toLowerCase() === 'location') resolve({ redirect: value });
      },
      end: () => undefined,
    };
    const answered = (error: unknown, tokens: unknown, info: unknown) =>
      resolve(tokens ? { tokens: tokens as Tokens } : { problem: error ?? info });
    const options: RequestParameters = { session: false, parameters };
    const middleware = authenticator.authenticate(strategyName, options, answered);
    middleware(request, response, (problem: unknown) => resolve({ problem }));
  });
}
