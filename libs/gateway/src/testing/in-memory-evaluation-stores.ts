import { hourMs } from '@assay/kernel';
import {
  addCounts,
  type CandidateCounts,
  type CandidateState,
  type CandidateStore,
  type CandidateTotals,
  type CountsOfHour,
  noCounts,
} from '../candidates/candidate-store.js';
import type { ChosenCase, EvaluatedCase, Evaluation } from '../evaluation/evaluation.js';
import { type EvaluationStore, maxRunningEvaluations } from '../evaluation/evaluation-store.js';
import {
  maxRecordings,
  type RecordedCall,
  type RecordedCallStore,
  type RecordedQuery,
  type Recording,
} from '../recording/recorded-calls.js';
import { maxSavedExamples, type SavedExample, type SavedExampleStore } from '../saved-examples/saved-example.js';

/** Recorded calls without a database. */
export class InMemoryRecordedCalls implements RecordedCallStore {
  readonly #recordings = new Map<string, Recording>();
  #calls: RecordedCall[] = [];

  all = async () => [...this.#recordings.values()];

  async set(recording: Recording): Promise<boolean> {
    const { organisationId } = recording;
    const key = `${organisationId} ${recording.tool}`;
    const known = this.#recordings.get(key);
    const own = [...this.#recordings.values()].filter((it) => it.organisationId === organisationId);
    if (known === undefined && own.length >= maxRecordings) return false;
    this.#recordings.set(key, known === undefined ? recording : { ...known, keep: recording.keep });
    this.#trim();
    return true;
  }

  async remove(organisationId: string, tool: string): Promise<boolean> {
    this.#calls = this.#calls.filter((it) => it.organisationId !== organisationId || it.tool !== tool);
    return this.#recordings.delete(`${organisationId} ${tool}`);
  }

  async counts(organisationId: string): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const it of this.#calls)
      if (it.organisationId === organisationId) counts.set(it.tool, (counts.get(it.tool) ?? 0) + 1);
    return counts;
  }

  async add(calls: readonly RecordedCall[]): Promise<void> {
    for (const call of calls)
      if (
        this.#recordings.has(`${call.organisationId} ${call.tool}`) &&
        !this.#calls.some((it) => it.invocationId === call.invocationId)
      )
        this.#calls.push(call);
    this.#trim();
  }

  find = async (id: string) => this.#calls.find(({ invocationId }) => invocationId === id);

  async newest({ organisationId, tool, principalId, limit }: RecordedQuery): Promise<readonly RecordedCall[]> {
    return this.#calls
      .filter((it) => it.organisationId === organisationId && it.tool === tool)
      .filter((it) => principalId === null || it.principalId === principalId)
      .sort(newestFirst)
      .slice(0, limit);
  }

  async forget(before: number): Promise<number> {
    const count = this.#calls.length;
    this.#calls = this.#calls.filter(({ at }) => at >= before);
    return count - this.#calls.length;
  }

  #trim(): void {
    for (const { organisationId, tool, keep } of this.#recordings.values()) {
      const own = this.#calls.filter((it) => it.organisationId === organisationId && it.tool === tool);
      const over = new Set(own.sort(newestFirst).slice(keep));
      this.#calls = this.#calls.filter((it) => !over.has(it));
    }
  }
}

const newestFirst = (a: RecordedCall, b: RecordedCall): number =>
  b.at - a.at || (a.invocationId < b.invocationId ? 1 : -1);

/** Saved examples without a database. */
export class InMemorySavedExamples implements SavedExampleStore {
  readonly #examples = new Map<string, SavedExample>();

  async add(example: SavedExample): Promise<'added' | 'name_taken' | 'full' | 'gone'> {
    const own = [...this.#examples.values()].filter(
      (it) => it.versionId === example.versionId && it.organisationId === example.organisationId,
    );
    if (own.some(({ name }) => name === example.name)) return 'name_taken';
    if (own.length >= maxSavedExamples) return 'full';
    this.#examples.set(example.id, example);
    return 'added';
  }

  of = async (versionId: string, organisationId: string) =>
    this.#among((it) => it.versionId === versionId && (it.organisationId === organisationId || it.verifies));

  verifying = async (versionId: string) => this.#among((it) => it.versionId === versionId && it.verifies);

  find = async (id: string) => this.#examples.get(id);

  remove = async (id: string) => this.#examples.delete(id);

  #among = (isOne: (it: SavedExample) => boolean): SavedExample[] =>
    [...this.#examples.values()].filter(isOne).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Evaluations without a database. */
export class InMemoryEvaluations implements EvaluationStore {
  readonly #evaluations = new Map<string, Evaluation>();

  async begin(evaluation: Evaluation): Promise<boolean> {
    const running = [...this.#evaluations.values()].filter(
      (it) => it.organisationId === evaluation.organisationId && it.endedAt === null,
    );
    if (running.length >= maxRunningEvaluations) return false;
    this.#evaluations.set(evaluation.id, evaluation);
    return true;
  }

  find = async (id: string) => this.#evaluations.get(id);

  async choose(id: string, chosen: readonly ChosenCase[]): Promise<void> {
    this.#change(id, (it) => (it.chosen === null ? { chosen } : {}));
  }

  async addCase(id: string, at: number, found: EvaluatedCase): Promise<boolean> {
    const present = this.#evaluations.get(id);
    if (present === undefined || present.endedAt !== null || present.cases.some((it) => it.at === at)) return false;
    const cases = [...present.cases, { ...found, at }].sort((a, b) => a.at - b.at);
    this.#change(id, () => ({ cases }));
    return true;
  }

  async end(id: string, endedAt: number, problem: string | null): Promise<void> {
    this.#change(id, (it) => (it.endedAt === null ? { endedAt, problem } : {}));
  }

  unfinished = async (before: number, limit: number) =>
    [...this.#evaluations.values()]
      .filter((it) => it.endedAt === null && it.startedAt < before)
      .slice(0, limit)
      .map(({ id }) => id);

  async forget(before: number): Promise<number> {
    const over = [...this.#evaluations.values()].filter(({ endedAt }) => endedAt !== null && endedAt < before);
    for (const { id } of over) this.#evaluations.delete(id);
    return over.length;
  }

  #change(id: string, change: (it: Evaluation) => Partial<Evaluation>): void {
    const present = this.#evaluations.get(id);
    if (present !== undefined) this.#evaluations.set(id, { ...present, ...change(present) });
  }
}

/** Results of candidates without a database. */
export class InMemoryCandidates implements CandidateStore {
  readonly #states = new Map<string, CandidateState>();
  #hours: { id: string; epoch: number; hour: number; counts: CandidateCounts }[] = [];

  states = async () => [...this.#states.values()];

  async add({ id, organisationId, epoch, at, counts }: CountsOfHour, since: number): Promise<CandidateTotals> {
    const first = { id, organisationId, epoch: 1, since: at, rolledBackAt: null, reason: null };
    const state = this.#states.get(id) ?? first;
    this.#states.set(id, state);
    const hour = Math.floor(at / hourMs) * hourMs;
    if (epoch === state.epoch) this.#hours.push({ id, epoch, hour, counts });
    return { state, totals: this.#sum(state, since) };
  }

  async totals(ids: readonly string[]): Promise<ReadonlyMap<string, CandidateTotals>> {
    const found = ids.flatMap((id) => this.#states.get(id) ?? []);
    return new Map(found.map((state) => [state.id, { state, totals: this.#sum(state, 0) }]));
  }

  async rollBack(id: string, epoch: number, at: number, reason: string): Promise<boolean> {
    const state = this.#states.get(id);
    if (state === undefined || state.epoch !== epoch || state.rolledBackAt !== null) return false;
    this.#states.set(id, { ...state, rolledBackAt: at, reason });
    return true;
  }

  async resume(id: string, at: number): Promise<CandidateState | undefined> {
    const state = this.#states.get(id);
    if (state === undefined || state.rolledBackAt === null) return undefined;
    const resumed = { ...state, epoch: state.epoch + 1, since: at, rolledBackAt: null, reason: null };
    this.#states.set(id, resumed);
    return resumed;
  }

  async forget(before: number): Promise<number> {
    const count = this.#hours.length;
    this.#hours = this.#hours.filter(({ hour }) => hour >= before);
    return count - this.#hours.length;
  }

  #sum = ({ id, epoch }: CandidateState, since: number): CandidateCounts =>
    this.#hours
      .filter((it) => it.id === id && it.epoch === epoch && it.hour >= Math.floor(since / hourMs) * hourMs)
      .reduce((sum, { counts }) => addCounts(sum, counts), noCounts);
}
