import type { Members, Reply } from '@assay/gateway';
import { isObject } from '@assay/kernel';
import { refusal } from './rpc.js';
import { whyNotAsked } from './server-face.js';

export interface QuestionRoute {
  /** Of the client. */
  readonly capabilities: Members;
  /** Whether what belongs to no request reaches the client. */
  isListening(): boolean;
  send(message: Members, about: string | undefined): void;
}

const internalError = -32_603;

/** Questions to one client that wait for its answer, under ids of the session's own. */
export class PendingQuestions {
  readonly #pending = new Map<number, (reply: Reply) => void>();
  readonly #route: QuestionRoute;
  #last = 0;
  #closed = false;

  constructor(route: QuestionRoute) {
    this.#route = route;
  }

  /** @param about the request on whose stream it is asked, if it belongs to one */
  ask(method: string, params: Members, about: string | undefined, signal: AbortSignal): Promise<Reply> {
    const refused = this.#refused(method, about);
    if (refused !== undefined) return Promise.resolve(refusal(internalError, refused));
    if (signal.aborted) return Promise.resolve(withdrawn);
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#route.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }, about);
        this.#settle(id, withdrawn);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(id, (reply) => {
        signal.removeEventListener('abort', onAbort);
        resolve(reply);
      });
      this.#route.send({ jsonrpc: '2.0', id, method, params }, about);
    });
  }

  /** Takes an answer of the client; one to a question that nobody asked is dropped. */
  answer({ id, result, error }: Members): void {
    if (typeof id !== 'number') return;
    const { code, message } = isObject(error) ? error : {};
    const text = typeof message === 'string' ? message : 'The client gave no reason.';
    const reply = isObject(result) ? { result } : refusal(typeof code === 'number' ? code : internalError, text);
    this.#settle(id, reply);
  }

  close(): void {
    this.#closed = true;
    for (const id of [...this.#pending.keys()]) this.#settle(id, refusal(internalError, 'The client has gone.'));
  }

  #refused(method: string, about: string | undefined): string | undefined {
    if (this.#closed) return 'The client has gone.';
    if (about === undefined && !this.#route.isListening()) return 'The client does not listen.';
    return whyNotAsked(method, this.#route.capabilities);
  }

  #settle(id: number, reply: Reply): void {
    const settle = this.#pending.get(id);
    this.#pending.delete(id);
    settle?.(reply);
  }
}

const withdrawn = refusal(internalError, 'The question was withdrawn.');
