import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';

/**
 * Adapters that are open: those whose providers have been created. On shutdown they are closed in the reverse order of
 * their opening, so that each is closed before its dependencies. An application whose creation failed has no hooks: its
 * starter closes them.
 */
export class OpenAdapters implements OnApplicationShutdown {
  readonly #log: Logger;
  #open: { readonly name: string; readonly close: () => void | Promise<void> }[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Answers the adapter. */
  add<T>(name: string, adapter: T, close: (adapter: T) => void | Promise<void>): T {
    this.#open.push({ name, close: () => close(adapter) });
    return adapter;
  }

  onApplicationShutdown(): Promise<void> {
    return this.closeAll();
  }

  /** Each once, whatever goes wrong with another. */
  async closeAll(): Promise<void> {
    const adapters = this.#open.reverse();
    this.#open = [];
    for (const { name, close } of adapters) {
      try {
        await close();
      } catch (error) {
        this.#log.warn({ adapter: name, reason: (error as Error).message }, 'could not be closed cleanly');
      }
    }
  }
}
