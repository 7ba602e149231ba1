import type { Logger } from 'pino';

/** What was started, to be stopped in the opposite order, each once, whatever goes wrong with another. */
export class Teardown {
  readonly #log: Logger;
  #steps: { name: string; stop: () => void | Promise<void> }[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, stop: () => void | Promise<void>): void {
    this.#steps.push({ name, stop });
  }

  async run(): Promise<void> {
    const steps = this.#steps.reverse();
    this.#steps = [];
    for (const { name, stop } of steps) {
      try {
        await stop();
      } catch (error) {
        this.#log.warn({ step: name, reason: (error as Error).message }, 'could not be stopped cleanly');
      }
    }
  }
}
