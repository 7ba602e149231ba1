/** Organisations, principals, teams, namespaces, grants, scopes, visibility and sign-in. */
export { administratorsOf } from './administrators-of.js';
export { Aliases } from './aliases.js';
export { anonymousCaller, anonymousName } from './anonymous.js';
export { issueKey, prefixOf } from './api-key.js';
export { Authenticate } from './authenticate.js';
export { AuthenticateKey, callerOf, clientOf } from './authenticate-key.js';
export { AuthenticateToken, type TokenClaims, type TokenVerifier } from './authenticate-token.js';
export { type Caller, hasScope, mayDecide, reaches } from './caller.js';
export type { CommandMoves } from './command-moves.js';
export { createOrganisation } from './create-organisation.js';
export type { AuthorizationRecord, AuthorizationRecords, FoundRecord } from './delegation/authorization-records.js';
export { delegableScopes } from './delegation/delegable-scopes.js';
export { DelegateAccess } from './delegation/delegate-access.js';
export { Directory } from './directory.js';
export type { IdentityPorts } from './identity-ports.js';
export type { IdentityStore } from './identity-store.js';
export { commandScope, defaultOrganisation, isInstallation, runsInstallation } from './installation.js';
export { callerOfKept } from './kept-credential.js';
export { holdersOf } from './key-holders.js';
export { endOfKey } from './key-in-force.js';
export { LimitGuesses } from './limit-guesses.js';
export { ManageGrants } from './manage-grants.js';
export { ManageKeys } from './manage-keys.js';
export { ManageNamespaces } from './manage-namespaces.js';
export { ManageTeams } from './manage-teams.js';
export { isMember } from './membership.js';
export { DeliverWebhooks } from './notices/deliver-webhooks.js';
export {
  type AttemptOutcome,
  attemptLostAfterMs,
  type BegunDelivery,
  clocksDifferMs,
  type DeliveringNotices,
  type DeliveryStore,
  type QueuedDelivery,
} from './notices/delivery-store.js';
export { ManageDeliveries } from './notices/manage-deliveries.js';
export { ManageWebhooks } from './notices/manage-webhooks.js';
export { noticeBody } from './notices/notice-body.js';
export type { NotificationQuery, NotificationReader, NotificationStore } from './notices/notification-store.js';
export { ReadNotifications } from './notices/read-notifications.js';
export type { Delivery, InboxChange, KeptWebhook, Notification, Position, Webhook } from './notices/records.js';
export type { SendOutcome, WebhookMessage, WebhookSender } from './notices/webhook-sender.js';
export type { DeliveryQuery, WebhookChange, WebhookStore } from './notices/webhook-store.js';
export { ownersOf } from './owners-of.js';
export { isMemberOf, ownedNamespaces, owns, requireOwned, seesNamespace } from './ownership.js';
export type {
  HandedOver,
  Handover,
  KnownNamespace,
  OwnershipStore,
  RenameOutcome,
  Renaming,
} from './ownership-store.js';
export {
  type DomainProof,
  type DomainRecords,
  type ProofMethod,
  ProveDomain,
  type ProvenDomain,
  wellKnownAddress,
} from './prove-domain.js';
export { ProveNamespace } from './prove-namespace.js';
export { recordChange } from './record-change.js';
export type {
  AccessToken,
  Alias,
  ApiKey,
  Delegation,
  Endorsement,
  Grant,
  IdentityChange,
  Namespace,
  Organisation,
  Principal,
  Proven,
  Team,
  TransferOffer,
} from './records.js';
export { RenameNamespace, type RenamePorts, resembling } from './rename-namespace.js';
export type { Account, AccountSession, Passkey, SessionChange, SignInLink } from './sign-in/account.js';
export type {
  AccountStore,
  AttemptStore,
  Challenge,
  CredentialStore,
  Credentials,
  NewCredential,
  SessionStore,
} from './sign-in/account-store.js';
export { AdmitCommandLines, commandLineTimes } from './sign-in/admit-command-lines.js';
export { AuthenticateSession } from './sign-in/authenticate-session.js';
export type { ClaimRules, ExternalPerson } from './sign-in/external-rights.js';
export { failuresKeptMs, LimitPasswords } from './sign-in/limit-passwords.js';
export { type IssuedToken, ManageAccounts } from './sign-in/manage-accounts.js';
export { ManageOwnAccount, type OwnAccount } from './sign-in/own-account.js';
export type { PasskeyCeremonies, PasskeyPerson, RelyingParty } from './sign-in/passkey-ceremonies.js';
export type { PasswordHasher } from './sign-in/password-hasher.js';
export { endOfSession, reauthenticatedUntil } from './sign-in/session-in-force.js';
export { csrfTokenOf, isCsrfToken } from './sign-in/session-token.js';
export { Sessions } from './sign-in/sessions.js';
export { SignIn } from './sign-in/sign-in.js';
export { signInDefaults } from './sign-in/sign-in-defaults.js';
export { SignInExternally } from './sign-in/sign-in-externally.js';
export { type RequestOrigin, type StartedSession, StartSession } from './sign-in/start-session.js';
export { UseLink } from './sign-in/use-link.js';
export type { Orphaned, TeamStore } from './team-store.js';
export { TransferNamespace, type Transferred } from './transfer-namespace.js';
export type { UsedProofs } from './used-proofs.js';
export { audienceOf, canSee, meets, narrower, publicToken, tokensOf } from './visibility.js';
