import type { JsonWebKey } from 'node:crypto';
import type { Client, Configuration, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { errorPage, pageHeaders } from './error-page.js';
import { RecordAdapter, type RecordAdapterPorts } from './record-adapter.js';
import { whyNotRedirect } from './redirect-addresses.js';

type Library = typeof import('oidc-provider');

export interface AuthorizationServerOptions extends Omit<RecordAdapterPorts, 'invalidGrant'> {
  /** Its identifier, an origin without a slash at its end. */
  readonly issuer: string;
  /** Private keys as a JSON Web Key Set's members. */
  readonly keys: readonly JsonWebKey[];
  /** Signs cookies; the same on every replica. */
  readonly cookieSecret: string;
  /** The way out for documents of clients: connects to permitted addresses only, and follows no redirects. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The canonical name of an MCP address of this server; undefined for anything else. */
  readonly canonicalResource: (indicator: string) => string | undefined;
  /** What a client without a resource indicator means: `/mcp`. */
  readonly defaultResource: string;
  /** Scopes that the metadata names, and those that a request without scopes means. */
  readonly scopes: { readonly supported: readonly string[]; readonly basic: readonly string[] };
  readonly hasPrincipal: (principalId: string) => boolean;
  /** Marks the browser that began a request, so that nobody decides on a request of another browser. */
  readonly mark: (id: string) => { readonly name: string; readonly value: string; readonly path: string };
}

const minuteS = 60;
const dayS = 24 * 60 * minuteS;
/** Lifetimes in seconds. A client signs in again when its refresh token was unused for 30 days, and after a year. */
export const lifetimes = {
  AccessToken: 60 * minuteS,
  AuthorizationCode: minuteS,
  Interaction: 60 * minuteS,
  RefreshToken: 30 * dayS,
  Grant: 365 * dayS,
  Session: 60 * minuteS,
  IdToken: 5 * minuteS,
} as const;

/** Paths below the issuer. */
export const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

/** OAuth 2.1 as the MCP specification profiles it: authorization codes with PKCE, and rotated refresh tokens. */
export function settingsOf(options: AuthorizationServerOptions, library: Library): Configuration {
  const { errors } = library;
  const isSecure = options.issuer.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax' as const, secure: isSecure, signed: true };
  const ports: RecordAdapterPorts = { ...options, invalidGrant: (description) => new errors.InvalidGrant(description) };
  return {
    adapter: (kind: string) => new RecordAdapter(kind, ports),
    jwks: { keys: [...options.keys] as never },
    cookies: {
      keys: [options.cookieSecret],
      names: { session: 'assay_oauth', interaction: 'assay_oauth_request', resume: 'assay_oauth_resume' },
      long: { ...cookie, path: '/oauth' },
      short: cookie,
    },
    routes,
    ttl: lifetimes,
    scopes: ['openid', 'offline_access', ...options.scopes.supported],
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'EdDSA',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    features: featuresOf(options, library),
    findAccount: (_ctx, id) =>
      options.hasPrincipal(id) ? { accountId: id, claims: () => Promise.resolve({ sub: id }) } : undefined,
    interactions: { policy: alwaysAsk(library), url: (ctx, { uid }) => beginInteraction(options, ctx, uid) },
    renderError: (ctx, out) => {
      ctx.set({ ...pageHeaders });
      ctx.type = 'html';
      ctx.body = errorPage(out.error, out.error_description);
    },
    fetch: (url, init) => options.fetch(String(url), init as RequestInit) as never,
    fetchResponseBodyLimits: { jwks_uri: 64 * 1_024, sector_identifier_uri: 5 * 1_024 },
  } as Configuration;
}

/** A person is asked for every request: the client may be anybody who knows another client's name. */
function alwaysAsk({ interactionPolicy: { Check, Prompt } }: Library) {
  const undecided = (ctx: KoaContextWithOIDC): boolean => ctx.oidc.result?.consent === undefined;
  const check = () => new Check('undecided', 'a person has to decide', 'interaction_required', undecided);
  return [
    new Prompt({ name: 'login', requestable: true }),
    new Prompt({ name: 'select_account', requestable: true }),
    new Prompt({ name: 'consent', requestable: true }, check()),
  ];
}

function beginInteraction(options: AuthorizationServerOptions, ctx: KoaContextWithOIDC, uid: string): string {
  const { name, value, path } = options.mark(uid);
  const secure = options.issuer.startsWith('https:');
  const maxAge = lifetimes.Interaction * 1_000;
  ctx.cookies.set(name, value, { path, httpOnly: true, sameSite: 'lax', secure, signed: false, maxAge });
  return `${options.issuer}/consent/${uid}`;
}

const off = { enabled: false } as const;

function featuresOf(options: AuthorizationServerOptions, { errors }: Library): NonNullable<Configuration['features']> {
  return {
    ...{ devInteractions: off, dPoP: off, userinfo: off, rpInitiatedLogout: off, pushedAuthorizationRequests: off },
    revocation: {
      enabled: true,
      // A client learns nothing about tokens of others.
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    registration: {
      enabled: true,
      issueRegistrationAccessToken: false,
      idFactory: (ctx: KoaContextWithOIDC) => {
        checkRegistration(ctx.oidc.body as Record<string, unknown>, errors);
        return `client_${crypto.randomUUID()}`;
      },
    },
    clientIdMetadataDocument: {
      ...{ enabled: true, ack: 'draft-02', cacheDuration: { min: minuteS, max: dayS } },
      allowClient: (_ctx: KoaContextWithOIDC, client: Client) => {
        requireRedirects(client.redirectUris, errors);
        if (client.clientName === undefined) throw new errors.InvalidClientMetadata('client_name is required');
        return true;
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => (oneOf === undefined ? options.defaultResource : undefined),
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, indicator) => resourceServer(options, ctx, indicator, errors),
    },
  };
}

/** What a client registers (RFC 7591), with what this server decides replaced. */
function checkRegistration(body: Record<string, unknown>, errors: Library['errors']): void {
  // Scopes are decided by the person, for each request.
  delete body.scope;
  // Clients that leave it out are programs on somebody's machine; a web client says so, and may not use custom schemes.
  if (body.redirect_uris !== undefined) requireRedirects(body.redirect_uris, errors);
  if (typeof body.client_name === 'string' && body.client_name.length > 200)
    throw new errors.InvalidClientMetadata('client_name must have at most 200 characters');
}

function requireRedirects(addresses: unknown, { InvalidRedirectUri, InvalidClientMetadata }: Library['errors']): void {
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > 20)
    throw new InvalidClientMetadata('redirect_uris must be a list of 1 to 20 addresses');
  const refused = addresses.map(whyNotRedirect).find((it) => it !== undefined);
  if (refused === undefined) return;
  throw Object.assign(new InvalidRedirectUri(), { error_description: `redirect_uris: each ${refused}` });
}

/** An MCP address as resource server. The scopes of tools are not known beforehand: those that are asked for exist. */
function resourceServer(
  { canonicalResource, scopes }: AuthorizationServerOptions,
  ctx: KoaContextWithOIDC,
  indicator: string,
  { InvalidTarget }: Library['errors'],
): ResourceServer {
  const { params, entities } = ctx.oidc;
  if (canonicalResource(indicator) === undefined)
    throw new InvalidTarget('resource is not an MCP address of this server');
  if (Array.isArray(params?.resource) && params.resource.length > 1)
    throw new InvalidTarget('ask for one resource at a time');
  if (params !== undefined && !params.scope && ctx.oidc.route === 'authorization')
    params.scope = scopes.basic.join(' ');
  const granted = entities.Grant?.getResourceScope(indicator) ?? '';
  const asked = `${String(params?.scope ?? '')} ${granted}`.split(' ').filter((it) => it !== '');
  return {
    scope: [...new Set([...scopes.supported, ...asked])].join(' '),
    audience: indicator,
    accessTokenFormat: 'opaque',
    accessTokenTTL: lifetimes.AccessToken,
  };
}
