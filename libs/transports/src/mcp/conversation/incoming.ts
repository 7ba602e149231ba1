import type { ClientEnd, Reply } from '@assay/gateway';
import { isObject } from '@assay/kernel';
import type { JsonObject } from '../json-rpc.js';

/** Questions of one server that may wait for an answer at once. */
const maxQuestions = 32;

interface UnderWay {
  readonly method: string;
  /** Under which the client hears of progress; undefined when it wants none. */
  readonly token: unknown;
  /** The one the server is given for it: clients that share a line may choose the same. */
  readonly own: string;
}

/**
 * Messages that a server sends without a request: questions, each answered once, and notifications. Over HTTP the
 * stream identifies the request a message belongs to; elsewhere the token of a progress report does, or that only one
 * tool is being called.
 */
export class Incoming {
  readonly #underWay = new Map<string, UnderWay>();
  readonly #questions = new Map<unknown, AbortController>();
  readonly #client: ClientEnd;
  readonly #tell: (message: JsonObject) => void;
  #lastToken = 0;

  constructor(client: ClientEnd, tell: (message: JsonObject) => void) {
    this.#client = client;
    this.#tell = tell;
  }

  /** Notes a request of ours while it is under way; `run` sends it as it is given. */
  async during<T>(
    tag: string,
    method: string,
    params: JsonObject,
    run: (params: JsonObject) => Promise<T>,
  ): Promise<T> {
    const meta = isObject(params._meta) ? params._meta : {};
    this.#lastToken += 1;
    const own = `assay-${this.#lastToken}`;
    this.#underWay.set(tag, { method, token: meta.progressToken, own });
    const sent = meta.progressToken === undefined ? params : { ...params, _meta: { ...meta, progressToken: own } };
    try {
      return await run(sent);
    } finally {
      this.#underWay.delete(tag);
    }
  }

  /** Takes a request or a notification; `stream` is the tag of the request on whose stream it came. */
  take({ id, method, params: given }: JsonObject, stream?: string): void {
    if (typeof method !== 'string') return;
    // Our own subscription is no concern of the client's.
    if (method === 'notifications/subscriptions/acknowledged') return;
    const params = isObject(given) ? given : {};
    const about = stream ?? this.#about();
    if (method === 'notifications/progress') this.#progress(params);
    else if (id !== undefined) void this.#question(id, method, params, about);
    else if (method === 'notifications/cancelled') this.#questions.get(params.requestId)?.abort();
    else this.#client.hear(method, params, about);
  }

  /** Withdraws every question. */
  close(): void {
    for (const controller of this.#questions.values()) controller.abort();
  }

  async #question(id: unknown, method: string, params: JsonObject, about: string | undefined): Promise<void> {
    const answer = (reply: Reply) => this.#tell({ jsonrpc: '2.0', id, ...reply });
    if (method === 'ping') return answer({ result: {} });
    if (this.#questions.size >= maxQuestions)
      return answer({ error: { code: -32_603, message: `More than ${maxQuestions} questions wait for an answer.` } });
    const controller = new AbortController();
    this.#questions.set(id, controller);
    const reply = await this.#client.ask(method, params, about, controller.signal);
    this.#questions.delete(id);
    // Nobody waits for the answer to a question that was withdrawn.
    if (!controller.signal.aborted) answer(reply);
  }

  /** Goes to whose request it is, under the token that it chose; one that nobody waits for is dropped. */
  #progress(params: JsonObject): void {
    const found = [...this.#underWay].find(([, it]) => it.token !== undefined && it.own === params.progressToken);
    if (found === undefined) return;
    const [tag, { token }] = found;
    this.#client.hear('notifications/progress', { ...params, progressToken: token }, tag);
  }

  #about(): string | undefined {
    const all = [...this.#underWay];
    const calls = all.filter(([, it]) => it.method === 'tools/call');
    const candidates = calls.length > 0 ? calls : all;
    return candidates.length === 1 ? candidates[0]?.[0] : undefined;
  }
}
