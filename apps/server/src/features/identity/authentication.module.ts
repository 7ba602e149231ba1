import {
  Authenticate,
  AuthenticateKey,
  AuthenticateToken,
  anonymousCaller,
  Directory,
  LimitGuesses,
} from '@assay/identity';
import { Module } from '@nestjs/common';
import { CLOCK, CONFIG, IDENTITY_STORE, RANDOM, TOKEN_VERIFIER } from '../../platform/ports.js';
import { provide } from '../../platform/provide.js';
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
];

/** Who is calling: by key, by token, or nobody in particular. */
@Module({ imports: [LimitsModule], providers, exports: providers })
export class AuthenticationModule {}
