import { anonymousCaller, type Caller } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import passport from 'passport';
import { registerCallerStrategy } from './caller-strategy.js';

type Outcome = { error: unknown; user: unknown; info: unknown };

/** What Passport tells its caller about a request with this header. */
function authenticated(strategy: string, authorization?: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const done = (error: unknown, user: unknown, info: unknown) => resolve({ error, user, info });
    passport.authenticate(strategy, { session: false }, done)({ headers: { authorization } }, {}, () => {});
  });
}

function register(name: string, authenticate: (header?: string) => Promise<Result<Caller, Failure>>): string {
  registerCallerStrategy<{ headers: { authorization?: string } }>(name, ({ headers }) =>
    authenticate(headers.authorization),
  );
  return name;
}

describe('registerCallerStrategy', () => {
  it('hands the request over and the caller back', async () => {
    const caller = anonymousCaller(true);
    const seen: (string | undefined)[] = [];
    const strategy = register('test-good', async (header) => {
      seen.push(header);
      return ok(caller);
    });
    expect((await authenticated(strategy, 'Bearer x')).user).toBe(caller);
    await authenticated(strategy);
    expect(seen).toEqual(['Bearer x', undefined]);
  });

  it('hands a refusal on as info, and a bug as an error', async () => {
    const refusal = fail('unauthenticated', 'Who are you?');
    const refused = await authenticated(register('test-bad', async () => refusal));
    expect(refused).toMatchObject({ error: null, user: false, info: refusal.error });
    const bug = new Error('a bug');
    const broken = await authenticated(register('test-broken', () => Promise.reject(bug)));
    expect(broken.error).toBe(bug);
  });
});
