import type { Caller } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { Server } from '@modelcontextprotocol/server';
import { type Kept, SessionTable } from './session-table.js';

/** `capOfOne`: of one principal, and of all callers without a key together. */
const limits = { idleMs: 30 * 60_000, cap: 10_000, capOfOne: 1_000 };

interface Session {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly server: Server;
  readonly caller: Caller;
  /** What its address is about; it is found under no other. */
  readonly subject: string;
  /** Its client can be asked something while a call is under way, for which answers are streams. */
  readonly canBeAsked: boolean;
}

/** A session, and how many of its requests and streams are open. */
class HeldSession implements Kept {
  readonly caller: Caller;
  #open = 0;

  constructor(readonly session: Session) {
    this.caller = session.caller;
  }

  get isBusy(): boolean {
    return this.#open > 0;
  }

  /** A request or a stream is open until what this answers is called. */
  begins(): () => void {
    this.#open += 1;
    return () => {
      this.#open -= 1;
    };
  }

  close = (): Promise<void> => this.session.server.close();
}

/** Sessions of the 2025-11-25 revision at `/mcp`, and at each toolset's address. */
export class McpSessions {
  readonly #table: SessionTable<HeldSession>;

  constructor(clock: Clock) {
    this.#table = new SessionTable(clock, limits);
  }

  add(id: string, session: Session): void {
    this.#table.add(id, new HeldSession(session));
  }

  find(id: string, caller: Caller, subject: string): (Session & Pick<HeldSession, 'begins'>) | undefined {
    const found = this.#table.find(id, caller);
    if (found?.session.subject !== subject) return undefined;
    return { ...found.session, begins: () => found.begins() };
  }

  remove(id: string): void {
    this.#table.remove(id);
  }

  /** Notifies every listening session that the tools have changed; errors are the client's concern. */
  tellToolsChanged(): void {
    for (const { session } of this.#table.all()) session.server.sendToolListChanged().catch(() => undefined);
  }

  closeAll(): Promise<void> {
    return this.#table.closeAll();
  }
}
