import { type Clock, dayMs, digestText, type Failure, fail, hourMs, minuteMs, secondMs } from '@assay/kernel';
import type { AttemptStore } from './account-store.js';

export interface LimitPasswordsPorts {
  readonly store: Pick<AttemptStore, 'failed' | 'failures' | 'forget'>;
  /** The network that an address is counted for. */
  readonly networkOf: (address: string) => string;
  readonly clock: Pick<Clock, 'now'>;
}

/** Wrong passwords of one name from one network that cost no waiting. */
const freeAttempts = 5;
const maxWaitMs = 15 * minuteMs;
/** Wrong passwords of one name from anywhere, after which it waits an hour since the last one. */
const maxFromAnywhere = 100;

/** Failures older than this are forgotten. */
export const failuresKeptMs = dayMs;

/**
 * Limits guesses of one person's password, in addition to the limit by address: from one network the wait doubles after
 * five wrong ones; from all networks together it is an hour after a hundred. Names without an account are counted alike,
 * so that the answer does not reveal which names exist.
 */
export class LimitPasswords {
  readonly #ports: LimitPasswordsPorts;

  constructor(ports: LimitPasswordsPorts) {
    this.#ports = ports;
  }

  /** Why no password of this name is checked now; undefined when one may be. */
  async refuses(organisation: string, name: string, address: string): Promise<Failure | undefined> {
    const { store, clock } = this.#ports;
    const { near, anywhere } = this.#subjects(organisation, name, address);
    const failures = await store.failures([near, anywhere]);
    const [here, all] = [failures.get(near), failures.get(anywhere)];
    const waitUntil = Math.max(
      here === undefined ? 0 : here.lastAt + waitAfter(here.count),
      all === undefined || all.count < maxFromAnywhere ? 0 : all.lastAt + hourMs,
    );
    const leftMs = waitUntil - clock.now();
    if (leftMs <= 0) return undefined;
    return fail('rate_limited', 'Too many wrong passwords for this name: wait, then try again.', {
      retryAfterMs: Math.ceil(leftMs),
    }).error;
  }

  failed(organisation: string, name: string, address: string): Promise<void> {
    const { near, anywhere } = this.#subjects(organisation, name, address);
    return this.#ports.store.failed([near, anywhere], this.#ports.clock.now());
  }

  succeeded(organisation: string, name: string, address: string): Promise<void> {
    const { near, anywhere } = this.#subjects(organisation, name, address);
    return this.#ports.store.forget([near, anywhere]);
  }

  #subjects(organisation: string, name: string, address: string) {
    const person = `${organisation}/${name}`;
    return { near: digestText(`${person} ${this.#ports.networkOf(address)}`), anywhere: digestText(person) };
  }
}

function waitAfter(count: number): number {
  if (count < freeAttempts) return 0;
  return Math.min(maxWaitMs, 2 ** Math.min(count - freeAttempts, 20) * secondMs);
}
