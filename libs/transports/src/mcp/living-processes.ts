import type { Clock } from '@assay/core';
import { type ToolCommand, ToolProcess } from './tool-process.js';

/**
 * Starts tool processes and knows those that live, so that none outlives us: `closeAll` ends them in good order, and
 * if this process exits without it they are killed.
 */
export class LivingProcesses {
  readonly #living = new Set<ToolProcess>();
  #closed = false;
  readonly #killAll = () => {
    for (const process of this.#living) process.kill('SIGKILL');
  };

  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly clock: Clock,
  ) {}

  /** Throws when a process cannot even be asked for, or when all were closed already. */
  start(command: ToolCommand): ToolProcess {
    if (this.#closed) throw new Error('The gateway is stopping and starts no more tool servers.');
    const started = new ToolProcess(command, this.environment, this.clock);
    if (this.#living.size === 0) process.on('exit', this.#killAll);
    this.#living.add(started);
    void started.gone.then(() => this.#forget(started));
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
