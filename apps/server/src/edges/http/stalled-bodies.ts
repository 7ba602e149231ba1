import type { IncomingMessage } from 'node:http';
import type { Clock } from '@assay/kernel';

/** A request whose body sends nothing for so long is ended, in ms. */
export const stalledAfterMs = 30_000;
/** How often the bodies under way are looked at, in ms. */
const sweepEveryMs = 5_000;

interface Arriving {
  /** Answers that it stalled. */
  readonly refuse: () => void;
  /** Bytes its connection had received when that number last grew, and when that was. */
  bytes: number;
  since: number;
}

/**
 * Ends requests whose body stops arriving: each holds a connection, memory and a place among its caller's requests. A
 * body that grows, however slowly, is left to the time limit of whole requests.
 */
export class StalledBodies {
  readonly #arriving = new Map<IncomingMessage, Arriving>();
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  #stopSweep: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#clock = clock;
  }

  /** A request has begun. One without a body, or that came whole with its headers, costs nothing further. */
  begin(request: IncomingMessage, refuse: () => void): void {
    if (request.complete || !hasBody(request)) return;
    const { bytesRead } = request.socket;
    this.#arriving.set(request, { refuse, bytes: bytesRead, since: this.#clock.monotonic() });
    this.#stopSweep ??= this.#clock.after(sweepEveryMs, this.#sweep);
  }

  /** Its body has been read. */
  end(request: IncomingMessage): void {
    this.#arriving.delete(request);
  }

  stop(): void {
    this.#stopSweep?.();
    this.#arriving.clear();
  }

  #sweep = (): void => {
    const now = this.#clock.monotonic();
    for (const [request, arriving] of this.#arriving) {
      const { bytesRead } = request.socket;
      if (request.complete || request.destroyed) this.#arriving.delete(request);
      else if (bytesRead > arriving.bytes) Object.assign(arriving, { bytes: bytesRead, since: now });
      else if (now - arriving.since >= stalledAfterMs) {
        this.#arriving.delete(request);
        arriving.refuse();
      }
    }
    this.#stopSweep = this.#arriving.size === 0 ? undefined : this.#clock.after(sweepEveryMs, this.#sweep);
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
