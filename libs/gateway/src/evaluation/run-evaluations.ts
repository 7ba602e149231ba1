import { type Caller, callerOfKept, type Directory } from '@assay/identity';
import {
  type Clock,
  type Job,
  type Jobs,
  mapConcurrent,
  minuteMs,
  type Sealer,
  startDeadline,
  type WorkQueue,
} from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import { type RecordedCallStore, recordedContext } from '../recording/recorded-calls.js';
import type { SavedExampleStore } from '../saved-examples/saved-example.js';
import { chooseCases, type PossibleCase } from './choose-cases.js';
import type { Evaluation } from './evaluation.js';
import type { EvaluationStore } from './evaluation-store.js';
import { type ReplayPorts, replayCase } from './replay-case.js';

export interface RunEvaluationsPorts extends ReplayPorts {
  readonly store: EvaluationStore;
  readonly recorded: Pick<RecordedCallStore, 'newest'>;
  readonly examples: Pick<SavedExampleStore, 'of'>;
  /** Writes recorded arguments that still wait. */
  readonly flush: () => Promise<void>;
  readonly sealer: Pick<Sealer, 'open'>;
  readonly catalogue: Pick<Catalogue, 'versionById'>;
  readonly directory: Directory;
  readonly jobs: Pick<Jobs, 'add' | 'work'>;
  readonly clock: Clock;
}

interface Queued {
  readonly evaluation: string;
}

/** Evaluations under way at once on one replica, and of one organisation on all of them. */
const concurrency = 4;
const perOrganisation = 1;
/** Cases of one evaluation at once. */
const casesAtOnce = 2;
/** How long one may take, and one call of it. */
const wholeMs = 30 * minuteMs;
const callMs = 30_000;
/** What began so long ago and runs nowhere was begun by a process that died before it could queue it. */
const unfinishedAfterMs = minuteMs;
const batch = 100;
/** Recorded calls that are read to choose from: many ask the same. */
const readFactor = 5;

/**
 * Carries out evaluations, each once, on whichever replica the queue gives it to. Every case is durable when it is done,
 * so that after a restart only the rest is replayed.
 */
export class RunEvaluations {
  readonly #ports: RunEvaluationsPorts;
  readonly #queue: WorkQueue<Queued>;

  constructor(ports: RunEvaluationsPorts) {
    this.#ports = ports;
    this.#queue = ports.jobs.work<Queued>({
      ...{ name: 'evaluations', concurrency, perGroup: perOrganisation },
      run: ({ evaluation }, signal) => this.#run(evaluation, signal),
    });
    ports.jobs.add(this.sweep);
  }

  /** Queues one that was begun. What cannot be queued now is found by the sweep. */
  add = ({ id, organisationId }: Pick<Evaluation, 'id' | 'organisationId'>): Promise<void> =>
    this.#queue.add([{ key: id, payload: { evaluation: id }, group: organisationId }]).catch(() => undefined);

  readonly sweep: Job = {
    name: 'evaluations.sweep',
    everyMs: minuteMs,
    run: async () => {
      const { store, clock } = this.#ports;
      const ids = await store.unfinished(clock.now() - unfinishedAfterMs, batch);
      await this.#queue.add(ids.map((id) => ({ key: id, payload: { evaluation: id } })));
    },
  };

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#ports;
    const evaluation = await store.find(id);
    if (evaluation === undefined || evaluation.endedAt !== null) return;
    const caller = this.#callerOf(evaluation);
    const tool = this.#ports.catalogue.versionById(evaluation.tool.versionId);
    const against = this.#ports.catalogue.versionById(evaluation.against.versionId);
    if (typeof caller === 'string') return store.end(id, clock.now(), caller);
    if (tool === undefined || against === undefined)
      return store.end(id, clock.now(), 'One of the two versions is gone.');
    const leftMs = evaluation.startedAt + wholeMs - clock.now();
    if (leftMs <= 0) return store.end(id, clock.now(), outOfTime);
    const deadline = startDeadline(clock, leftMs, signal);
    try {
      const possible = await this.#possible(evaluation, caller, tool);
      const chosen = await this.#chosen(evaluation, possible);
      await this.#replay(evaluation, chosen, { caller, tool, against }, deadline.signal);
      // Cut short because the server stops: another replica goes on.
      signal.throwIfAborted();
      await store.end(id, clock.now(), deadline.signal.aborted ? outOfTime : null);
    } finally {
      deadline.end();
    }
  }

  async #replay(
    { id, cases, tolerance }: Evaluation,
    chosen: readonly (PossibleCase | undefined)[],
    parts: { readonly caller: Caller; readonly tool: ToolVersion; readonly against: ToolVersion },
    signal: AbortSignal,
  ): Promise<void> {
    const done = new Set(cases.map(({ at }) => at));
    const left = [...chosen.entries()].filter(([at]) => !done.has(at));
    await mapConcurrent(left, casesAtOnce, async ([at, one]) => {
      if (signal.aborted) return;
      const replay = { ...parts, tolerance, traceId: id.replaceAll('-', ''), signal, deadlineMs: callMs };
      const found = one === undefined ? undefined : await replayCase(one, at, replay, this.#ports);
      if (signal.aborted || found === undefined) return;
      await this.#ports.store.addCase(id, at, found);
    });
  }

  /** As they were chosen first; those that are gone since are undefined. */
  async #chosen(
    evaluation: Evaluation,
    possible: readonly PossibleCase[],
  ): Promise<readonly (PossibleCase | undefined)[]> {
    if (evaluation.chosen !== null) {
      const keyOf = ({ source, name }: Pick<PossibleCase, 'source' | 'name'>) => `${source} ${name}`;
      const known = new Map(possible.map((it) => [keyOf(it), it]));
      return evaluation.chosen.map((it) => known.get(keyOf(it)));
    }
    const chosen = chooseCases(possible, evaluation.limit);
    await this.#ports.store.choose(
      evaluation.id,
      chosen.map(({ source, name }) => ({ source, name })),
    );
    return chosen;
  }

  /** Examples first, then the newest recorded calls. */
  async #possible(evaluation: Evaluation, caller: Caller, tool: ToolVersion): Promise<PossibleCase[]> {
    const { calls, organisationId } = evaluation;
    const found: PossibleCase[] = [];
    if (calls !== 'recorded') {
      for (const { name, input } of tool.manifest.examples ?? []) found.push({ source: 'example', name, input });
      for (const { id, input } of await this.#ports.examples.of(tool.id, organisationId))
        found.push({ source: 'saved', name: id, input });
    }
    if (calls !== 'examples') found.push(...(await this.#recorded(evaluation, caller, tool)));
    return found;
  }

  /** The caller's own calls; for an administrator, those of the organisation. */
  async #recorded(
    { organisationId, limit }: Evaluation,
    caller: Caller,
    { namespace, tool }: ToolVersion,
  ): Promise<PossibleCase[]> {
    await this.#ports.flush();
    const calls = await this.#ports.recorded.newest({
      ...{ organisationId, tool: `${namespace}/${tool}`, limit: limit * readFactor },
      principalId: caller.scopes.has('admin') && caller.namespaces === null ? null : caller.principalId,
    });
    return calls.map(({ invocationId, sealed }) => ({
      source: 'recorded',
      name: invocationId,
      input: JSON.parse(this.#ports.sealer.open(sealed, recordedContext(invocationId))).input,
    }));
  }

  /** With the rights it has now; a sentence when it has none. */
  #callerOf({ caller }: Evaluation): Caller | string {
    const found = callerOfKept(caller, this.#ports.directory, this.#ports.clock.now());
    if (found.ok) return found.value;
    return found.error === 'caller'
      ? 'The caller is gone.'
      : `The key it was started with has ${found.error === 'revoked' ? 'been revoked' : 'expired'}.`;
  }
}

const outOfTime = 'Its time was up before all calls were replayed.';
