import type { Socket } from 'node:net';

/**
 * How many connections each credential holds open, and, of callers without one, each address. A connection counts for
 * its latest caller, so a proxy that shares its connections among many callers is not counted as one of them.
 */
export class ConnectionLimit {
  readonly #max: number;
  readonly #holders = new WeakMap<Socket, string>();
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts a request's connection for its caller. False when the caller has as many as it may have already. */
  admit(socket: Socket, holder: string): boolean {
    const before = this.#holders.get(socket);
    if (before === holder) return true;
    const count = this.#counts.get(holder) ?? 0;
    if (count >= this.#max) return false;
    if (before === undefined) socket.once('close', () => this.#release(this.#holders.get(socket) as string));
    else this.#release(before);
    this.#holders.set(socket, holder);
    this.#counts.set(holder, count + 1);
    return true;
  }

  #release(holder: string): void {
    const left = (this.#counts.get(holder) ?? 1) - 1;
    if (left > 0) this.#counts.set(holder, left);
    else this.#counts.delete(holder);
  }
}
