import type { ConnectionCredential } from '@assay/sdk';
import { type Io, readAll } from '../io.js';
import { UsageError } from '../usage-error.js';
import { askSecret } from './ask.js';
import { readJsonObject } from './read-json.js';

export const credentialKinds = [
  'bearer',
  'basic',
  'api-key',
  'client-credentials',
  'refresh-token',
  'authorization-code',
] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** What the command line says of a credential; what is secret is typed, piped in, or in a file. */
export interface CredentialOptions {
  readonly kind: CredentialKind;
  readonly user?: string;
  readonly in?: 'header' | 'query' | 'cookie' | 'env';
  readonly name?: string;
  readonly issuer?: string;
  readonly clientId?: string;
  readonly clientSecret?: boolean;
  readonly scope?: string[];
  readonly resource?: string;
  readonly credential?: string;
}

const grants = {
  'client-credentials': 'client_credentials',
  'refresh-token': 'refresh_token',
  'authorization-code': 'authorization_code',
} as const;

/** The credential as the API takes it. */
export async function readCredential(io: Io, options: CredentialOptions): Promise<ConnectionCredential> {
  if (options.credential !== undefined)
    return (await readJsonObject(io, options.credential)) as unknown as ConnectionCredential;
  const secrets = new Secrets(io);
  const { kind } = options;
  if (kind === 'bearer') return { kind, token: await secrets.next('Token') };
  if (kind === 'basic') {
    if (options.user === undefined) throw new UsageError('--kind basic needs --user <name>.');
    return { kind, username: options.user, password: await secrets.next('Password') };
  }
  if (kind === 'api-key') {
    const placed = { ...(options.in && { in: options.in }), ...(options.name && { name: options.name }) };
    return { kind: 'apiKey', ...placed, value: await secrets.next('Key') };
  }
  return readOAuth(secrets, options, grants[kind]);
}

async function readOAuth(
  secrets: Secrets,
  { kind, issuer, clientId, clientSecret, scope, resource }: CredentialOptions,
  grant: (typeof grants)[keyof typeof grants],
): Promise<ConnectionCredential> {
  return {
    kind: 'oauth2',
    grant,
    ...(issuer && { issuer }),
    ...(clientId && { clientId }),
    ...(scope && { scopes: scope.flatMap((it) => it.split(/\s+/)).filter((it) => it !== '') }),
    ...(resource && { resource }),
    ...(kind === 'refresh-token' && { refreshToken: await secrets.next('Refresh token') }),
    ...((kind === 'client-credentials' || clientSecret) && { clientSecret: await secrets.next('Client secret') }),
  };
}

/** Secrets one after the other: asked for, or the lines of standard input. */
class Secrets {
  #lines: string[] | undefined;

  constructor(private readonly io: Io) {}

  async next(what: string): Promise<string> {
    if (this.io.stdin.isTTY) return required(await askSecret(this.io, what), what);
    this.#lines ??= (await readAll(this.io.stdin)).split(/\r?\n/);
    return required(this.#lines.shift() ?? '', what);
  }
}

function required(text: string, what: string): string {
  const found = text.trim();
  if (found === '')
    throw new UsageError(`No ${what.toLowerCase()} given: type it, pipe it in, or use --credential <file>.`);
  return found;
}
