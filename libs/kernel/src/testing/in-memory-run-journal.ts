import type { Clock } from '../clock.js';
import type { RunJournalStore, RunWritten, Suspension, TakenRun } from '../durable-runs.js';

interface Row {
  readonly kind: string;
  readonly id: string;
  holder: string | null;
  epoch: number;
  wakeAt: number;
  wakes: number;
  waitsFor: readonly string[];
  failures: number;
}

/** What outlives the replicas: the rows, and who is alive. */
export class JournalRows {
  readonly rows = new Map<string, Row>();
  readonly alive = new Set<string>();

  constructor(readonly clock: Pick<Clock, 'now'>) {}

  /** Names of runs, as `kind id`, in the order in which they began. */
  get names(): readonly string[] {
    return [...this.rows.keys()];
  }
}

/** The journal in memory. A second one on the same rows is another replica. */
export class InMemoryRunJournal implements RunJournalStore {
  isHeld = true;

  constructor(
    readonly journal: JournalRows,
    readonly holder = 'one',
  ) {
    journal.alive.add(holder);
  }

  isHeldWithin = (): boolean => this.isHeld;

  async wake(kind: string, id: string): Promise<void> {
    const row = this.#row(kind, id);
    if (row === undefined) return this.#add(kind, id, { wakeInMs: 0 });
    this.#wake(row);
    row.failures = 0;
  }

  async suspend(kind: string, id: string, suspension: Suspension): Promise<void> {
    const row = this.#row(kind, id);
    if (row === undefined) return this.#add(kind, id, suspension);
    this.#wake(row);
    row.waitsFor = suspension.waitsFor ?? [];
  }

  async hold(kind: string, id: string): Promise<TakenRun> {
    if (this.#row(kind, id) !== undefined) throw new Error(`The run ${kind} ${id} is there.`);
    this.#add(kind, id, { wakeInMs: 0 });
    Object.assign(this.#row(kind, id) as Row, { holder: this.holder, epoch: 1 });
    return { kind, id, epoch: 1, wakes: 1, failures: 0 };
  }

  async signal(names: readonly string[]): Promise<number> {
    const woken = [...this.journal.rows.values()].filter(({ waitsFor }) => waitsFor.some((it) => names.includes(it)));
    for (const row of woken) this.#wake(row);
    return woken.length;
  }

  async take(kinds: readonly string[], limit: number): Promise<readonly TakenRun[]> {
    const due = [...this.journal.rows.values()]
      .filter(({ kind, holder, wakeAt }) => holder === null && wakeAt <= this.#now && kinds.includes(kind))
      .sort((a, b) => a.wakeAt - b.wakeAt)
      .slice(0, limit);
    for (const row of due) Object.assign(row, { holder: this.holder, epoch: row.epoch + 1 });
    return due.map(({ kind, id, epoch, wakes, failures }) => ({ kind, id, epoch, wakes, failures }));
  }

  async rest(run: TakenRun, { wakeInMs, waitsFor }: Suspension, failures: number): Promise<RunWritten> {
    const row = this.#mine(run);
    if (row === undefined) return 'lost';
    const isNew = waitsFor?.some((it) => !row.waitsFor.includes(it)) ?? false;
    const isWoken = row.wakes > run.wakes || isNew;
    Object.assign(row, { holder: null, failures, waitsFor: waitsFor ?? row.waitsFor });
    row.wakeAt = isWoken ? this.#now : this.#now + wakeInMs;
    return isWoken ? 'woken' : 'written';
  }

  async end(run: TakenRun): Promise<RunWritten> {
    const row = this.#mine(run);
    if (row === undefined) return 'lost';
    if (row.wakes > run.wakes) return this.rest(run, { wakeInMs: 0 }, 0);
    this.journal.rows.delete(nameOf(row));
    return 'written';
  }

  async freeDead(): Promise<void> {
    for (const row of this.journal.rows.values())
      if (row.holder !== null && !this.journal.alive.has(row.holder)) this.#free(row);
  }

  async release(but: readonly TakenRun[]): Promise<void> {
    for (const row of this.journal.rows.values())
      if (row.holder === this.holder && !but.some((it) => nameOf(it) === nameOf(row) && it.epoch === row.epoch))
        this.#free(row);
  }

  get #now(): number {
    return this.journal.clock.now();
  }

  #row = (kind: string, id: string): Row | undefined => this.journal.rows.get(nameOf({ kind, id }));

  #mine(run: TakenRun): Row | undefined {
    const row = this.#row(run.kind, run.id);
    return row?.holder === this.holder && row.epoch === run.epoch ? row : undefined;
  }

  #add(kind: string, id: string, { wakeInMs, waitsFor = [] }: Suspension): void {
    const wakeAt = this.#now + wakeInMs;
    const row = { kind, id, holder: null, epoch: 0, wakeAt, wakes: 1, waitsFor, failures: 0 };
    this.journal.rows.set(nameOf(row), row);
  }

  #wake(row: Row): void {
    row.wakes += 1;
    row.wakeAt = Math.min(row.wakeAt, this.#now);
  }

  #free(row: Row): void {
    row.holder = null;
    row.wakeAt = this.#now;
  }
}

const nameOf = ({ kind, id }: Pick<Row, 'kind' | 'id'>): string => `${kind} ${id}`;
