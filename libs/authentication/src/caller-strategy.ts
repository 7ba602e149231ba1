import type { Caller } from '@assay/identity';
import type { Failure, Result } from '@assay/kernel';
import passport from 'passport';
import CustomStrategy from 'passport-custom';

/**
 * Registers a Passport strategy under `name` that turns a request into a Caller. A refusal reaches the guard as the `info`
 * of Passport's callback, with its Failure.
 */
export function registerCallerStrategy<R>(
  name: string,
  authenticate: (request: R) => Promise<Result<Caller, Failure>>,
): void {
  const strategy = new CustomStrategy((request, done) => {
    authenticate(request as unknown as R).then(
      (outcome) => (outcome.ok ? done(null, outcome.value) : done(null, false, outcome.error)),
      (error: unknown) => done(error),
    );
  });
  passport.use(name, strategy);
}
