import { type SessionTokensView, sessionNameSchema, type Tokens } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Clock, dayMs, type Failure, fail, ok, type Result } from '@assay/kernel';
import { type ModelWindow, tokenAccount, totalTokens } from './token-account.js';

/** What one call adds to its session. */
export interface SessionCall {
  readonly organisationId: string;
  readonly principalId: string;
  readonly session: string;
  readonly versionId: string;
  readonly tokens: Tokens;
}

export interface SessionTotal {
  readonly calls: number;
  /** A definition counts once, however often it was called. */
  readonly tokens: Tokens;
}

/** Totals of sessions; a session belongs to its caller, and is forgotten some time after its last call. */
export interface SessionTotals {
  /** `at` in ms since the epoch. All or nothing. */
  add(calls: readonly SessionCall[], at: number): Promise<void>;
  read(principalId: string, session: string): Promise<SessionTotal | undefined>;
  /** Deletes those whose last call was `keepSessionMs` before; answers how many rows. */
  prune(at: number): Promise<number>;
}

/** How long after its last call a session's total is kept. */
export const keepSessionMs = 30 * dayMs;
const flushAfterMs = 500;
/** Unwritten calls beyond this are let go: the totals are an aid, and memory is not without end. */
const maxWaiting = 50_000;

/**
 * Adds up the tokens of sessions. Calls are written in groups, half a second late at most, so that no call waits for it;
 * who reads on the same replica sees them all, a crash may lose those of the last half second.
 */
export class SessionTokens {
  #waiting: SessionCall[] = [];
  #stopTimer: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly totals: Pick<SessionTotals, 'add' | 'read'>,
    private readonly clock: Clock,
    /** Called for a write that failed and is retried. */
    private readonly onProblem: (cause: unknown) => void,
  ) {}

  add(call: SessionCall): void {
    if (this.#waiting.length >= maxWaiting) return;
    this.#waiting.push(call);
    this.#startTimer();
  }

  async read(caller: Caller, session: string, window?: ModelWindow): Promise<Result<SessionTokensView, Failure>> {
    if (caller.principalId === null) return fail('unauthenticated', 'Sessions require authentication: send a key.');
    await this.flush();
    const isName = sessionNameSchema.safeParse(session).success;
    const total = isName ? await this.totals.read(caller.principalId, session) : undefined;
    if (total === undefined)
      return fail(
        'not_found',
        `None of your calls used the session "${session}": give it as "session" to POST /v1/invocations.`,
      );
    const { calls, tokens } = total;
    const account = window && tokenAccount(window, tokens);
    return ok({ session, calls, tokens, total: totalTokens(tokens), ...(account && { account }) });
  }

  /** Writes what waits; what cannot be written stays for the next time. */
  flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const calls = this.#waiting;
    if (calls.length === 0) return;
    this.#waiting = [];
    try {
      await this.totals.add(calls, this.clock.now());
    } catch (cause) {
      this.#waiting = [...calls, ...this.#waiting];
      this.onProblem(cause);
      this.#startTimer();
    }
  }

  #startTimer(): void {
    this.#stopTimer ??= this.clock.after(flushAfterMs, () => void this.flush());
  }
}
