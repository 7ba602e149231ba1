/** Connections, their credentials, and OAuth to upstreams. */
export { AuthorizeConnection } from './authorize-connection.js';
export { spacedCode } from './confirmation-code.js';
export type { Connection, ConnectionChange, OAuthSettings } from './connection.js';
export type { Authorization, ConnectionPatch, ConnectionStore, SecretReseal } from './connection-store.js';
export { Connections } from './connections.js';
export type { Credential } from './credential.js';
export { type Credentials, noCredentials } from './credentials.js';
export { hiddenAnswerInSteps, hidingInSteps } from './hide-in-large.js';
export { type Hide, hiddenAnswer, hiddenFailure, hiding } from './hide-secrets.js';
export { ManageConnections } from './manage-connections.js';
export type {
  BegunAuthorization,
  FoundIssuer,
  GrantedTokens,
  OAuthClient,
  OAuthParty,
  OAuthWish,
} from './oauth-client.js';
export { sealSecret, sealTokens } from './open-secret.js';
export { type CallingWith, ProvideCredential, type Provided } from './provide-credential.js';
export { ResealSecrets } from './reseal-secrets.js';
export { StartAuthorization } from './start-authorization.js';
