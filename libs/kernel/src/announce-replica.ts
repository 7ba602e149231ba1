import type { Clock } from './clock.js';
import { type Replica, type ReplicaRegister, replicaDefaults } from './replica-register.js';

export interface AnnounceReplicaPorts {
  readonly register: Pick<ReplicaRegister, 'announce' | 'leave'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly onProblem: (cause: unknown) => void;
}

/** Announces this replica from its start to its end. A database that does not answer is tried again at the next turn. */
export class AnnounceReplica {
  readonly #ports: AnnounceReplicaPorts;
  #cancel: () => void = () => undefined;
  #isOn = false;
  #running: Promise<void> = Promise.resolve();

  constructor(
    readonly replica: Replica,
    ports: AnnounceReplicaPorts,
  ) {
    this.#ports = ports;
  }

  async start(): Promise<void> {
    this.#isOn = true;
    await this.#turn();
  }

  async stop(): Promise<void> {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#cancel();
    await this.#running;
    await this.#ports.register.leave(this.replica.id).catch(this.#ports.onProblem);
  }

  #turn(): Promise<void> {
    this.#running = this.#ports.register
      .announce(this.replica)
      .catch(this.#ports.onProblem)
      .then(() => {
        if (!this.#isOn) return;
        this.#cancel = this.#ports.clock.after(replicaDefaults.announceEveryMs, () => void this.#turn());
      });
    return this.#running;
  }
}
