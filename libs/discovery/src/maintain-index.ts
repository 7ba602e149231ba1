import {
  type Caller,
  type Directory,
  defaultOrganisation,
  type IdentityPorts,
  recordChange,
  runsInstallation,
} from '@assay/identity';
import { type Clock, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { DocumentBatches, IndexStatus, ToolIndex } from './tool-index.js';

/** A rebuild that this replica was asked for. Times in ms since the epoch. */
export interface Rebuild {
  readonly state: 'running' | 'done' | 'failed';
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** Documents brought so far. */
  readonly done: number;
  readonly problem: string | null;
}

export interface IndexReport extends IndexStatus {
  /** How many tools there are to be found. */
  readonly tools: number;
  readonly rebuild: Rebuild | null;
}

export interface LookAfterIndexPorts extends Pick<IdentityPorts, 'audit' | 'feed'> {
  readonly index: ToolIndex;
  /** Everything that ought to be in the index, as it is when it is read. */
  readonly documents: () => DocumentBatches;
  readonly tools: () => number;
  readonly directory: Directory;
  readonly clock: Pick<Clock, 'now'>;
}

/** The search index, which serves every organisation: its status, and rebuilding it. */
export class MaintainIndex {
  readonly #ports: LookAfterIndexPorts;
  #rebuild: Rebuild | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(ports: LookAfterIndexPorts) {
    this.#ports = ports;
  }

  async status(caller: Caller): Promise<Result<IndexReport, Failure>> {
    const refused = this.#refuse(caller);
    return refused ?? ok(await this.#report());
  }

  /** Begins a rebuild, unless one is under way. It goes on after the answer; `status` tells how far it is. */
  async rebuild(caller: Caller): Promise<Result<IndexReport, Failure>> {
    const refused = this.#refuse(caller);
    if (refused !== undefined) return refused;
    if (this.#rebuild?.state !== 'running') {
      this.#running = this.#run();
      await recordChange(this.#ports, caller, 'index.rebuild', 'search');
    }
    return ok(await this.#report());
  }

  /** Resolves when no rebuild is under way here. */
  settled(): Promise<void> {
    return this.#running;
  }

  async #run(): Promise<void> {
    const { index, documents, clock } = this.#ports;
    const startedAt = clock.now();
    let done = 0;
    const now = (state: Rebuild['state'], problem: string | null = null): void => {
      const finishedAt = state === 'running' ? null : clock.now();
      this.#rebuild = { state, startedAt, finishedAt, done, problem };
    };
    now('running');
    try {
      await index.rebuild(documents(), (brought) => {
        done = brought;
        now('running');
      });
      now('done');
    } catch (error) {
      now('failed', (error as Error).message);
    }
  }

  async #report(): Promise<IndexReport> {
    return { ...(await this.#ports.index.status()), tools: this.#ports.tools(), rebuild: this.#rebuild };
  }

  #refuse(caller: Caller) {
    if (runsInstallation(caller, this.#ports.directory)) return undefined;
    return fail('forbidden', `The search index is managed by administrators of "${defaultOrganisation}".`);
  }
}
