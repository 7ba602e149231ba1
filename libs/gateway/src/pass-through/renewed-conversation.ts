import type { Failure, Result } from '@assay/kernel';
import type { Asked, Continues, Conversation, Members, Reply } from './conversation.js';
import { isOver } from './conversation-over.js';

/** Opens a conversation to replace one that is over; the signal ends the attempt. */
export type Reopen = (signal: AbortSignal) => Promise<Result<Conversation, Failure>>;

interface Spare {
  readonly opened: Promise<Result<Conversation, Failure>>;
  users: number;
}

/**
 * A conversation whose requests survive its end. A request that the server never saw, because the conversation was over
 * before it was sent, is made once more in a fresh conversation. All such requests share that one, which is closed after
 * the last of them: the client itself starts over, so nothing else needs it.
 */
export class RenewedConversation implements Conversation {
  readonly #first: Conversation;
  readonly #reopen: Reopen;
  readonly #ending = new AbortController();
  #spare: Spare | undefined;

  constructor(first: Conversation, reopen: Reopen) {
    this.#first = first;
    this.#reopen = reopen;
  }

  get face() {
    return this.#first.face;
  }

  request(method: string, params: Members, asked: Asked): Promise<Result<Reply, Failure>> {
    return this.#again(asked.signal, (conversation) => conversation.request(method, params, asked));
  }

  notify(method: string, params: Members): void {
    this.#first.notify(method, params);
  }

  tools(tag: string, meta: Members | undefined, replied: (reply: Reply) => void, continues?: Continues) {
    return {
      call: (asked: Parameters<ReturnType<Conversation['tools']>['call']>[0]) =>
        this.#again(asked.deadline.signal, (conversation) =>
          conversation.tools(tag, meta, replied, continues).call(asked),
        ),
    };
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#first.close();
  }

  async #again<T>(
    signal: AbortSignal,
    make: (conversation: Conversation) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> {
    const made = await make(this.#first);
    if (made.ok || !isOver(made.error) || signal.aborted || this.#ending.signal.aborted) return made;
    this.#spare ??= { opened: this.#reopen(this.#ending.signal), users: 0 };
    const spare = this.#spare;
    spare.users += 1;
    try {
      const fresh = await Promise.race([spare.opened, abortOf(signal)]);
      if (fresh === undefined) return made;
      return fresh.ok ? await make(fresh.value) : fresh;
    } finally {
      spare.users -= 1;
      if (spare.users === 0) await this.#discard(spare);
    }
  }

  async #discard(spare: Spare): Promise<void> {
    if (this.#spare === spare) this.#spare = undefined;
    const opened = await spare.opened;
    if (opened.ok) void opened.value.close();
  }
}

const abortOf = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
