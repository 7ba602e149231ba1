import {
  Authenticate,
  AuthenticateKey,
  AuthenticateSession,
  AuthenticateToken,
  anonymousCaller,
  Directory,
  LimitGuesses,
  type SessionChange,
  Sessions,
} from '@assay/identity';
import { Module } from '@nestjs/common';
import { OwnOrigins } from '../../edges/own-origins.js';
import { RequestCaller } from '../../edges/request-caller.js';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { warns } from '../../platform/port-sets.js';
import {
  ACCOUNT_SESSION_STORE,
  CLOCK,
  CONFIG,
  IDENTITY_STORE,
  OWN_URL,
  RANDOM,
  TOKEN_VERIFIER,
} from '../../platform/ports.js';
import { provide, useCase } from '../../platform/provide.js';
import { LimitsModule } from '../limits/limits.module.js';

const providers = [
  provide(
    Authenticate,
    {
      ...{ config: CONFIG, directory: Directory, identities: IDENTITY_STORE, tokens: TOKEN_VERIFIER },
      ...{ guesses: LimitGuesses, clock: CLOCK, random: RANDOM },
    },
    ({ config, directory, identities, tokens, guesses, clock, random }) =>
      new Authenticate(
        new AuthenticateKey(directory, clock),
        tokens && new AuthenticateToken(tokens, directory, identities, { clock, random }),
        anonymousCaller(config.anonymousReads),
        guesses,
      ),
  ),
  provide(Sessions, { followers: ChangeFollowers }, ({ followers }) => {
    const sessions = new Sessions();
    followers.follow<SessionChange>(['session'], (change) => sessions.apply(change));
    return sessions;
  }),
  useCase(AuthenticateSession, {
    ...{ sessions: Sessions, directory: Directory, store: ACCOUNT_SESSION_STORE, clock: CLOCK },
    onProblem: warns('failed to store when a session was last used'),
  }),
  provide(OwnOrigins, { config: CONFIG, ownUrl: OWN_URL }, ({ config, ownUrl }) => new OwnOrigins(config, ownUrl)),
  useCase(RequestCaller, { authenticate: Authenticate, sessions: AuthenticateSession, origins: OwnOrigins }),
];

/** Who is calling: by key, by token, by the session of a signed-in person, or nobody in particular. */
@Module({ imports: [LimitsModule], providers, exports: providers })
export class AuthenticationModule {}
