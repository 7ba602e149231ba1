import type { Caller, Clock } from '@assay/core';
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { Server } from '@modelcontextprotocol/server';
import { SessionTable } from './session-table.js';

const limits = { idleMs: 30 * 60_000, cap: 10_000 };

interface Session {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly server: Server;
  readonly caller: Caller;
  /** What its address is about; it is found under no other. */
  readonly subject: string;
  /** Its client can be asked something while a call is under way, for which answers are streams. */
  readonly canBeAsked: boolean;
}

/** Sessions of the 2025-11-25 revision at `/mcp`, and at each toolset's address. */
export class McpSessions {
  readonly #table: SessionTable<Session & { close(): Promise<void> }>;

  constructor(clock: Clock) {
    this.#table = new SessionTable(clock, limits);
  }

  add(id: string, session: Session): void {
    this.#table.add(id, { ...session, close: () => session.server.close() });
  }

  find(id: string, caller: Caller, subject: string): Session | undefined {
    const found = this.#table.find(id, caller);
    return found?.subject === subject ? found : undefined;
  }

  remove(id: string): void {
    this.#table.remove(id);
  }

  /** Tells every session that listens that the tools have changed; what comes of it is the client's business. */
  tellToolsChanged(): void {
    for (const { server } of this.#table.all()) server.sendToolListChanged().catch(() => undefined);
  }

  closeAll(): Promise<void> {
    return this.#table.closeAll();
  }
}
