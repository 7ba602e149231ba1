import type { LimitGuesses, RelyingParty, RequestOrigin } from '@assay/identity';
import type { Failure, Result } from '@assay/kernel';
import type { FastifyRequest } from 'fastify';
import { FailureException, unwrap } from '../../edges/failure-exception.js';
import type { OwnOrigins } from '../../edges/own-origins.js';

/** Codes of answers that mean a wrong credential. */
const wrongCodes = new Set(['unauthenticated', 'not_found']);

/** What every attempt to sign in passes: the page it comes from, and the limit of wrong credentials by address. */
export class SignInAttempts {
  constructor(
    private readonly guesses: Pick<LimitGuesses, 'blocked' | 'countWrong'>,
    private readonly origins: OwnOrigins,
  ) {}

  /** @throws FailureException when the attempt is refused or fails. */
  async run<T>(request: FastifyRequest, attempt: (from: RequestOrigin) => Promise<Result<T, Failure>>): Promise<T> {
    if (this.origins.isCrossSite(request)) throw crossSite();
    const blocked = this.guesses.blocked(request.ip);
    if (blocked !== undefined) throw new FailureException(blocked);
    const outcome = await attempt({ address: request.ip, client: request.headers['user-agent'] ?? null });
    if (outcome.ok || !wrongCodes.has(outcome.error.code)) return unwrap(outcome);
    throw new FailureException((await this.guesses.countWrong(request.ip)) ?? outcome.error);
  }

  /** @throws FailureException where browsers offer no passkeys. */
  party(request: FastifyRequest): RelyingParty {
    const party = this.origins.partyOf(request);
    if (party !== undefined) return party;
    const other = this.origins.passkeyHost(request);
    const where = other === undefined ? 'Use a password.' : `Open ${other}, or use a password.`;
    throw new FailureException({
      code: 'invalid_request',
      message: `Passkeys need a host name, and https or localhost. ${where}`,
      ...(other !== undefined && { data: { passkeyHost: other } }),
    });
  }
}

const crossSite = (): FailureException =>
  new FailureException({ code: 'cross_site_request', message: 'A page of another site cannot sign people in here.' });
