import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  type RegistryClaims,
  type RegistryPermission,
  type RegistryTokens,
  registryTokenSeconds,
} from '@assay/importing';
import type { Clock } from '@assay/kernel';
import { type JWTPayload, jwtVerify } from 'jose';
import type { SigningKey } from './signing-key.js';

/** As the official registry names itself in its tokens. */
const issuer = 'mcp-registry';
const algorithm = 'EdDSA';

/**
 * Registry tokens as JSON Web Tokens of five minutes, signed with the registry's own Ed25519 key. The claims are those of
 * the official registry: `auth_method`, `auth_method_sub`, `permissions`.
 */
export class JwtRegistryTokens implements RegistryTokens {
  readonly #key: Pick<SigningKey, 'keyId' | 'sign'>;
  readonly #publicKey: KeyObject;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(key: Pick<SigningKey, 'keyId' | 'sign' | 'public'>, clock: Pick<Clock, 'now'>) {
    this.#key = key;
    this.#publicKey = createPublicKey(key.public.pem);
    this.#clock = clock;
  }

  async issue({ method, subject, permissions }: RegistryClaims) {
    const now = Math.floor(this.#clock.now() / 1_000);
    const expiresAt = now + registryTokenSeconds;
    const header = { alg: algorithm, kid: this.#key.keyId, typ: 'JWT' };
    const claims = { auth_method: method, auth_method_sub: subject, permissions };
    const text = `${encoded(header)}.${encoded({ ...claims, iss: issuer, iat: now, nbf: now, exp: expiresAt })}`;
    return { registry_token: `${text}.${this.#key.sign(text)}`, expires_at: expiresAt };
  }

  async verify(token: string): Promise<RegistryClaims | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#publicKey, {
        issuer,
        algorithms: [algorithm],
        requiredClaims: ['exp'],
        currentDate: new Date(this.#clock.now()),
      });
      return claimsOf(payload);
    } catch {
      return undefined;
    }
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function claimsOf({ auth_method, auth_method_sub, permissions }: JWTPayload): RegistryClaims | undefined {
  if (typeof auth_method !== 'string' || typeof auth_method_sub !== 'string' || !Array.isArray(permissions))
    return undefined;
  return { method: auth_method, subject: auth_method_sub, permissions: permissions.filter(isPermission) };
}

const isPermission = (value: unknown): value is RegistryPermission => {
  const { action, resource } = (value ?? {}) as { action?: unknown; resource?: unknown };
  return (action === 'publish' || action === 'edit') && typeof resource === 'string';
};
