import type { ConnectionCredential } from '@assay/contracts';
import { type Clock, type Failure, fail, ok, type Result, type Sealer } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { Connection, OAuthSettings, Tokens } from './connection.js';
import type { GrantedTokens, OAuthClient } from './oauth-client.js';
import { sealTokens } from './open-secret.js';

type OAuthCredential = Extract<ConnectionCredential, { kind: 'oauth2' }>;

/** What an OAuth credential makes of a connection. */
export type Settled = Pick<Connection, 'oauth' | 'tokens' | 'tokensExpireAt' | 'state'>;

/** What a credential is for. */
export interface OAuthPlace {
  readonly server: Server | null;
  readonly origin: string;
  /** The header with which the upstream asked for a credential, if it did. */
  readonly challenge?: string | null;
}

/** Where a challenge says that the resource describes itself (RFC 9728, section 5.1). */
const metadataIn = (challenge: string | null): string | undefined =>
  /\bresource_metadata="?([^\s",]{1,2000})/.exec(challenge ?? '')?.[1];

export interface SettlePorts {
  readonly oauth: OAuthClient;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

/**
 * Finds the issuer where none is named, and gets the first tokens where nobody has to say yes: a mistake shows at once
 * and not at the first call.
 */
export async function settleOAuth(
  connectionId: string,
  credential: OAuthCredential,
  place: OAuthPlace,
  ports: SettlePorts,
): Promise<Result<Settled, Failure>> {
  const settings = await settingsOf(credential, place, ports.oauth);
  if (!settings.ok) return settings;
  const oauth = settings.value;
  if (oauth.grant === 'authorization_code')
    return ok({ oauth, tokens: null, tokensExpireAt: null, state: 'unauthorised' });
  const granted = await firstTokens(credential, oauth, ports.oauth);
  if (!granted.ok)
    return granted.error.code === 'credential_refused'
      ? fail('invalid_request', `/credential is not taken: ${granted.error.message}`, {
          issues: [{ path: '/credential', message: 'is not taken by its issuer' }],
        })
      : granted;
  const { accessToken, refreshToken = credential.refreshToken, expiresAt } = granted.value;
  const tokens: Tokens = { accessToken, ...(refreshToken !== undefined && { refreshToken }) };
  const sealed = sealTokens(ports.sealer, connectionId, tokens);
  return ok({ oauth, tokens: sealed, tokensExpireAt: expiresAt, state: 'ready' });
}

async function settingsOf(
  { grant, issuer, clientId, scopes, resource }: OAuthCredential,
  { server, origin, challenge = null }: OAuthPlace,
  client: OAuthClient,
): Promise<Result<OAuthSettings, Failure>> {
  const given = { grant, clientId: clientId ?? null };
  if (issuer !== undefined) return ok({ ...given, issuer, scopes: scopes ?? [], resource: resource ?? null });
  const found = await client.discover(
    resource ?? addressOf(server, origin),
    server?.mcp != null,
    metadataIn(challenge),
  );
  if (!found.ok) return found;
  return ok({
    ...given,
    issuer: found.value.issuer,
    scopes: scopes ?? found.value.scopes,
    resource: resource ?? found.value.resource,
  });
}

/** The resource that tokens are for: the address of an MCP server or an API, without what is secret in it. */
function addressOf(server: Server | null, origin: string): string {
  const { mcp = null, http = null } = server ?? {};
  const address = mcp !== null && 'url' in mcp ? mcp.url : (http?.url ?? origin);
  const { origin: place, pathname } = new URL(address);
  return pathname === '/' ? place : `${place}${pathname}`;
}

function firstTokens(
  credential: OAuthCredential,
  oauth: OAuthSettings,
  client: OAuthClient,
): Promise<Result<GrantedTokens, Failure>> {
  const { clientSecret, refreshToken = '' } = credential;
  const party = { issuer: oauth.issuer, clientId: oauth.clientId ?? '', ...(clientSecret && { clientSecret }) };
  return oauth.grant === 'client_credentials'
    ? client.clientCredentials(party, oauth)
    : client.refresh(party, refreshToken, oauth);
}
