import type { ClientEnd, Reply } from '@assay/core';
import { isObject, type JsonObject } from '../json-rpc.js';

/** Questions of one server that may wait for an answer at once. */
const mostQuestions = 32;

interface UnderWay {
  readonly method: string;
  readonly token: unknown;
}

/**
 * What a server sends of its own accord: questions, each answered once, and notifications. Over HTTP the stream says
 * which request a message belongs to; elsewhere the token of a progress report does, or that only one tool is being called.
 */
export class Incoming {
  readonly #underWay = new Map<string, UnderWay>();
  readonly #questions = new Map<unknown, AbortController>();
  readonly #client: ClientEnd;
  readonly #tell: (message: JsonObject) => void;

  constructor(client: ClientEnd, tell: (message: JsonObject) => void) {
    this.#client = client;
    this.#tell = tell;
  }

  /** Notes a request of ours while it is under way. */
  async during<T>(tag: string, method: string, params: JsonObject, run: () => Promise<T>): Promise<T> {
    const meta = isObject(params._meta) ? params._meta : {};
    this.#underWay.set(tag, { method, token: meta.progressToken });
    try {
      return await run();
    } finally {
      this.#underWay.delete(tag);
    }
  }

  /** Takes a request or a notification; `stream` is the tag of the request on whose stream it came. */
  take({ id, method, params: given }: JsonObject, stream?: string): void {
    if (typeof method !== 'string') return;
    const params = isObject(given) ? given : {};
    const about = stream ?? this.#about(method, params);
    if (id !== undefined) void this.#question(id, method, params, about);
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
    if (this.#questions.size >= mostQuestions)
      return answer({ error: { code: -32_603, message: `More than ${mostQuestions} questions wait for an answer.` } });
    const controller = new AbortController();
    this.#questions.set(id, controller);
    const reply = await this.#client.ask(method, params, about, controller.signal);
    this.#questions.delete(id);
    // Nobody waits for the answer to a question that was withdrawn.
    if (!controller.signal.aborted) answer(reply);
  }

  #about(method: string, { progressToken }: JsonObject): string | undefined {
    const all = [...this.#underWay];
    if (method === 'notifications/progress') return all.find(([, it]) => it.token === progressToken)?.[0];
    const calls = all.filter(([, it]) => it.method === 'tools/call');
    const candidates = calls.length > 0 ? calls : all;
    return candidates.length === 1 ? candidates[0]?.[0] : undefined;
  }
}
