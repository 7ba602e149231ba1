import type { Caller, Clock } from '@assay/core';
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { Server } from '@modelcontextprotocol/server';

const idleMs = 30 * 60_000;
const sessionCap = 10_000;

interface Session {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly server: Server;
  readonly caller: Caller;
  lastUsedAt: number;
}

/** Sessions of the 2025-11-25 revision. One belongs to the principal that opened it; nobody else can find it. */
export class McpSessions {
  readonly #sessions = new Map<string, Session>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: string, session: Omit<Session, 'lastUsedAt'>): void {
    this.#closeIdle();
    this.#sessions.set(id, { ...session, lastUsedAt: this.#clock.now() });
  }

  find(id: string, caller: Caller): Session | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || session.caller.principalId !== caller.principalId) return undefined;
    session.lastUsedAt = this.#clock.now();
    return session;
  }

  remove(id: string): void {
    this.#sessions.delete(id);
  }

  /** Tells every session that listens that the tools have changed; what comes of it is the client's business. */
  tellToolsChanged(): void {
    for (const { server } of this.#sessions.values()) server.sendToolListChanged().catch(() => undefined);
  }

  async closeAll(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(all.map((it) => it.server.close()));
  }

  /** Closes what has been idle for half an hour, and the longest idle beyond the cap. */
  #closeIdle(): void {
    const before = this.#clock.now() - idleMs;
    const byAge = [...this.#sessions].sort(([, a], [, b]) => a.lastUsedAt - b.lastUsedAt);
    const excess = Math.max(0, byAge.length + 1 - sessionCap);
    for (const [at, [id, session]] of byAge.entries()) {
      if (at >= excess && session.lastUsedAt > before) break;
      this.#sessions.delete(id);
      void session.server.close();
    }
  }
}
