import type { Envelope } from '@assay/contracts';
import type { Call } from '../call.js';
import type { KeepOutput } from './keep-output.js';
import { keptFrom } from './kept-from.js';

/** What takes fewer tokens than this cannot be made much shorter. */
const minTokens = 100;
/** Results that are being kept at once; further ones are let go: compacting is an aid. */
const maxPending = 1_000;

/** Keeps what calls of a session returned, so that compacting the session can shorten it. No call waits for it. */
export class SessionResults {
  readonly #pending = new Set<Promise<unknown>>();

  constructor(private readonly keep: Pick<KeepOutput, 'result'>) {}

  /** @param tokens what the result takes of a context. */
  add(call: Call, { output }: Envelope, tokens: number): void {
    const { request, isWhole, caller } = call.requested;
    // A program that gets the whole result has no history to shorten.
    if (request.session === undefined || isWhole === true || caller.principalId === null) return;
    if (output === undefined || tokens < minTokens || this.#pending.size >= maxPending) return;
    const keeping = this.keep.result(output, keptFrom(call)).finally(() => this.#pending.delete(keeping));
    this.#pending.add(keeping);
  }

  /** When everything that was added is kept. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
