import {
  type Admission,
  type BreakerSettings,
  breakerDefaults,
  type CircuitAsker,
  type CircuitResult,
  type CircuitState,
  type Circuits,
  type CircuitView,
  LocalCircuits,
  noAsker,
  opensInARow,
  probeLeaseMs,
  type Refusal,
} from '@assay/gateway';
import type { Clock, Random } from '@assay/kernel';
import { endProbeScript, probeScript, resetScript, syncScript } from './circuit-scripts.js';
import { PendingResults } from './pending-results.js';
import type { RedisConnection } from './redis-connection.js';

export interface RedisCircuitsOptions {
  readonly redis: Pick<RedisConnection, 'isUsable' | 'run'>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'token'>;
  readonly settings?: BreakerSettings;
  /** Added to Redis's time, in ms: a test moves time with it. */
  readonly aheadMs?: () => number;
}

/** Redis's last answer; times by the monotonic clock. */
interface NotClosed {
  readonly until: number;
  readonly openings: number;
  readonly leasedUntil: number;
  /** The one set of arguments that opened it; empty when there were several. */
  readonly openedBy: string;
}

interface Counted {
  readonly calls: number;
  readonly failures: number;
  readonly at: number;
}

/** As scripts take it: without blanks, and never empty. */
const word = (text: string): string => text.replaceAll(/\s/g, '') || '-';

const argumentsOf = (openedBy: string): string | null => (openedBy === '' ? null : openedBy === '-' ? '' : openedBy);

const prefix = 'assay:circuit:';
const openSet = 'assay:circuits:open';
const everyMs = 250;
/** As the pure breaker slides. */
const steps = 12;
/** More versions than this wait for the next exchange. */
const atOnce = 1_000;

/**
 * Circuit breakers that all replicas share. The results of calls are sent to Redis in the background, immediately after
 * a failure, else four times a second; the same exchange returns which breakers are not closed. A call only reads
 * memory, except for the probe of a half-open breaker, which is leased in Redis to one replica. While Redis is
 * unavailable each replica uses its own observations, starting from its last knowledge of the others.
 */
export class RedisCircuits implements Circuits {
  readonly #options: RedisCircuitsOptions;
  readonly #settings: BreakerSettings;
  readonly #alone: LocalCircuits;
  readonly #pending = new Map<string, PendingResults>();
  readonly #counted = new Map<string, Counted>();
  #notClosed = new Map<string, NotClosed>();
  #exchange: Promise<void> | undefined;
  #isDue = false;
  #stopTimer = () => {};
  #isOn = false;

  constructor(options: RedisCircuitsOptions) {
    this.#options = options;
    this.#settings = options.settings ?? breakerDefaults;
    this.#alone = new LocalCircuits(options.clock, this.#settings);
  }

  get shared(): boolean {
    return this.#options.redis.isUsable;
  }

  /** Resolves when what the others know is known here; goes on exchanging from then on. */
  async start(): Promise<void> {
    this.#isOn = true;
    await this.exchange();
    this.#schedule();
  }

  /** Tells what is untold and ends. */
  async stop(): Promise<void> {
    this.#isOn = false;
    this.#stopTimer();
    await this.exchange();
  }

  admit(versionId: string, withinMs = 0, asker = noAsker): Admission | Refusal | Promise<Admission | Refusal> {
    if (!this.shared) return this.#alone.admit(versionId, withinMs, asker);
    const found = this.#notClosed.get(versionId);
    if (found === undefined) return this.#admission(versionId, asker);
    const waitMs = found.until - this.#options.clock.monotonic();
    const isEarly = found.openedBy !== '' && found.openedBy !== word(asker.digest);
    return waitMs > 0 && !isEarly
      ? { retryAfterMs: Math.ceil(waitMs) }
      : this.#probe(versionId, Math.ceil(Math.max(probeLeaseMs, withinMs)), asker);
  }

  isOpen(versionId: string): boolean {
    if (!this.shared) return this.#alone.isOpen(versionId);
    const found = this.#notClosed.get(versionId);
    const now = this.#options.clock.monotonic();
    return found !== undefined && (found.until > now || found.leasedUntil > now);
  }

  stateOf(versionId: string): CircuitState {
    if (!this.shared) return this.#alone.stateOf(versionId);
    const found = this.#notClosed.get(versionId);
    if (found === undefined) return 'CLOSED';
    return found.until > this.#options.clock.monotonic() ? 'OPEN' : 'HALF_OPEN';
  }

  list(): readonly CircuitView[] {
    if (!this.shared) return this.#alone.list();
    const { clock } = this.#options;
    const now = clock.monotonic();
    this.#forget(now);
    return [...new Set([...this.#notClosed.keys(), ...this.#counted.keys()])].map((versionId) => {
      const found = this.#notClosed.get(versionId);
      const { calls = 0, failures = 0 } = this.#counted.get(versionId) ?? {};
      const openUntil = found === undefined ? null : Math.round(clock.now() + found.until - now);
      const state = this.stateOf(versionId);
      return { versionId, state, calls, failures, openUntil, openings: found?.openings ?? 0, shared: true };
    });
  }

  async reset(versionId: string): Promise<void> {
    this.#alone.reset(versionId);
    this.#pending.delete(versionId);
    this.#counted.delete(versionId);
    this.#notClosed.delete(versionId);
    if (!this.shared) return;
    await this.#options.redis.run(resetScript, [prefix + versionId, openSet], [versionId]).catch(() => undefined);
  }

  /** One exchange with Redis; one that is asked for meanwhile follows it, and both are waited for. */
  async exchange(): Promise<void> {
    if (this.#exchange !== undefined) {
      this.#isDue = true;
      return this.#exchange;
    }
    this.#exchange = this.#exchangeWhileDue().finally(() => {
      this.#exchange = undefined;
    });
    return this.#exchange;
  }

  async #exchangeWhileDue(): Promise<void> {
    do {
      this.#isDue = false;
      await this.#exchangeOnce();
    } while (this.#isDue);
  }

  async #exchangeOnce(): Promise<void> {
    const { redis, clock } = this.#options;
    if (!redis.isUsable) {
      this.#pending.clear();
      return;
    }
    const reports = [...this.#pending].slice(0, atOnce);
    for (const [id] of reports) this.#pending.delete(id);
    const versions = reports.flatMap(([id, results]) => [id, ...results.texts()]);
    try {
      // An unanswered exchange may have been counted: repeating it could count it twice.
      const answer = (await redis.run(syncScript, [openSet], [...this.#settingsText(), ...versions])) as Answer;
      this.#learn(
        answer,
        reports.map(([id]) => id),
        clock.monotonic(),
      );
    } catch {
      this.#pending.clear();
    }
  }

  #learn([counts, notClosed]: Answer, reports: readonly string[], now: number): void {
    for (const [at, id] of reports.entries()) this.#count(id, counts[at]?.[0] ?? 0, counts[at]?.[1] ?? 0, now);
    const former = this.#notClosed;
    this.#notClosed = new Map();
    for (const [id, inMs, openings, leasedMs, calls, failures, openedBy] of notClosed) {
      const until = now + inMs;
      this.#notClosed.set(id, { until, openings, leasedUntil: leasedMs > 0 ? now + leasedMs : 0, openedBy });
      this.#count(id, calls, failures, now);
      if (former.get(id)?.openings !== openings) this.#alone.openAs(id, until, openings, argumentsOf(openedBy));
    }
    // What the others find well is not out of use for what was seen here alone.
    for (const id of this.#alone.notClosed()) if (!this.#notClosed.has(id)) this.#alone.reset(id);
  }

  #count(id: string, calls: number, failures: number, at: number): void {
    this.#counted.delete(id);
    if (calls > 0) this.#counted.set(id, { calls, failures, at });
  }

  #forget(now: number): void {
    for (const [id, { at }] of this.#counted) {
      if (now - at < this.#settings.windowMs) return;
      this.#counted.delete(id);
    }
  }

  #admission(versionId: string, asker: CircuitAsker): Admission {
    const note = (result: CircuitResult) => {
      this.#alone.note(versionId, result, asker);
      if (!this.shared) return;
      const pending = this.#pending.get(versionId) ?? new PendingResults();
      pending.add(result, { digest: word(asker.digest), caller: word(asker.caller) });
      this.#pending.set(versionId, pending);
      if (result !== 'success') void this.exchange();
    };
    return {
      isProbe: false,
      succeeded: () => note('success'),
      failed: (result = 'error') => note(result),
      nothing: () => undefined,
    };
  }

  async #probe(versionId: string, leaseMs: number, asker: CircuitAsker): Promise<Admission | Refusal> {
    const { redis, random } = this.#options;
    const token = random.token(9);
    const args = [this.#ahead(), token, String(leaseMs), word(asker.digest)];
    const answer = await redis.run(probeScript, [prefix + versionId], args).catch(() => undefined);
    if (answer === undefined) return this.#alone.admit(versionId, leaseMs, asker);
    const [state, waitMs] = answer as [number, number];
    if (state === 2) return { retryAfterMs: Math.max(1, waitMs) };
    if (state === 0) {
      this.#notClosed.delete(versionId);
      this.#alone.reset(versionId);
      return this.#admission(versionId, asker);
    }
    const found = this.#notClosed.get(versionId);
    const leasedUntil = this.#options.clock.monotonic() + leaseMs;
    if (found !== undefined) this.#notClosed.set(versionId, { ...found, leasedUntil });
    const end = (outcome: '1' | '0' | '-1') => () => void this.#endProbe(versionId, token, outcome, asker);
    return { isProbe: true, succeeded: end('1'), failed: end('0'), nothing: end('-1') };
  }

  /** A probe whose end cannot be reported is treated as lost when its lease expires. */
  async #endProbe(
    versionId: string,
    token: string,
    outcome: '1' | '0' | '-1',
    { digest }: CircuitAsker,
  ): Promise<void> {
    const { coolDownMs, maxCoolDownMs, windowMs } = this.#settings;
    const coolDowns = [String(coolDownMs), String(maxCoolDownMs)];
    const args = [this.#ahead(), token, versionId, outcome, ...coolDowns, word(digest), String(windowMs)];
    const keys = [prefix + versionId, openSet];
    const isOurs = await this.#options.redis.run(endProbeScript, keys, args).catch(() => undefined);
    if (isOurs === 1 && outcome === '1') {
      this.#notClosed.delete(versionId);
      this.#counted.delete(versionId);
      this.#alone.reset(versionId);
    }
    await this.exchange();
  }

  #settingsText(): string[] {
    const { windowMs, minCalls, failureShare, coolDownMs, maxCoolDownMs } = this.#settings;
    const numbers = [windowMs, steps, minCalls, failureShare, coolDownMs, maxCoolDownMs, opensInARow].map(String);
    return [this.#ahead(), prefix, ...numbers];
  }

  #ahead = (): string => String(this.#options.aheadMs?.() ?? 0);

  #schedule(): void {
    if (!this.#isOn) return;
    this.#stopTimer = this.#options.clock.after(everyMs, () => void this.exchange().finally(() => this.#schedule()));
  }
}

type Answer = readonly [
  readonly (readonly [number, number])[],
  readonly (readonly [string, number, number, number, number, number, string])[],
];
