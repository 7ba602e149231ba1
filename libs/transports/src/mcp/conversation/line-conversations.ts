import type { ClientEnd, Conversation, ConversationCredential, Conversations } from '@assay/gateway';
import { type Clock, err, type Failure, ok, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { BackOff } from '../back-off.js';
import { aborted, noCapacity } from '../failures.js';
import type { HealthBoard } from '../health.js';
import type { JsonObject } from '../json-rpc.js';
import { labelOf, type SessionSurroundings } from '../open-session.js';
import { openLine } from './line.js';
import { LineConversation } from './line-conversation.js';

export interface ConversationOptions {
  readonly around: SessionSurroundings;
  readonly clock: Clock;
  readonly health: HealthBoard;
  readonly connectTimeoutMs: number;
  /** Of both kinds. */
  readonly maxConversations: number;
  /** Of those, with processes of their own. */
  readonly maxProcesses: number;
  /** An upstream says that its list of tools has changed. */
  readonly onToolsChanged: (serverId: string) => void;
  /** A conversation began: behind it the upstream may be another one than before. */
  readonly onOpened: (serverId: string) => void;
}

interface Place {
  readonly serverId: string;
  readonly runsProcess: boolean;
  close(): Promise<void>;
}

interface Opening {
  readonly signal: AbortSignal;
  /** Server and credential: what fails for one caller's credential may do for another's. */
  readonly attempt: string;
  readonly free: () => void;
  readonly connectionId: string | undefined;
}

/**
 * Conversations with upstream servers, as many as this process can hold, each on a line of its own. One server has at
 * most half of them, and one that cannot be reached is left alone for a while, so that it takes no place from others.
 */
export class LineConversations implements Conversations {
  readonly #living = new Map<symbol, Place>();
  readonly #backOff: BackOff;
  readonly #ending = new AbortController();

  constructor(private readonly options: ConversationOptions) {
    this.#backOff = new BackOff(options.clock);
  }

  get size(): number {
    return this.#living.size;
  }

  async open(
    server: Server,
    client: ClientEnd,
    signal: AbortSignal,
    credential?: ConversationCredential,
  ): Promise<Result<Conversation, Failure>> {
    const attempt = `${server.id} ${server.updatedAt} ${credential?.key ?? ''}`;
    const runsProcess = server.mcp !== null && 'command' in server.mcp;
    const refused = this.#full(server.id, runsProcess) ?? this.#backOff.current(attempt);
    if (refused !== null) return err(refused);
    const key = Symbol(labelOf(server));
    // The place is taken before the line is open, so that many at once find the bound, too.
    this.#living.set(key, { serverId: server.id, runsProcess, close: async () => {} });
    const free = () => this.#living.delete(key);
    const connectionId = credential === undefined || credential.shared ? undefined : credential.connectionId;
    const opened = await this.#open(server, client, { signal, attempt, free, connectionId });
    if (!opened.ok) {
      free();
      return opened;
    }
    const conversation = opened.value;
    this.#living.set(key, { serverId: server.id, runsProcess, close: () => conversation.close() });
    if (this.#ending.signal.aborted) await conversation.close();
    return ok(conversation);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#living.values()].map((it) => it.close()));
  }

  async #open(
    server: Server,
    client: ClientEnd,
    { signal, attempt, free, connectionId }: Opening,
  ): Promise<Result<LineConversation, Failure>> {
    const { around, health, onOpened } = this.options;
    // What comes before the conversation knows its line waits.
    const early: JsonObject[] = [];
    let conversation: LineConversation | undefined;
    const events = {
      heard: (message: JsonObject) => {
        if (message.method === 'notifications/tools/list_changed') this.options.onToolsChanged(server.id);
        if (conversation === undefined) early.push(message);
        else conversation.heard(message);
      },
      ended: (why: string) => {
        void conversation?.close();
        client.ended(why);
      },
    };
    const capabilities = client.capabilities as ClientCapabilities;
    const opened = await this.#inTime(signal, (bounds) =>
      openLine(around, server, { capabilities, events, connectionId, ...bounds }),
    );
    if (!opened.ok) return err(this.#failed(server, opened.error, signal, attempt));
    health.up(server.id);
    this.#backOff.succeeded(attempt);
    onOpened(server.id);
    conversation = new LineConversation(opened.value, client, this.options.clock, free);
    for (const message of early) conversation.heard(message);
    return ok(conversation);
  }

  #inTime<T>(signal: AbortSignal, run: (bounds: { signal: AbortSignal; timeoutMs: number }) => Promise<T>): Promise<T> {
    const { clock, connectTimeoutMs: timeoutMs } = this.options;
    const timer = new AbortController();
    const stop = clock.after(timeoutMs, () => timer.abort());
    const ends = AbortSignal.any([timer.signal, this.#ending.signal, signal]);
    return run({ signal: ends, timeoutMs }).finally(stop);
  }

  #failed(server: Server, failure: Failure, signal: AbortSignal, attempt: string): Failure {
    if (signal.aborted) return aborted(labelOf(server), signal, 'none');
    this.options.health.down(server.id, failure.message);
    this.#backOff.failed(attempt, failure);
    return failure;
  }

  #full(serverId: string, runsProcess: boolean): Failure | null {
    if (this.#ending.signal.aborted) return noCapacity('The gateway is stopping. Try again later.');
    const { maxConversations, maxProcesses } = this.options;
    const all = [...this.#living.values()];
    const alike = runsProcess ? all.filter((it) => it.runsProcess) : all;
    const limit = runsProcess ? maxProcesses : maxConversations;
    const own = alike.filter((it) => it.serverId === serverId).length;
    const hasRoom = all.length < maxConversations && alike.length < limit && own < Math.ceil(limit / 2);
    return hasRoom ? null : noCapacity(crowded);
  }
}

const crowded =
  'This gateway has reached its maximum of server connections. Try again shortly, or close unused sessions.';
