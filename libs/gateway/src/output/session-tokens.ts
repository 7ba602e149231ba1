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
  /** 0 where only a definition was put into the context; 1 when absent. */
  readonly calls?: 0 | 1;
  readonly tokens: Tokens;
}

/** Whose session. */
export interface SessionKey {
  readonly organisationId: string;
  readonly principalId: string;
  readonly session: string;
}

export interface SessionTotal {
  readonly calls: number;
  /** A definition counts once, however often it was called or shown: as in its longest form. */
  readonly tokens: Tokens;
  /** What the session is measured against; absent when its caller set nothing. */
  readonly window?: ModelWindow | undefined;
  /** Tokens that compacting took out of the context. */
  readonly released: number;
}

/** Totals of sessions; a session belongs to its caller, and is forgotten some time after its last call. */
export interface SessionTotals {
  /** `at` in ms since the epoch. All or nothing. */
  add(calls: readonly SessionCall[], at: number): Promise<void>;
  /** Undefined when nothing is known of the session. */
  read(principalId: string, session: string): Promise<SessionTotal | undefined>;
  setWindow(key: SessionKey, window: ModelWindow, at: number): Promise<void>;
  /** Remembers how many tokens are out of the context by now; never fewer than before. */
  release(key: SessionKey, tokens: number, at: number): Promise<void>;
  /** Deletes those whose last call was `keepSessionMs` before; answers how many rows. */
  prune(at: number): Promise<number>;
}

/** How long after its last call a session's total is kept. */
export const keepSessionMs = 30 * dayMs;
/** What a session is measured against whose caller has set no window, in tokens. */
export const defaultWindow: ModelWindow = { window: 128_000 };
const noTokens: Tokens = { schemas: 0, arguments: 0, result: 0, validation: 0 };
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
    private readonly totals: Omit<SessionTotals, 'prune'>,
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
    const { calls, tokens, released } = total;
    const measured = window ?? total.window;
    return ok({
      ...{ session, calls, tokens, total: totalTokens(tokens) },
      ...(released > 0 && { released }),
      ...(total.window && { window: total.window }),
      ...(measured && { account: tokenAccount(measured, tokens, released) }),
    });
  }

  /** How many tokens the session's window has left; a session without a window of its own has the default one. */
  async left(caller: Caller, session: string): Promise<Result<number, Failure>> {
    const key = keyOf(caller, session);
    if (!key.ok) return key;
    await this.flush();
    const total = await this.totals.read(key.value.principalId, session);
    const account = tokenAccount(total?.window ?? defaultWindow, total?.tokens ?? noTokens, total?.released);
    return ok(account.left);
  }

  async setWindow(caller: Caller, session: string, window: ModelWindow): Promise<Result<SessionTokensView, Failure>> {
    const key = keyOf(caller, session);
    if (!key.ok) return key;
    await this.totals.setWindow(key.value, window, this.clock.now());
    return this.read(caller, session);
  }

  /** Takes tokens that are no longer in the context out of the account. */
  async release(caller: Caller, session: string, tokens: number): Promise<Result<null, Failure>> {
    const key = keyOf(caller, session);
    if (!key.ok) return key;
    await this.totals.release(key.value, tokens, this.clock.now());
    return ok(null);
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

function keyOf({ organisationId, principalId }: Caller, session: string): Result<SessionKey, Failure> {
  if (organisationId === null || principalId === null)
    return fail('unauthenticated', 'Sessions require authentication: send a key.');
  const name = sessionNameSchema.safeParse(session);
  return name.success
    ? ok({ organisationId, principalId, session })
    : fail('invalid_request', `The name of a session ${name.error.issues[0]?.message ?? 'is not valid'}.`);
}
