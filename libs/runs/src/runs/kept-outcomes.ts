import type { RunStepView, RunView } from '@assay/contracts';
import type { JoinDecision, JoinDecisions } from '../run/scope.js';
import { isWithinId } from '../step-ids.js';
import type { ActedStep, KeptStep } from './run.js';
import type { RunJournal } from './run-journal.js';

/** What is known of a run's steps, branches and joins: what was kept of it before, and what happens now, which is noted. */
export class KeptOutcomes implements JoinDecisions {
  readonly #known = new Map<string, KeptStep>();
  readonly #resumed: number | undefined;
  readonly #journal: Pick<RunJournal, 'note'>;
  #order = 0;

  /** @param resumed How often the run was resumed. */
  constructor(kept: readonly KeptStep[], resumed: number | undefined, journal: Pick<RunJournal, 'note'>) {
    this.#resumed = resumed;
    this.#journal = journal;
    for (const each of kept) {
      this.#known.set(each.path, each);
      this.#order = Math.max(this.#order, each.order ?? 0);
    }
  }

  of(path: string): KeptStep | undefined {
    return this.#known.get(path);
  }

  all(): Iterable<KeptStep> {
    return this.#known.values();
  }

  /** Steps that took effect, or may have, in the order they did. */
  effects(): readonly ActedStep[] {
    return [...this.#known.values()]
      .filter((it): it is ActedStep => it.acted !== undefined)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  }

  /** What steps that succeeded gave, by their ids; choices of models are no outputs. */
  outputs(): RunView['outputs'] {
    const done = [...this.#known.values()].flatMap(({ view, outcome }) =>
      outcome?.status === 'succeeded' && view !== null && view.chosen === undefined
        ? [[view.id, { status: outcome.status, output: outcome.output }] as const]
        : [],
    );
    return Object.fromEntries(done);
  }

  /** A step is called under the key it was called under before, if it was. */
  keep(step: Omit<KeptStep, 'order' | 'resumed'>): void {
    this.#order += 1;
    const former = this.#known.get(step.path);
    const resumed = former === undefined ? this.#resumed : former.resumed;
    const called = step.called ?? former?.called;
    const kept = {
      ...step,
      order: this.#order,
      ...(resumed !== undefined && { resumed }),
      ...(called && { called }),
    };
    this.#known.set(step.path, kept);
    this.#journal.note(kept);
  }

  /** A step waits for a person. */
  waits(path: string, view: RunStepView): void {
    const acted = this.#known.get(path)?.acted;
    this.keep({ path, view, outcome: null, ...(acted && { acted }) });
  }

  recall(path: string): JoinDecision | undefined {
    return this.#known.get(path)?.join;
  }

  note(path: string, join: JoinDecision): void {
    this.keep({ path, view: null, outcome: null, join });
  }

  /**
   * What a resumption need not do again, once what these branches did has been undone: what succeeded, and joins and
   * choices that were made. What may have been done, and is not known to, is asked for again under its old key.
   */
  unfinished(undone: readonly string[]): readonly KeptStep[] {
    const isUndone = ({ path }: KeptStep): boolean => undone.some((it) => isWithinId(path, it));
    return [...this.#known.values()].flatMap((it) => (isUndone(it) ? [] : lasting(it)));
  }
}

function lasting(step: KeptStep): KeptStep[] {
  const { outcome, join, view, acted } = step;
  if (join !== undefined) return join.winners === null ? [] : [step];
  if (outcome?.status === 'succeeded') return view?.chosen?.case === null ? [] : [step];
  const mayHaveActed =
    outcome === null
      ? acted !== undefined && view?.waitsFor === undefined
      : outcome.status === 'failed' && (outcome.failure.outcome ?? 'none') !== 'none';
  return mayHaveActed && view !== null ? [{ ...step, outcome: null, view: { ...view, status: 'waiting' } }] : [];
}
