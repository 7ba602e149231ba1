import { Argon2Passwords, WebAuthnPasskeys } from '@assay/authentication';
import {
  AdmitCommandLines,
  AuthenticateSession,
  Directory,
  LimitGuesses,
  LimitPasswords,
  ManageAccounts,
  ManageOwnAccount,
  ManageTeams,
  Sessions,
  SignIn,
  SignInExternally,
  StartSession,
  UseLink,
} from '@assay/identity';
import { Module } from '@nestjs/common';
import { OwnOrigins } from '../../edges/own-origins.js';
import { Home } from '../../platform/home/home.js';
import { changePorts, identityPorts } from '../../platform/port-sets.js';
import {
  ACCOUNT_SESSION_STORE,
  ACCOUNT_STORE,
  ATTEMPT_STORE,
  AUTHORIZATION_RECORDS,
  CLOCK,
  CONFIG,
  CREDENTIAL_STORE,
  PASSKEY_CEREMONIES,
  PASSWORD_HASHER,
  PEOPLE_URL,
  SEALER,
  TEAM_STORE,
} from '../../platform/ports.js';
import { from, made, provide, useCase } from '../../platform/provide.js';
import { AuthenticationModule } from '../identity/authentication.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { networkOf } from '../limits/network-of.js';
import { NamespacesModule } from '../namespaces/namespaces.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { AccountController } from './account.controller.js';
import { AccountsController } from './accounts.controller.js';
import { SignInAttempts } from './attempts.js';
import { CommandLinesController } from './command-lines.controller.js';
import { FirstLink } from './first-link.js';
import { claimRulesOf, issuersOf } from './issuer-settings.js';
import { IssuerSignInController } from './issuer-sign-in.controller.js';
import { LinksController } from './links.controller.js';
import { notifyReset } from './notify-reset.js';
import { SessionViews } from './session-views.js';
import { SignInController } from './sign-in.controller.js';

const ceremonies = {
  ...{ credentials: CREDENTIAL_STORE, attempts: ATTEMPT_STORE, passkeys: PASSKEY_CEREMONIES },
  ...{ passwords: PASSWORD_HASHER, directory: Directory, ...changePorts },
};

const providers = [
  provide(PASSWORD_HASHER, {}, () => new Argon2Passwords()),
  provide(PASSKEY_CEREMONIES, {}, () => new WebAuthnPasskeys()),
  useCase(LimitPasswords, { store: ATTEMPT_STORE, networkOf: made(() => networkOf), clock: CLOCK }),
  useCase(StartSession, { ...changePorts, directory: Directory, store: ACCOUNT_SESSION_STORE }),
  useCase(SignIn, {
    ...{ ...ceremonies, limit: LimitPasswords, starting: StartSession },
    mac: from(SEALER, (sealer) => (text: string) => sealer.mac(text)),
  }),
  useCase(UseLink, {
    ...{ ...ceremonies, starting: StartSession, accounts: ACCOUNT_STORE, sessions: ACCOUNT_SESSION_STORE },
  }),
  useCase(ManageOwnAccount, {
    ...{ ...ceremonies, limit: LimitPasswords, accounts: ACCOUNT_STORE },
    ...{ sessions: Sessions, sessionStore: ACCOUNT_SESSION_STORE },
  }),
  useCase(ManageAccounts, {
    ...{ ...identityPorts, accounts: ACCOUNT_STORE, credentials: CREDENTIAL_STORE, sessions: ACCOUNT_SESSION_STORE },
    ...{ teams: ManageTeams, notifyReset: from(NOTICES, notifyReset) },
  }),
  useCase(AdmitCommandLines, { ...identityPorts, records: AUTHORIZATION_RECORDS, own: ManageOwnAccount }),
  useCase(SignInExternally, {
    ...{ ...identityPorts, accounts: ACCOUNT_STORE, teams: TEAM_STORE, starting: StartSession, own: ManageOwnAccount },
    ...{ rules: from(CONFIG, claimRulesOf), tokenIssuer: from(CONFIG, ({ oidc }) => oidc?.issuer ?? null) },
  }),
  useCase(FirstLink, {
    ...{ directory: Directory, credentials: CREDENTIAL_STORE, managing: ManageAccounts, home: Home },
    peopleUrl: PEOPLE_URL,
  }),
  useCase(SessionViews, {
    ...{ directory: Directory, sessions: Sessions, authenticate: AuthenticateSession, store: ACCOUNT_SESSION_STORE },
    ...{ origins: OwnOrigins, clock: CLOCK, issuers: from(CONFIG, issuersOf) },
  }),
  provide(
    SignInAttempts,
    { guesses: LimitGuesses, origins: OwnOrigins },
    ({ guesses, origins }) => new SignInAttempts(guesses, origins),
  ),
];

/** People who sign in: their accounts, credentials and sessions. */
@Module({
  imports: [AuthenticationModule, LimitsModule, NamespacesModule, NotificationsModule],
  controllers: [
    SignInController,
    IssuerSignInController,
    LinksController,
    AccountController,
    AccountsController,
    CommandLinesController,
  ],
  providers,
  exports: providers,
})
export class SignInModule {}
