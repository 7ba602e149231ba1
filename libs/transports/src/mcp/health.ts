import type { Clock } from '@assay/kernel';

/** How an upstream server was when it was last used. Times in ms since the epoch. */
export interface ServerHealth {
  readonly state: 'unknown' | 'up' | 'down';
  /** When it came into this state; null while unknown. */
  readonly since: number | null;
  /** Why it is down, for its owner: may quote what its process wrote. */
  readonly detail: string | null;
}

const unknown: ServerHealth = Object.freeze({ state: 'unknown', since: null, detail: null });

/** The health of servers by id, as this process has seen it. */
export class HealthBoard {
  readonly #states = new Map<string, ServerHealth>();

  constructor(private readonly clock: Clock) {}

  of(serverId: string): ServerHealth {
    return this.#states.get(serverId) ?? unknown;
  }

  up(serverId: string): void {
    if (this.of(serverId).state !== 'up') this.#set(serverId, 'up', null);
  }

  down(serverId: string, detail: string): void {
    this.#set(serverId, 'down', detail);
  }

  forget(serverId: string): void {
    this.#states.delete(serverId);
  }

  #set(serverId: string, state: 'up' | 'down', detail: string | null): void {
    const before = this.of(serverId);
    const since = before.state === state ? before.since : this.clock.now();
    this.#states.set(serverId, { state, since, detail });
  }
}
