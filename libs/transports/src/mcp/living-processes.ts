import type { Clock } from '@assay/kernel';
import type { Server } from '@assay/registry';
import type { CommandOwner, StartCommand } from './started-command.js';
import { ToolProcess } from './tool-process.js';

/**
 * Starts tool processes and knows those that live, so that none outlives us: `closeAll` ends them in good order, and
 * if this process exits without it they are killed.
 */
export class LivingProcesses {
  readonly #living = new Set<ToolProcess>();
  #closed = false;
  readonly #killAll = () => {
    for (const process of this.#living) process.kill();
  };

  constructor(
    private readonly startCommand: StartCommand,
    private readonly clock: Clock,
  ) {}

  /** Rejects when the command cannot be started, or when all were closed already. */
  async start(server: Server, owner: CommandOwner): Promise<ToolProcess> {
    if (this.#closed) throw stopping();
    const started = new ToolProcess(await this.startCommand(server, owner), this.clock);
    if (this.#living.size === 0) process.on('exit', this.#killAll);
    this.#living.add(started);
    void started.gone.then(() => this.#forget(started));
    // Closing may have begun while the command started.
    if (this.#closed) {
      await started.close();
      throw stopping();
    }
    return started;
  }

  get count(): number {
    return this.#living.size;
  }

  async closeAll(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#living].map((process) => process.close()));
  }

  #forget(gone: ToolProcess): void {
    this.#living.delete(gone);
    if (this.#living.size === 0) process.off('exit', this.#killAll);
  }
}

const stopping = () => new Error('The gateway is stopping and starts no more tool servers.');
