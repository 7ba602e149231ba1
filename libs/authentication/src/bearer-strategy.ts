import type { Caller, Failure, Result } from '@assay/core';
import passport from 'passport';
import CustomStrategy from 'passport-custom';

/**
 * Registers a Passport strategy under `name` that turns the Authorization header into a Caller. A refusal reaches the
 * guard as the `info` of Passport's callback, with its Failure.
 */
export function registerBearerStrategy(
  name: string,
  authenticate: (authorization: string | undefined) => Promise<Result<Caller, Failure>>,
): void {
  const strategy = new CustomStrategy((request, done) => {
    authenticate(request.headers.authorization).then(
      (outcome) => (outcome.ok ? done(null, outcome.value) : done(null, false, outcome.error)),
      (error: unknown) => done(error),
    );
  });
  passport.use(name, strategy);
}
