import { type Clock, startDeadline } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import type { DefinitionCheckStore } from './definition-check-store.js';
import type { WatchDefinitions } from './watch-definitions.js';

export interface SoonPorts {
  readonly catalogue: Catalogue;
  readonly watch: Pick<WatchDefinitions, 'look'>;
  readonly looks: Pick<DefinitionCheckStore, 'look'>;
  readonly clock: Clock;
  /** Called for a check that failed; the periodic round retries the server. */
  readonly onProblem?: (server: string, cause: unknown) => void;
}

/** Minimum time between the starts of two checks of one server, however often it reports a change. */
const restMs = 5_000;
const lookWithinMs = 20_000;
/** A more recent check is not repeated for a session that opens. */
const freshMs = 10 * 60 * 1_000;

interface Turn {
  /** It reported a change while a check was running, or during the pause. */
  again: boolean;
  stop: () => void;
}

/**
 * Checks a server that reports a change of its tools: immediately, and again later for further reports. Also checks one
 * to which a session was opened, since a restarted process may be another program, unless it was checked recently.
 */
export class CheckDefinitionsSoon {
  readonly #ports: SoonPorts;
  readonly #turns = new Map<string, Turn>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  constructor(ports: SoonPorts) {
    this.#ports = ports;
  }

  /** By the server's id. */
  changed = (serverId: string): void => {
    if (this.#ending.signal.aborted) return;
    const turn = this.#turns.get(serverId);
    if (turn === undefined) this.#begin(serverId);
    else turn.again = true;
  };

  /** By the server's id. */
  opened = (serverId: string): void => {
    const asked = this.#unlessFresh(serverId).finally(() => this.#underWay.delete(asked));
    this.#underWay.add(asked);
  };

  /** Resolves when no check is running. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    for (const turn of this.#turns.values()) turn.stop();
    this.#turns.clear();
    await this.settled();
  }

  async #unlessFresh(serverId: string): Promise<void> {
    const { looks, clock, onProblem } = this.#ports;
    try {
      const last = await looks.look(serverId);
      if (last === undefined || clock.now() - last.lookedAt >= freshMs) this.changed(serverId);
    } catch (cause) {
      onProblem?.(serverId, cause);
    }
  }

  #begin(serverId: string): void {
    const turn: Turn = { again: false, stop: () => undefined };
    this.#turns.set(serverId, turn);
    const look = this.#look(serverId).finally(() => this.#underWay.delete(look));
    this.#underWay.add(look);
    turn.stop = this.#ports.clock.after(restMs, () => {
      this.#turns.delete(serverId);
      if (turn.again) this.#begin(serverId);
    });
  }

  async #look(serverId: string): Promise<void> {
    const { catalogue, watch, clock, onProblem } = this.#ports;
    const server = [...catalogue.servers()].find((it) => it.id === serverId);
    if (server === undefined) return;
    const deadline = startDeadline(clock, lookWithinMs, this.#ending.signal);
    try {
      await watch.look(server, deadline);
    } catch (cause) {
      onProblem?.(`${server.namespace}/${server.name}`, cause);
    } finally {
      deadline.end();
    }
  }
}
