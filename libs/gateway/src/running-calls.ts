import type { Envelope } from '@assay/contracts';
import { revokedReason, stoppedReason } from '@assay/kernel';
import type { Revocation, ToolVersion } from '@assay/registry';
import type { Call } from './call.js';
import type { CallListener } from './call-events.js';

interface Running {
  /** The level that is being tried. */
  call: Call;
  /** Attempts under way beside that one. */
  readonly beside: Set<Call>;
  readonly view: () => Envelope;
  readonly ended: Promise<Envelope | undefined>;
}

/** The running call's handle: `move` to the next level, attempts `beside` it, and `end`, once. */
export interface RunningHandle {
  readonly move: (call: Call) => void;
  /** A second attempt is under way; answers how to forget it. */
  readonly beside: (call: Call) => () => void;
  readonly end: (envelope: Envelope | undefined) => void;
}

/** Calls under way on this replica, so that they can be looked at and cancelled. */
export class RunningCalls {
  readonly #running = new Map<string, Running>();

  get size(): number {
    return this.#running.size;
  }

  has = (id: string): boolean => this.#running.has(id);

  /** Adds a call; `view` shows the level it is at. */
  add(first: Call, view: (call: Call) => Envelope): RunningHandle {
    const { promise, resolve } = Promise.withResolvers<Envelope | undefined>();
    const running: Running = { call: first, beside: new Set(), view: () => view(running.call), ended: promise };
    this.#running.set(first.requested.id, running);
    return {
      move: (call) => {
        running.call = call;
      },
      beside: (call) => {
        running.beside.add(call);
        return () => running.beside.delete(call);
      },
      end: (envelope) => {
        if (this.#running.get(first.requested.id) === running) this.#running.delete(first.requested.id);
        first.happened.events?.tell({ kind: 'end', envelope: envelope ?? null });
        resolve(envelope);
      },
    };
  }

  /** Follows a running call of this principal from an event on; see `CallEvents.follow`. */
  follow(
    id: string,
    principalId: string | null,
    after: number,
    listener: CallListener,
  ): 'unknown' | 'crowded' | (() => void) {
    const events = this.find(id, principalId)?.call.happened.events;
    return events === undefined ? 'unknown' : (events.follow(after, listener) ?? 'crowded');
  }

  /** A running call of this principal. */
  find(id: string, principalId: string | null): Running | undefined {
    const found = this.#running.get(id);
    return found?.call.requested.caller.principalId === principalId ? found : undefined;
  }

  /** Cancels a running call, for its principal, who asked elsewhere. */
  cancel(id: string): void {
    this.#running.get(id)?.call.requested.whole.cancel();
  }

  /** Aborts the calls whose version is covered by a revocation; each ends as revoked. */
  abortCovered(covering: (version: ToolVersion) => Revocation | undefined): void {
    const all = [...this.#running.values()].flatMap(({ call, beside }) => [call, ...beside]);
    for (const call of all) {
      if (call.resolved.version === undefined || call.resolved.deadline.signal.aborted) continue;
      const revocation = covering(call.resolved.version);
      if (revocation === undefined) continue;
      call.happened.revocation = revocation;
      // Before it has a share of the time of its own, nothing is under way that must be cut off.
      if (call.resolved.standIns !== undefined) call.resolved.deadline.cancel(revokedReason);
    }
  }

  /** Cuts every call off because the server stops; resolves when all have ended. */
  async stopAll(): Promise<void> {
    const all = [...this.#running.values()];
    for (const { call } of all) call.requested.whole.cancel(stoppedReason);
    await Promise.all(all.map((it) => it.ended));
  }
}
