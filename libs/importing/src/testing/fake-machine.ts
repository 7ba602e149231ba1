import type { Machine, PathOnMachine } from '../commands/machine.js';

/** A machine with chosen paths, which isolates commands unless configured otherwise. */
export class FakeMachine implements Machine {
  readonly userHome = '/home/ann';
  readonly own = { folder: '/srv/assay', addresses: () => this.ownAddresses };
  ownAddresses: readonly string[] = ['127.0.0.1:54329'];
  hasIsolation = true;
  readonly #paths = new Map<string, PathOnMachine>([['/srv/assay', { kind: 'folder', real: '/srv/assay' }]]);

  /** Adds an entry at a path; `real` is the target of a symbolic link. */
  has(kind: PathOnMachine['kind'], path: string, real = path): this {
    this.#paths.set(path, { kind, real });
    return this;
  }

  isolates = (): boolean => this.hasIsolation;
  look = async (path: string): Promise<PathOnMachine | null> => this.#paths.get(path) ?? null;
}
