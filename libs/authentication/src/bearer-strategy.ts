import type { Caller } from '@assay/identity';
import type { Failure, Result } from '@assay/kernel';
import passport from 'passport';
import CustomStrategy from 'passport-custom';

/**
 * Registers a Passport strategy under `name` that turns the Authorization header, and the address it came from, into a
 * Caller. A refusal reaches the
 * guard as the `info` of Passport's callback, with its Failure.
 */
export function registerBearerStrategy(
  name: string,
  authenticate: (authorization: string | undefined, address: string | undefined) => Promise<Result<Caller, Failure>>,
): void {
  const strategy = new CustomStrategy((request, done) => {
    authenticate(request.headers.authorization, request.ip).then(
      (outcome) => (outcome.ok ? done(null, outcome.value) : done(null, false, outcome.error)),
      (error: unknown) => done(error),
    );
  });
  passport.use(name, strategy);
}
