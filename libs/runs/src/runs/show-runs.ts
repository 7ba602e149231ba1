import type { RunStatus, RunView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Failure, fail, isoTime, isUuid, ok, type Result } from '@assay/kernel';
import type { HeldRuns } from './held-runs.js';
import type { RunListener } from './live-run.js';
import type { Run, RunQuery, RunStore } from './run.js';

export interface ShowRunsPorts {
  readonly store: Pick<RunStore, 'find' | 'view' | 'steps' | 'list'>;
  readonly held: Pick<HeldRuns, 'find'>;
}

/** What callers see of their runs. */
export class ShowRuns {
  readonly #ports: ShowRunsPorts;

  constructor(ports: ShowRunsPorts) {
    this.#ports = ports;
  }

  /** A run of the caller's own, as it stands. */
  async show({ principalId }: Caller, id: string): Promise<Result<RunView, Failure>> {
    const live = this.#ports.held.find(id, principalId);
    if (live !== undefined) return ok(live.view());
    const run = isUuid(id) ? await this.#ports.store.find(id) : undefined;
    if (run === undefined || run.principalId !== principalId) return notYours(id);
    return ok(await this.of(run));
  }

  /** How a run of the caller's own stands, without what its steps gave; undefined when there is none. */
  async standing({ principalId }: Caller, id: string): Promise<RunStatus | undefined> {
    const run = isUuid(id) ? await this.#ports.store.find(id) : undefined;
    return run?.principalId === principalId ? run.status : undefined;
  }

  list = (query: RunQuery): Promise<readonly Run[]> => this.#ports.store.list(query);

  /**
   * Follows a run that is executed here, from the event after `after`; `unknown` otherwise. `onLeft` is called when
   * another replica continues it: no further events follow here.
   */
  follow(
    { principalId }: Caller,
    id: string,
    after: string | undefined,
    listener: RunListener,
    onLeft: () => void,
  ): 'unknown' | 'crowded' | (() => void) {
    const live = this.#ports.held.find(id, principalId);
    if (live === undefined) return 'unknown';
    const stop = live.follow(after, listener);
    if (stop !== undefined) void live.ended.then((view) => (view === undefined ? onLeft() : undefined));
    return stop ?? 'crowded';
  }

  /** A run that is not carried out here, as it is kept. */
  async of(run: Run): Promise<RunView> {
    const { store } = this.#ports;
    const view = await store.view(run.id);
    if (view !== undefined) return view;
    const steps = await store.steps(run.id);
    const { id, notation, status, traceId, startedAt } = run;
    const seen = steps.flatMap((it) => it.view ?? []).sort((a, b) => a.index - b.index);
    const open = { outputs: {}, warnings: [], steps: seen, traceId, startedAt: isoTime(startedAt), endedAt: null };
    return { id, notation, status, ...open };
  }
}

export const notYours = (id: string) => fail('not_found', `You have no run with the id "${id}".`);
