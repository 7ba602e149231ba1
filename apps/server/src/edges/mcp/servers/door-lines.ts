import type { ClientEnd, Conversation, Members } from '@assay/gateway';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { AtClient } from '../suspended-calls.js';

/** One conversation of a door. A client that the server may ask something has it exclusively meanwhile. */
export interface Line {
  readonly conversation: Conversation;
  /** What its clients declare, as JSON. */
  readonly declared: string;
  /** The request that may be asked something. */
  holder: AtClient | undefined;
  /** Requests under way on it, and streams that watch something through it: it is kept for them. */
  users: number;
  logLevel: unknown;
  /** Watched resources, and by how many streams each. */
  readonly watched: Map<string, number>;
}

export interface LineParts {
  /** Begins a conversation with the server. */
  readonly begin: (end: ClientEnd, signal: AbortSignal) => Promise<Result<Conversation, Failure>>;
  /** The client's end of a line; the line is undefined while it opens. */
  readonly endOf: (capabilities: Members, line: () => Line | undefined) => Omit<ClientEnd, 'ended'>;
}

/** Of one caller with one server. */
export const maxLines = 8;

/** The conversations behind a door: few, shared where nobody can be asked anything, and closed when others need the place. */
export class DoorLines {
  readonly #parts: LineParts;
  readonly #lines = new Set<Line>();
  readonly #opening = new Map<string, Promise<Result<Line, Failure>>>();
  readonly #ending = new AbortController();
  #beginning = 0;

  constructor(parts: LineParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#lines.size;
  }

  /** A line for a client of these capabilities; for one user more, who gives it back with `release`. */
  async share(capabilities: Members): Promise<Result<Line, Failure>> {
    const declared = JSON.stringify(capabilities);
    const found = [...this.#lines].find((it) => it.declared === declared);
    const line = found === undefined ? await this.#opened(capabilities, declared) : ok(found);
    if (line.ok) line.value.users += 1;
    return line;
  }

  /** The same, that nobody else has while `holder` does. */
  async alone(capabilities: Members, holder: AtClient): Promise<Result<Line, Failure>> {
    const declared = JSON.stringify(capabilities);
    const isFree = (it: Line) => it.declared === declared && it.holder === undefined;
    const found = [...this.#lines].find(isFree);
    const line = found === undefined ? await this.#open(capabilities, declared) : ok(found);
    if (!line.ok) return line;
    // Another request may have taken the one that opened meanwhile.
    if (line.value.holder !== undefined) return this.alone(capabilities, holder);
    line.value.holder = holder;
    line.value.users += 1;
    return line;
  }

  release(line: Line, holder?: AtClient): void {
    line.users -= 1;
    if (holder !== undefined && line.holder === holder) line.holder = undefined;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    const lines = [...this.#lines];
    this.#lines.clear();
    await Promise.allSettled(lines.map((it) => it.conversation.close()));
  }

  #opened(capabilities: Members, declared: string): Promise<Result<Line, Failure>> {
    const known = this.#opening.get(declared);
    if (known !== undefined) return known;
    const opening = this.#open(capabilities, declared).finally(() => this.#opening.delete(declared));
    this.#opening.set(declared, opening);
    return opening;
  }

  async #open(capabilities: Members, declared: string): Promise<Result<Line, Failure>> {
    if (!this.#makeRoom()) return tooMany;
    let line: Line | undefined;
    let isOver = false;
    const end: ClientEnd = {
      ...this.#parts.endOf(capabilities, () => line),
      ended: () => {
        isOver = true;
        if (line !== undefined) this.#lines.delete(line);
      },
    };
    this.#beginning += 1;
    const opened = await this.#parts.begin(end, this.#ending.signal).finally(() => {
      this.#beginning -= 1;
    });
    if (!opened.ok) return opened;
    if (isOver || this.#ending.signal.aborted) {
      await opened.value.close();
      return gone;
    }
    line = {
      conversation: opened.value,
      declared,
      holder: undefined,
      users: 0,
      logLevel: undefined,
      watched: new Map(),
    };
    this.#lines.add(line);
    return ok(line);
  }

  /** Whether there is a place for one more; that of a line nobody uses is taken. */
  #makeRoom(): boolean {
    if (this.#lines.size + this.#beginning < maxLines) return true;
    const idle = [...this.#lines].find((it) => it.users === 0);
    if (idle === undefined) return false;
    this.#lines.delete(idle);
    void idle.conversation.close();
    return true;
  }
}

const tooMany = fail(
  'unavailable',
  `You have ${maxLines} conversations with this server under way: try again when one has ended.`,
  { retryAfterMs: 1_000 },
);
const gone = fail('upstream_unavailable', 'The server closed the connection on start: try again.', {
  outcome: 'none',
});
