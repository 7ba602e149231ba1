/** Who is calling, and secrets at rest. */
export { AesSealer } from './aes-sealer.js';
export { AuthorizationServer, type PendingAuthorization } from './authorization-server/authorization-server.js';
export {
  type AuthorizationServerOptions,
  routes as authorizationRoutes,
} from './authorization-server/provider-settings.js';
export { registerCallerStrategy } from './caller-strategy.js';
export { Ed25519Verifier } from './ed25519-verifier.js';
export { JwtRegistryTokens } from './jwt-registry-tokens.js';
export { JwtVerifier } from './jwt-verifier.js';
export { GuardedOAuthClient } from './oauth/guarded-oauth-client.js';
export { Argon2Passwords } from './people/argon2-passwords.js';
export { IssuerSignIn } from './people/issuer-sign-in.js';
export { WebAuthnPasskeys } from './people/web-authn-passkeys.js';
export { PublishedDomainRecords } from './published-domain-records.js';
export { SigningKey } from './signing-key.js';
