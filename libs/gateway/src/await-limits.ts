import type { Caller } from '@assay/identity';
import { type Clock, type Failure, wait } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { CallLimits } from './limits.js';
import { standingsOf } from './policy/limits.js';

export interface Asking {
  readonly caller: Caller;
  readonly version: ToolVersion;
  readonly session?: string | undefined;
  /** What limits by recipient and channel are found in. */
  readonly input?: unknown;
  /** How long it may wait, in ms. */
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

export interface AwaitLimitsPorts extends CallLimits {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
}

/**
 * Waits until the limits of a call have room, for steps of a run: their caller wants them made, not rejected. Calls of
 * one caller and version queue up, and only the first of them polls, so that thousands of waiting calls cost nothing
 * and take nothing from others, who share the limits as before. Nothing is counted here: the call itself is.
 */
export class AwaitLimits {
  readonly #ports: AwaitLimitsPorts;
  /** The last in each line. */
  readonly #lines = new Map<string, Promise<void>>();

  constructor(ports: AwaitLimitsPorts) {
    this.#ports = ports;
  }

  /** Resolves when the call may be made, or when waiting is of no use: the call says why then. */
  async run(asking: Asking): Promise<void> {
    const until = this.#ports.clock.monotonic() + asking.withinMs;
    const ofArguments = this.#ports.counters.ofArguments(asking.caller, asking.version, asking.input);
    // Messages to others do not wait for this one.
    const line = [asking.caller.principalId, asking.version.id, ...ofArguments.map((it) => it.key)].join(' ');
    const before = this.#lines.get(line);
    const own =
      before === undefined ? this.#untilFree(asking, until) : before.then(() => this.#untilFree(asking, until));
    // No await before this line: later calls of the same turn queue behind.
    this.#lines.set(line, own);
    await own.finally(() => {
      if (this.#lines.get(line) === own) this.#lines.delete(line);
    });
  }

  async #untilFree(asking: Asking, until: number): Promise<void> {
    const { clock } = this.#ports;
    while (!asking.signal.aborted) {
      const waitMs = await this.#waitMs(asking);
      if (waitMs === 0 || clock.monotonic() + waitMs >= until) return;
      await wait(clock, waitMs, asking.signal);
    }
  }

  /** 0 when it may be made; infinite when no waiting helps. */
  async #waitMs({ caller, version, session, input }: Asking): Promise<number> {
    const { counters, rates } = this.#ports;
    const bound = counters.ofCall(caller, version);
    const ofSession = session === undefined ? [] : counters.ofSession(caller, session, version);
    const all = [...bound, ...ofSession, ...counters.ofArguments(caller, version, input)];
    const acquired = await rates.peek(all);
    if (acquired.granted) return 0;
    return Math.max(
      ...standingsOf({ counters: all, acquired }).map((it) => it.retryAfterMs ?? Number.POSITIVE_INFINITY),
    );
  }
}

/** Whether a call was refused by a limit of this gateway that will have room again. */
export const isLimitedForNow = ({ code, data, retryAfterMs }: Failure): boolean =>
  code === 'rate_limited' && data?.limit !== undefined && retryAfterMs !== undefined;
