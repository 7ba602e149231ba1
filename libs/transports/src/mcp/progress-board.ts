import type { ToolProgress } from '@assay/gateway';
import { isObject } from '@assay/kernel';
import type { JsonObject } from './json-rpc.js';

/** Longest message that is passed on, in characters. */
const maxMessage = 500;

/** Who waits for progress of which request on one session. Only requests whose progress somebody wants carry a token. */
export class ProgressBoard {
  readonly #listeners = new Map<string, (progress: ToolProgress) => void>();
  #next = 0;

  /** Runs a request whose params carry a token, and reports progress under it. */
  async during<T>(
    params: JsonObject,
    onProgress: ((progress: ToolProgress) => void) | undefined,
    run: (params: JsonObject) => Promise<T>,
  ): Promise<T> {
    if (onProgress === undefined) return run(params);
    this.#next += 1;
    const token = `assay-${this.#next}`;
    this.#listeners.set(token, onProgress);
    try {
      return await run({ ...params, _meta: { ...(params._meta as JsonObject | undefined), progressToken: token } });
    } finally {
      this.#listeners.delete(token);
    }
  }

  /** Whether the message was progress under one of our own tokens; what it holds too much or too little of is left out. */
  takeProgress({ method, params }: JsonObject): boolean {
    if (method !== 'notifications/progress' || !isObject(params)) return false;
    const { progressToken, progress, total, message } = params;
    const listener = typeof progressToken === 'string' ? this.#listeners.get(progressToken) : undefined;
    if (listener === undefined) return false;
    if (!isNumber(progress)) return true;
    listener({
      progress,
      ...(isNumber(total) && { total }),
      ...(typeof message === 'string' && { message: message.slice(0, maxMessage).toWellFormed() }),
    });
    return true;
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
