import type { Envelope } from '@assay/contracts';
import type { ToolVersion } from '../catalog/records.js';
import type { Revocation } from '../catalog/revocation/revocation.js';
import { revokedReason } from '../kernel/deadline.js';
import type { Call } from './call.js';

interface Running {
  readonly call: Call;
  readonly view: () => Envelope;
  readonly ended: Promise<Envelope | undefined>;
}

/** Calls under way on this replica, so that they can be looked at and cancelled. */
export class RunningCalls {
  readonly #running = new Map<string, Running>();

  get size(): number {
    return this.#running.size;
  }

  has = (id: string): boolean => this.#running.has(id);

  /** Adds a call; the returned function ends it, once. */
  add(call: Call, view: () => Envelope): (envelope: Envelope | undefined) => void {
    const { promise, resolve } = Promise.withResolvers<Envelope | undefined>();
    this.#running.set(call.id, { call, view, ended: promise });
    return (envelope) => {
      if (this.#running.get(call.id)?.call === call) this.#running.delete(call.id);
      resolve(envelope);
    };
  }

  /** A running call of this principal. */
  find(id: string, principalId: string | null): Running | undefined {
    const found = this.#running.get(id);
    return found?.call.caller.principalId === principalId ? found : undefined;
  }

  /** Aborts the calls whose version is covered by a revocation; each ends as revoked. */
  abortCovered(covering: (version: ToolVersion) => Revocation | undefined): void {
    for (const { call } of this.#running.values()) {
      if (call.version === undefined || call.deadline.signal.aborted) continue;
      const revocation = covering(call.version);
      if (revocation === undefined) continue;
      call.revocation = revocation;
      call.deadline.cancel(revokedReason);
    }
  }

  /** Cancels every call; resolves when all have ended. */
  async cancelAll(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { call } of all) call.deadline.cancel();
    await Promise.all(all.map((it) => it.ended));
  }
}
