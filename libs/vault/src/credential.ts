import type { ConnectionPlace, Manifest } from '@assay/contracts';
import { isFreeHeader } from '@assay/registry';
import type { Connection, ConnectionSecret } from './connection.js';

/** What one call carries for its upstream, opened; never kept, logged or shown. */
export interface Credential {
  readonly connectionId: string;
  readonly shared: boolean;
  /** Names what is carried: the same key is the same credential. */
  readonly key: string;
  /** The one place it may go to, see `originOf`. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Of a process started for the call. */
  readonly env: Readonly<Record<string, string>>;
  /** Every text by which it could be recognised, for taking it out of what comes back. */
  readonly secrets: readonly string[];
}

type Scheme = NonNullable<NonNullable<Manifest['auth']>['scheme']>;
type Carried = Pick<Credential, 'headers' | 'query' | 'env' | 'secrets'>;

const nothing = { headers: {}, query: {}, env: {} } as const;

/** What a connection puts into a call, or, as a text, why it cannot. */
export function credentialOf(
  connection: Connection,
  secret: ConnectionSecret,
  accessToken: string | null,
  scheme: Scheme | undefined,
): Credential | string {
  if (scheme !== undefined && !fits(connection.kind, scheme.type))
    return `it takes ${named(scheme.type)}, and the connection holds ${named(connection.kind)}`;
  const carried = carriedBy(connection, secret, accessToken, scheme);
  if (typeof carried === 'string') return carried;
  const { id: connectionId, shared, revision, origin } = connection;
  const secrets = carried.secrets.flatMap((it) => [it, encodeURIComponent(it), JSON.stringify(it).slice(1, -1)]);
  return {
    connectionId,
    shared,
    key: `${connectionId}:${revision}`,
    origin,
    ...carried,
    secrets: [...new Set(secrets)],
  };
}

function carriedBy(
  { place, name }: Connection,
  secret: ConnectionSecret,
  accessToken: string | null,
  scheme: Scheme | undefined,
): Carried | string {
  if (secret.kind === 'bearer') return authorization('Bearer', secret.token, [secret.token]);
  if (secret.kind === 'oauth2')
    return accessToken === null ? 'it has no token yet' : authorization('Bearer', accessToken, [accessToken]);
  if (secret.kind === 'basic') {
    const pair = base64(`${secret.username}:${secret.password}`);
    return authorization('Basic', pair, [secret.password, pair]);
  }
  return apiKey(place ?? scheme?.in ?? 'header', name ?? scheme?.name, secret.value);
}

const authorization = (scheme: 'Bearer' | 'Basic', value: string, secrets: readonly string[]): Carried => ({
  ...nothing,
  headers: { authorization: `${scheme} ${value}` },
  secrets,
});

function apiKey(place: ConnectionPlace, name = 'x-api-key', value: string): Carried | string {
  const secrets = [value];
  if (place === 'query') return { ...nothing, query: { [name]: value }, secrets };
  if (place === 'env') return { ...nothing, env: { [name]: value }, secrets };
  if (place === 'cookie') return { ...nothing, headers: { cookie: `${name}=${encodeURIComponent(value)}` }, secrets };
  if (!isFreeHeader(name)) return `"${name}" cannot be a separate header`;
  return { ...nothing, headers: { [name.toLowerCase()]: value }, secrets };
}

const isToken = (kind: string): boolean => kind === 'bearer' || kind === 'oauth2';

const fits = (kind: string, type: string): boolean => kind === type || (isToken(kind) && isToken(type));

const named = (kind: string): string =>
  kind === 'apiKey' ? 'an API key' : kind === 'basic' ? 'a name and password' : 'a bearer token';

/** Of a text's UTF-8 bytes. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
