import type { RunStatus, RunView } from '@assay/contracts';
import type {
  RunQuery as CompositionRunQuery,
  KeptStep,
  Run,
  RunStore,
  RunWork,
  TakenRun,
  Unfinished as UnfinishedRun,
} from '../runs/run.js';

interface Kept {
  run: Run;
  work: RunWork | null;
  view: RunView | undefined;
  steps: Map<string, KeptStep>;
  holder: string | null;
  leaseUntil: number;
  isCancelled: boolean;
}

/** Runs in memory; leases are by the given time. */
export class InMemoryRunStore implements RunStore {
  readonly #runs = new Map<string, Kept>();

  /** @param now Milliseconds; leases end by it. */
  constructor(private readonly now: () => number) {}

  async begin(run: Run, work: RunWork, holder: string, leaseMs: number, keysFrom: number): Promise<Run> {
    const earlier =
      run.idempotencyKey === null ? undefined : this.#under(run.principalId, run.idempotencyKey, keysFrom);
    if (earlier !== undefined) return earlier;
    for (const kept of this.#runs.values())
      if (run.idempotencyKey !== null && isUnder(kept, run.principalId, run.idempotencyKey))
        kept.run = { ...kept.run, idempotencyKey: null };
    const leaseUntil = this.now() + leaseMs;
    const steps = new Map<string, KeptStep>();
    this.#runs.set(run.id, { run, work: copy(work), view: undefined, steps, holder, leaseUntil, isCancelled: false });
    return run;
  }

  async add(run: Run, view: RunView, unfinished?: UnfinishedRun): Promise<void> {
    const free = { holder: null, leaseUntil: 0, isCancelled: false };
    this.#runs.set(run.id, { run, view: copy(view), ...leftOf(unfinished), ...free });
  }

  async find(id: string): Promise<Run | undefined> {
    return this.#runs.get(id)?.run;
  }

  async underKey(principalId: string, key: string, keysFrom: number): Promise<Run | undefined> {
    return this.#under(principalId, key, keysFrom);
  }

  #under(principalId: string, key: string, keysFrom: number): Run | undefined {
    for (const kept of this.#runs.values()) {
      const stands = kept.run.startedAt > keysFrom || kept.run.endedAt === null;
      if (stands && isUnder(kept, principalId, key)) return kept.run;
    }
    return undefined;
  }

  async view(id: string): Promise<RunView | undefined> {
    return copy(this.#runs.get(id)?.view);
  }

  async steps(id: string): Promise<readonly KeptStep[]> {
    return copy([...(this.#runs.get(id)?.steps.values() ?? [])]);
  }

  async keep(id: string, holder: string, status: RunStatus, steps: readonly KeptStep[]) {
    const kept = this.#held(id, holder);
    if (kept === undefined) return 'lost';
    kept.run = { ...kept.run, status };
    for (const step of steps) kept.steps.set(step.path, copy(step));
    return kept.isCancelled ? 'cancelled' : 'kept';
  }

  async end(id: string, holder: string, view: RunView, at: number, unfinished?: UnfinishedRun): Promise<boolean> {
    const kept = this.#held(id, holder);
    if (kept === undefined) return false;
    kept.run = { ...kept.run, status: view.status, endedAt: at };
    Object.assign(kept, { view: copy(view), holder: null, ...leftOf(unfinished) });
    return true;
  }

  async reopen(
    id: string,
    holder: string,
    leaseMs: number,
    keyId: string | null,
    again: (work: RunWork) => RunWork,
  ): Promise<TakenRun | undefined> {
    const kept = this.#runs.get(id);
    if (kept === undefined || kept.run.endedAt === null || kept.work === null) return undefined;
    const run: Run = { ...kept.run, status: 'running', endedAt: null, keyId };
    const work = copy(again(kept.work));
    const leaseUntil = this.now() + leaseMs;
    Object.assign(kept, { run, work, view: undefined, holder, leaseUntil, isCancelled: false });
    return { run, work, steps: copy([...kept.steps.values()]), isCancelled: false };
  }

  async cancel(id: string): Promise<boolean> {
    const kept = this.#runs.get(id);
    if (kept === undefined || kept.run.endedAt !== null) return false;
    kept.isCancelled = true;
    return true;
  }

  async renew(holder: string, ids: readonly string[], leaseMs: number) {
    const mine = new Map<string, { cancelled: boolean }>();
    for (const id of ids) {
      const kept = this.#held(id, holder);
      if (kept === undefined) continue;
      kept.leaseUntil = this.now() + leaseMs;
      mine.set(id, { cancelled: kept.isCancelled });
    }
    return mine;
  }

  async take(holder: string, leaseMs: number, limit: number): Promise<readonly TakenRun[]> {
    const lapsed = [...this.#runs.values()].filter((it) => it.run.endedAt === null && it.leaseUntil < this.now());
    return lapsed
      .sort((a, b) => a.leaseUntil - b.leaseUntil)
      .slice(0, limit)
      .map((kept) => {
        Object.assign(kept, { holder, leaseUntil: this.now() + leaseMs });
        const { run, work, steps, isCancelled } = kept;
        return { run, work: copy(work) as RunWork, steps: copy([...steps.values()]), isCancelled };
      });
  }

  async release(holder: string): Promise<void> {
    for (const kept of this.#runs.values()) if (kept.holder === holder) kept.leaseUntil = Number.NEGATIVE_INFINITY;
  }

  async list({ principalId, status, after, limit }: CompositionRunQuery): Promise<readonly Run[]> {
    return [...this.#runs.values()]
      .map((it) => it.run)
      .filter((it) => it.principalId === principalId && (status ?? it.status) === it.status)
      .filter((it) => after === null || it.startedAt < after.at || (it.startedAt === after.at && it.id < after.id))
      .sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }

  async forget(endedBefore: number, maxEnded: number): Promise<number> {
    const ended = [...this.#runs.values()]
      .map(({ run }) => run)
      .filter(({ endedAt }) => endedAt !== null)
      .sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1));
    const seen = new Map<string, number>();
    const old = ended.filter(({ principalId, endedAt }) => {
      seen.set(principalId, (seen.get(principalId) ?? 0) + 1);
      return (endedAt as number) < endedBefore || (seen.get(principalId) as number) > maxEnded;
    });
    for (const { id } of old) this.#runs.delete(id);
    return old.length;
  }

  async close(startedBefore: number): Promise<void> {
    for (const kept of this.#runs.values())
      if (kept.run.endedAt !== null && kept.run.startedAt < startedBefore) Object.assign(kept, leftOf(undefined));
  }

  #held(id: string, holder: string): Kept | undefined {
    const kept = this.#runs.get(id);
    return kept?.holder === holder && kept.run.endedAt === null ? kept : undefined;
  }
}

const isUnder = ({ run }: Kept, principalId: string, key: string): boolean =>
  run.principalId === principalId && run.idempotencyKey === key;

const leftOf = (unfinished: UnfinishedRun | undefined): Pick<Kept, 'work' | 'steps'> => ({
  work: unfinished === undefined ? null : copy(unfinished.work),
  steps: new Map(unfinished?.steps.map((it) => [it.path, copy(it)])),
});

/** As the database has it: nothing is shared, and it is JSON. */
const copy = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T));
