import type pg from 'pg';
import { QueryRefusal } from '../query-refusal.js';
import { connect, knownState, refusalOf, tooLong } from './session.js';

interface Idle {
  readonly client: pg.Client;
  readonly pid: number;
}

/** Seconds after the time limit until the session is ended from outside. */
const graceMs = 1_000;
const maxIdle = 2;
const maxSessions = 6;

export interface SessionLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * Sessions of one role. Each use begins in a known state. A use that overruns its time, or receives more bytes than an
 * answer may have, is ended from outside: by another session that terminates it, and by closing the connection.
 */
export class PostgresSessions {
  readonly #idle: Idle[] = [];
  readonly #waiting: (() => void)[] = [];
  #used = 0;

  constructor(
    private readonly url: string,
    private readonly limits: SessionLimits,
    /** Called once for each new session, to refuse a role. */
    private readonly onConnect: (client: pg.Client) => Promise<void>,
  ) {}

  async use<T>(work: (client: pg.Client) => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turn();
    try {
      return await this.#within(await this.#session(), work, signal);
    } finally {
      this.#used -= 1;
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ client }) => client.end().catch(() => {})));
  }

  async #turn(): Promise<void> {
    if (this.#used >= maxSessions) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#used += 1;
  }

  async #session(): Promise<Idle> {
    const { timeoutMs } = this.limits;
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      try {
        for (const sql of knownState(timeoutMs)) await kept.client.query(sql);
        return kept;
      } catch {
        kept.client.end().catch(() => {});
      }
    }
    const client = await connect({ url: this.url, timeoutMs });
    try {
      for (const sql of knownState(timeoutMs)) await client.query(sql);
      await this.onConnect(client);
      const { rows } = await client.query<{ pid: string }>('SELECT pg_backend_pid() AS pid');
      return { client, pid: Number(rows[0]?.pid) };
    } catch (error) {
      client.end().catch(() => {});
      throw refusalOf(error, timeoutMs);
    }
  }

  async #within<T>(session: Idle, work: (client: pg.Client) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { timeoutMs, maxBytes } = this.limits;
    const { client } = session;
    const ending = new AbortController();
    const stream = (client as unknown as { connection: { stream: NodeJS.ReadableStream & { destroy(): void } } })
      .connection.stream;
    let received = 0;
    const onData = (chunk: Uint8Array) => {
      received += chunk.length;
      if (received > maxBytes * 2) ending.abort(tooLarge(maxBytes));
    };
    stream.on('data', onData);
    const timer = setTimeout(() => ending.abort(tooLong(timeoutMs)), timeoutMs + graceMs);
    const ended = AbortSignal.any([signal, ending.signal]);
    const overrun = new Promise<never>((_, reject) => {
      ended.addEventListener('abort', () => reject(ended.reason), { once: true });
    });
    overrun.catch(() => {});
    try {
      signal.throwIfAborted();
      const working = work(client);
      working.catch(() => {});
      const result = await Promise.race([working, overrun]);
      if (this.#idle.length < maxIdle) this.#idle.push(session);
      else client.end().catch(() => {});
      return result;
    } catch (error) {
      if (ended.aborted) {
        stream.destroy();
        await this.#terminate(session.pid);
        throw ended.reason;
      }
      // A failed statement leaves an aborted transaction; the next use begins with a new session.
      client.end().catch(() => {});
      throw refusalOf(error, timeoutMs);
    } finally {
      clearTimeout(timer);
      stream.off('data', onData);
    }
  }

  /** Another session of the same role may end it. */
  async #terminate(pid: number): Promise<void> {
    try {
      const client = await connect({ url: this.url, timeoutMs: 2_000 });
      await client.query('SELECT pg_terminate_backend($1)', [pid]).finally(() => client.end());
    } catch {
      // The connection is closed in any case, and the server's own time limit holds.
    }
  }
}

const tooLarge = (maxBytes: number) =>
  new QueryRefusal('result_too_large', `The answer has more than ${maxBytes} bytes. Select fewer columns or rows.`, {
    maxBytes,
  });
