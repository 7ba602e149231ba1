import type { TokenClaims, TokenVerifier } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';

const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Clocks of issuer and server may differ by so many seconds. */
const clockToleranceS = 30;

/** The way out: follows no redirects, caps what it reads, and connects to permitted addresses only. */
export type IssuerFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Verifies tokens of one OpenID Connect issuer with the keys it publishes, which are fetched when first needed. */
export class JwtVerifier implements TokenVerifier {
  readonly #issuer: string;
  readonly #audience: string;
  readonly #fetch: IssuerFetch;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(issuer: string, audience: string, fetch: IssuerFetch) {
    this.#issuer = issuer;
    this.#audience = audience;
    this.#fetch = fetch;
  }

  async verify(token: string, audience: readonly string[] = []): Promise<Result<TokenClaims, Failure>> {
    let keys: JWTVerifyGetKey;
    try {
      keys = await this.#issuerKeys();
    } catch {
      return this.#keysAway();
    }
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: this.#issuer,
        audience: [this.#audience, ...audience],
        algorithms,
        clockTolerance: clockToleranceS,
        requiredClaims: ['sub', 'exp'],
      });
      return claimsOf(payload, [payload.aud].flat().includes(this.#audience));
    } catch (error) {
      return isAboutToken(error) ? fail('unauthenticated', reasonOf(error)) : this.#keysAway();
    }
  }

  #keysAway = () =>
    fail('unavailable', `The keys of the issuer ${this.#issuer} cannot be read: try again, or ask an administrator.`);

  #issuerKeys(): Promise<JWTVerifyGetKey> {
    this.#keys ??= discover(this.#issuer, this.#fetch).catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }
}

async function discover(issuer: string, fetch: IssuerFetch): Promise<JWTVerifyGetKey> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) });
  const document = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (!answer.ok || document.issuer !== issuer || typeof document.jwks_uri !== 'string') {
    throw new Error('The issuer publishes no valid configuration.');
  }
  return createRemoteJWKSet(new URL(document.jwks_uri), {
    timeoutDuration: 5_000,
    [customFetch]: (url, init) => fetch(url, init),
  });
}

/**
 * `scope` as RFC 8693 has it, or a list under `scp`. A client acting for itself is a service, anybody else a user. A token
 * for this server as a whole is a person's or service's own; one for a single address is a client's that acts for it.
 */
function claimsOf(payload: JWTPayload, isOwn: boolean): Result<TokenClaims, Failure> {
  const subject = payload.sub as string;
  if (!/^[A-Za-z0-9@:|._-]{1,120}$/.test(subject)) {
    return fail(
      'unauthenticated',
      'The token names a subject that cannot be a principal here (1 to 120 of letters, digits and "@:|._-").',
    );
  }
  const scopes =
    typeof payload.scope === 'string' ? payload.scope.split(' ') : Array.isArray(payload.scp) ? payload.scp : [];
  const service = payload.client_id === subject || payload.azp === subject;
  return ok({
    issuer: payload.iss as string,
    subject,
    scopes: scopes.filter((it): it is string => typeof it === 'string' && it !== ''),
    kind: service ? 'service' : 'user',
    ...(!isOwn && { client: clientOf(payload) }),
  });
}

/** RFC 9068 names the client in `client_id`, OpenID Connect in `azp`. */
function clientOf({ client_id, azp }: JWTPayload): NonNullable<TokenClaims['client']> {
  const id = [client_id, azp].find((it): it is string => typeof it === 'string') ?? 'unknown';
  return { id, name: id };
}

/** Errors of verifying are jose's own; those of fetching keys are the network's, time-outs and bad answers. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired: get a new one from its issuer.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token is not for this server: its claim "${error.claim}" does not match.`;
  return 'The token is not valid here: it is no API key, and no token of the configured issuer.';
}
