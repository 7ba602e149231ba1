import { backOffMs, type Clock } from '@assay/kernel';
import { createClient } from '@redis/client';
import type { Script } from './script.js';

export interface RedisOptions {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  readonly clock: Clock;
  /** Longest wait for an answer, in ms; after it, and while the connection is broken, Redis counts as away. */
  readonly patienceMs?: number;
  /** Called when the connection is lost, with a reason, and when it is restored. */
  readonly onAway?: (cause: unknown) => void;
  readonly onBack?: () => void;
}

const patienceDefaultMs = 150;
const connectTimeoutMs = 2_000;
/** Redis is asked nothing for so long after it was too slow: a call waits for it once a second and not each time. */
const restMs = 1_000;
const reconnects = { firstMs: 50, maxMs: 2_000 };
/** A timer that is later than this was held up by other work. */
const lagMs = 10;
const maxWaits = 3;
const isLate = Symbol('late');

/** A connection to Redis that reconnects automatically and never makes a caller wait for long. */
export class RedisConnection {
  readonly #client: ReturnType<typeof createClient>;
  readonly #options: RedisOptions;
  readonly #patienceMs: number;
  #restsUntil = 0;
  #isAway = false;
  #wrong = 'it has not answered yet';

  constructor(options: RedisOptions) {
    this.#options = options;
    this.#patienceMs = options.patienceMs ?? patienceDefaultMs;
    this.#client = createClient({
      url: options.url,
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: {
        connectTimeout: connectTimeoutMs,
        reconnectStrategy: (retries) => backOffMs(reconnects, retries),
      },
    });
    this.#client.on('error', (cause: unknown) => this.#away(cause));
    this.#client.on('ready', () => this.#back());
  }

  /** Resolves when connected, or when the first attempt has failed or taken two seconds: it goes on trying. */
  async open(): Promise<void> {
    const failed = new Promise<void>((resolve) => void this.#client.once('error', () => resolve()));
    const opened = this.#client.connect().then(
      () => undefined,
      (cause: unknown) => this.#away(cause),
    );
    let stop = () => {};
    const late = new Promise<void>((resolve) => {
      stop = this.#options.clock.after(connectTimeoutMs, resolve);
    });
    await Promise.race([opened, failed, late]);
    stop();
    if (!this.#client.isReady) this.#away(new Error(this.#wrong));
  }

  /** Whether it makes sense to ask. */
  get isUsable(): boolean {
    return this.#client.isReady && this.#options.clock.monotonic() >= this.#restsUntil;
  }

  /** What is wrong with it; null when it is well. */
  get trouble(): string | null {
    return this.#isAway ? this.#wrong : null;
  }

  /** Runs a script; rejects when there is no answer in time. It may have run all the same. */
  async run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const options = { keys: [...keys], arguments: [...args] };
    const answer = this.#client.evalSha(script.sha1, options).catch((cause: unknown) => {
      if (!(cause instanceof Error) || !cause.message.startsWith('NOSCRIPT')) throw cause;
      return this.#client.eval(script.text, options);
    });
    const { late, stop } = this.#patience();
    try {
      const first = await Promise.race([answer, late]);
      if (first === isLate) throw new Error(`no answer within ${this.#patienceMs} ms`);
      this.#back();
      return first;
    } catch (cause) {
      answer.catch(() => {});
      this.#restsUntil = this.#options.clock.monotonic() + restMs;
      this.#away(cause);
      throw cause;
    } finally {
      stop();
    }
  }

  /**
   * Resolves when the time for an answer is over. A timer that is itself late indicates a busy process, in which the
   * answer may be unread: then the wait is repeated, a few times at most.
   */
  #patience(): { readonly late: Promise<typeof isLate>; readonly stop: () => void } {
    const { clock } = this.#options;
    const { promise, resolve } = Promise.withResolvers<typeof isLate>();
    let stop = () => {};
    const wait = (left: number): void => {
      const begun = clock.monotonic();
      stop = clock.after(this.#patienceMs, () => {
        if (left > 0 && clock.monotonic() - begun > this.#patienceMs + lagMs) wait(left - 1);
        else resolve(isLate);
      });
    };
    wait(maxWaits);
    return { late: promise, stop: () => stop() };
  }

  async close(): Promise<void> {
    if (this.#client.isReady) await this.#client.close();
    else if (this.#client.isOpen) this.#client.destroy();
  }

  #away(cause: unknown): void {
    this.#wrong = reasonOf(cause);
    if (this.#isAway) return;
    this.#isAway = true;
    this.#options.onAway?.(cause);
  }

  #back(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#options.onBack?.();
  }
}

/** In a word or two, without address or password. */
function reasonOf(cause: unknown): string {
  const { code, message = '' } = (cause ?? {}) as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host is not known';
  if (/WRONGPASS|NOAUTH/.test(message)) return 'it refuses the user or password';
  return message.split('\n')[0]?.slice(0, 200) || code || 'it does not answer';
}
