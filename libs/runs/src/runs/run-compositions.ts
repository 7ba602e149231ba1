import type { CodeBody, RunBody, RunView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Failure, fail, isUuid, ok, type Random, type Result, runWithoutBlocking } from '@assay/kernel';
import { compileCode } from '../code/compile-code.js';
import { type Compiled, compilingComposition, readsOnly, summaryProblems } from '../compile-composition.js';
import { takesInput } from '../composition.js';
import { hasAsk, hasEach } from '../plans-in.js';
import { type Beginning, CarryRuns, type CarryRunsPorts } from './carry-runs.js';
import { compositionIn } from './composition-in.js';
import { LiveRun, type RunListener } from './live-run.js';
import { newRun, resumedBy, workOf } from './new-run.js';
import { isCode, isOpen, type Run, type RunRequest, type RunWork, runDefaults } from './run.js';
import { notYours, ShowRuns } from './show-runs.js';

export interface RunCompositionsPorts extends CarryRunsPorts {
  readonly random: Pick<Random, 'uuid'>;
}

export interface RunContext {
  readonly traceId: string;
  /** Of the run, where its caller looks it up under that: a UUID. */
  readonly id?: string | undefined;
  /** W3C baggage, passed on to the tools. */
  readonly baggage?: string | undefined;
  /** Aborts when the caller goes away, which cancels the run, unless it has a key, under which its caller comes back. */
  readonly signal?: AbortSignal;
  /** Answers as soon as the run has begun. */
  readonly isAsync?: boolean;
  /** Hears of what happens. */
  readonly listener?: RunListener;
}

/** Runs that one caller may have under way on one replica. */
const maxAtOnce = 200;

/** Runs compositions for callers: begins them, goes on with them and ends them. */
export class RunCompositions {
  readonly #ports: RunCompositionsPorts;
  readonly #carry: CarryRuns;
  readonly #shown: ShowRuns;

  constructor(ports: RunCompositionsPorts) {
    this.#ports = ports;
    this.#carry = new CarryRuns(ports);
    this.#shown = new ShowRuns(ports);
  }

  /** Takes up what was left unfinished. */
  start(): void {
    this.#ports.held.start(this.#carry.resume);
  }

  /** Begins nothing more that no request waits for. */
  drain = (): void => this.#ports.held.beginNothing();

  stop = (): Promise<void> => this.#ports.held.stop();

  /**
   * Runs a composition. Nothing runs when anything is wrong with it: every problem is reported at once. Resolves when
   * it has ended, when it waits for a person, or immediately on request. A run that may have an effect, that has a key
   * or that outlives its request is stored before it starts.
   */
  async execute(caller: Caller, body: RunRequest, context: RunContext): Promise<Result<RunView, Failure>> {
    const { store } = this.#ports;
    if (caller.principalId === null || caller.organisationId === null)
      return fail('unauthenticated', 'Runs require authentication.');
    const run = newRun(caller, body, context, this.#ports);
    const { idempotencyKey: key } = run;
    const keysFrom = run.startedAt - runDefaults.keyMs;
    const earlier = key === null ? undefined : await store.underKey(caller.principalId, key, keysFrom);
    if (earlier !== undefined) return this.#repeated(caller, earlier, run, context);
    const refused = this.#noPlace(caller.principalId);
    if (refused !== undefined) return refused;
    const compiled = isCode(body) ? this.#compileCode(caller, body) : await this.#compile(caller, body);
    if (!compiled.ok) return compiled;
    // While a long one was read, others may have begun.
    const full = this.#noPlace(caller.principalId);
    if (full !== undefined) return full;
    const { baggage } = context;
    const work = { ...workOf(body, caller, compiled.value), ...(baggage !== undefined && { baggage }) };
    const { plan } = compiled.value;
    // What code will call is not known, so that each run of it is kept.
    const isKept =
      isCode(body) ||
      context.isAsync === true ||
      key !== null ||
      !readsOnly(compiled.value) ||
      hasEach(plan) ||
      hasAsk(plan);
    const beginning = { run, work, caller, compiled: compiled.value, isKept };
    const begun = await this.#inPlace(caller.principalId, () => this.#begin(beginning, keysFrom));
    return begun instanceof LiveRun ? this.#answer(begun, context) : this.#repeated(caller, begun, run, context);
  }

  /** The run, under way; or the one that had been begun under its key before. */
  async #begin(beginning: Beginning, keysFrom: number): Promise<LiveRun | Run> {
    const { store, held } = this.#ports;
    const { run, work, isKept } = beginning;
    const kept = isKept ? await store.begin(run, work, held.holder, runDefaults.leaseMs, keysFrom) : run;
    return kept.id === run.id ? this.#carry.begin(beginning) : kept;
  }

  /** Counts a run from now on, so that of many that are begun at once no more find a place than there are. */
  async #inPlace<T>(principalId: string, begin: () => Promise<T>): Promise<T> {
    const leave = this.#ports.held.reserve(principalId);
    try {
      return await begin();
    } finally {
      leave();
    }
  }

  /**
   * Goes on with a run that ended without having done everything, from where it ended: what succeeded is not done again.
   * A step whose outcome is unknown is asked again under its key. With the rights of who resumes it.
   */
  async resume(caller: Caller, id: string, context: RunContext): Promise<Result<RunView, Failure>> {
    const { store, held, clock } = this.#ports;
    const run = isUuid(id) && caller.principalId !== null ? await store.find(id) : undefined;
    if (run === undefined || run.principalId !== caller.principalId) return notYours(id);
    if (isOpen(run.status)) return fail('conflict', `The run ${id} is under way: GET /v1/runs/${id} shows it.`);
    if (run.status === 'succeeded')
      return fail('conflict', `The run ${id} has succeeded: there is nothing left to do.`);
    if (run.startedAt <= clock.now() - runDefaults.keyMs)
      return fail('conflict', `The run ${id} started more than 24 hours ago: start it again.`);
    const refused = this.#noPlace(run.principalId);
    if (refused !== undefined) return refused;
    const live = await this.#inPlace(run.principalId, async () => {
      const again = (work: RunWork) => resumedBy(work, caller);
      const taken = await store.reopen(id, held.holder, runDefaults.leaseMs, caller.keyId ?? null, again);
      return taken && this.#carry.resume(taken);
    });
    if (live === undefined && held.isOver) return stopping();
    if (live === undefined)
      return fail(
        'conflict',
        `The run ${id} cannot be resumed: it passed failures on, some effects could not be undone, or it has just been resumed. Check it and start another one.`,
      );
    return this.#answer(live, context);
  }

  #noPlace(principalId: string): Result<never, Failure> | undefined {
    const { held } = this.#ports;
    if (held.isOver) return stopping();
    if (held.countOf(principalId) < maxAtOnce) return undefined;
    return fail(
      'rate_limited',
      `${maxAtOnce} of your runs are running or waiting for a person, the maximum: wait for one to end, or cancel one.`,
      { retryAfterMs: 1_000 },
    );
  }

  /** When it has ended, waits for a person, or at once, as it is asked for. */
  async #answer(live: LiveRun, { signal, isAsync, listener }: RunContext): Promise<Result<RunView, Failure>> {
    if (listener !== undefined) live.follow(undefined, listener);
    if (isAsync) return ok(live.view());
    live.isAwaited = true;
    const onGone = () => {
      if (live.run.idempotencyKey === null) live.controller.abort('cancelled');
    };
    if (signal?.aborted) onGone();
    signal?.addEventListener('abort', onGone, { once: true });
    const view = await newsOf(live);
    live.isAwaited = false;
    signal?.removeEventListener('abort', onGone);
    return ok(view);
  }

  /**
   * Ends a run: steps under way are cancelled, what waits for a person is withdrawn, no other one begins. What was done
   * stays done. One that is carried out elsewhere begins nothing that acts from now on, and ends within seconds.
   */
  async cancel(caller: Caller, id: string): Promise<Result<RunView, Failure>> {
    const found = await this.#shown.show(caller, id);
    if (!found.ok) return found;
    if (!isOpen(found.value.status)) return fail('conflict', `The run ${id} has ended already: GET /v1/runs/${id}.`);
    const live = this.#ports.held.find(id, caller.principalId);
    await this.#ports.store.cancel(id);
    live?.controller.abort('cancelled');
    return ok((live && (await live.ended)) ?? (await this.#shown.of((await this.#ports.store.find(id)) as Run)));
  }

  #compileCode(caller: Caller, { language = 'javascript', output }: CodeBody): Result<Compiled, Failure> {
    const refusal = this.#ports.sandbox.refusal(language, false);
    if (refusal !== null) return fail('isolation_required', refusal);
    const issues = summaryProblems({ output }, this.#ports.hasModel);
    return issues.length === 0 ? ok(compileCode(caller, this.#ports)) : fail('invalid_request', noSummary, { issues });
  }

  async #compile(caller: Caller, body: RunBody): Promise<Result<Compiled, Failure>> {
    const { composition, at } = compositionIn(body);
    const deadlineMs = body.deadlineMs ?? runDefaults.deadlineMs;
    // Where nothing is given, whatever the steps take from the input leads nowhere; a plan takes none.
    const input = body.input ?? (takesInput(composition.notation) ? {} : undefined);
    const work = compilingComposition(composition, caller, this.#ports, { at, deadlineMs, input });
    const compiled = await runWithoutBlocking(work, this.#ports.clock);
    const issues = [...(compiled.ok ? [] : compiled.error), ...summaryProblems(body, this.#ports.hasModel)];
    if (compiled.ok && issues.length === 0) return compiled;
    const [first] = issues;
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more: see errors)` : '';
    return fail('invalid_request', `Nothing was run: ${first?.path} ${first?.message.replace(/\.$/, '')}${more}.`, {
      issues,
    });
  }

  /** A repeated key returns the outcome of the first run, waiting for it if it is executed here. */
  async #repeated(caller: Caller, earlier: Run, asked: Run, context: RunContext): Promise<Result<RunView, Failure>> {
    if (earlier.digest !== asked.digest)
      return fail(
        'idempotency_conflict',
        'The idempotency key was already used for a different run: choose another key.',
      );
    const live = this.#ports.held.find(earlier.id, caller.principalId);
    return live === undefined ? ok(await this.#shown.of(earlier)) : this.#answer(live, context);
  }
}

const stopping = (): Result<never, Failure> =>
  fail('unavailable', 'The server is stopping: try again in a moment.', { retryAfterMs: 1_000 });

const noSummary = 'Nothing was run: /output/level L2 is a summary by a model, and none is configured.';

/** Its outcome; or its current state, with a reference, when it waits for a person, or is released. */
async function newsOf(live: LiveRun): Promise<RunView> {
  const news = await Promise.race([live.ended, live.paused]);
  if (news !== undefined) return news;
  await live.written;
  return live.view();
}
