import type { Envelope, Invoke } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import {
  type AuditLog,
  type Clock,
  type DurableRuns,
  type Failure,
  fail,
  type Hold,
  isUuid,
  ok,
  type Result,
  retryUntilSuccess,
} from '@assay/kernel';
import { isReadOnly } from '../call.js';
import type { InvocationContext } from '../invocation-context.js';
import type { InvokeTool } from '../invoke-tool.js';
import type { RunningCalls } from '../running-calls.js';
import type { AcceptedCalls } from './accepted-calls.js';
import { acceptedEnvelope } from './accepted-envelope.js';
import { acceptedRun } from './settle-lost.js';

export interface AcceptCallsPorts {
  readonly accepted: AcceptedCalls;
  /** Has the call settled when this process dies. */
  readonly runs: Pick<DurableRuns, 'hold'>;
  readonly invoke: Pick<InvokeTool, 'run'>;
  readonly running: Pick<RunningCalls, 'find' | 'cancel'>;
  readonly audit: Pick<AuditLog, 'flush'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Called for background failures that are retried. */
  readonly onProblem: (cause: unknown) => void;
}

/** How often this process asks whether one of its calls was cancelled elsewhere, in ms. */
const lookEveryMs = 500;
const firstPauseMs = 100;
const maxPauseMs = 5_000;

/**
 * Calls whose callers do not wait. That a call was accepted is durable before it is said, so that every replica finds it,
 * also when the one that makes it has died.
 */
export class AcceptCalls {
  readonly #ports: AcceptCallsPorts;
  readonly #stopping = new AbortController();
  #underWay = 0;
  #stopTimer: (() => void) | undefined;

  constructor(ports: AcceptCallsPorts) {
    this.#ports = ports;
  }

  /** Before the first call, so that what an earlier process left behind here is known as lost. */
  start = (): Promise<void> => this.#ports.accepted.start();

  stop(): void {
    this.#stopping.abort();
    this.#stopTimer?.();
  }

  /** Begins a call, and answers how it stands. */
  async begin(request: Invoke & { id: string }, context: InvocationContext): Promise<Result<Envelope, Failure>> {
    const { accepted, runs, invoke, running, clock } = this.#ports;
    const { caller } = context;
    const { principalId, organisationId } = caller;
    if (principalId === null || organisationId === null)
      return fail('unauthenticated', 'Asynchronous calls require authentication.');
    const { id, idempotencyKey: key = null } = request;
    const askedFor = request.tool ?? request.capability ?? '';
    const acceptedAt = clock.now();
    let hold: Hold | undefined;
    try {
      hold = await runs.hold(acceptedRun, id);
      await accepted.accept({ id, organisationId, principalId, askedFor, key, acceptedAt });
    } catch (cause) {
      this.#ports.onProblem(cause);
      void hold?.end();
      return notAccepted;
    }
    void invoke
      .run(request, { ...context, named: true, isAccepted: true })
      .catch(() => {})
      .then(() => this.#ended(id, hold));
    this.#underWay += 1;
    this.#lookLater();
    const state = { id, organisationId, principalId, askedFor, key, acceptedAt, reached: null, isHeld: true };
    return ok(running.find(id, principalId)?.view() ?? acceptedEnvelope(state));
  }

  /**
   * From now on a call under way here goes on without the request it came with. False when it has ended meanwhile, or
   * that it goes on cannot be made durable: then its caller waits.
   */
  async adopt({ principalId, organisationId }: Caller, id: string): Promise<boolean> {
    const { accepted, runs, running, clock } = this.#ports;
    const found = running.find(id, principalId);
    if (found === undefined || principalId === null || organisationId === null) return false;
    const { request } = found.call.requested;
    const { tool, version } = found.view();
    const askedFor = request.tool ?? request.capability ?? '';
    const row = { id, organisationId, principalId, askedFor, key: request.idempotencyKey ?? null };
    let hold: Hold | undefined;
    try {
      hold = await runs.hold(acceptedRun, id);
      await accepted.accept({ ...row, acceptedAt: clock.now() });
      // It may have reached its tool already, and only what surely has no effect is lost without a trace.
      if (version !== null && !isReadOnly(found.call.resolved.version)) await accepted.reach(id, { tool, version });
    } catch (cause) {
      this.#ports.onProblem(cause);
      void hold?.end();
      return false;
    }
    const held = hold;
    void found.ended.then(() => this.#ended(id, held));
    this.#underWay += 1;
    this.#lookLater();
    return true;
  }

  /** Whether an id is that of an accepted call of any caller. */
  isTaken = async (id: string): Promise<boolean> => (await this.#ports.accepted.find(id)) !== undefined;

  /** How a call stands of which there is no record yet. */
  async show({ principalId }: Caller, id: string): Promise<Envelope | undefined> {
    const found = isUuid(id) ? await this.#ports.accepted.find(id) : undefined;
    return found === undefined || found.principalId !== principalId ? undefined : acceptedEnvelope(found);
  }

  /** Cancels a call that another replica makes; it ends there within a second. */
  async cancel(caller: Caller, id: string): Promise<Envelope | undefined> {
    const shown = await this.show(caller, id);
    if (shown?.status !== 'running') return undefined;
    return (await this.#ports.accepted.cancel(id)) ? shown : undefined;
  }

  /** Its record takes the row's place once that is durable; until then the row is what is found. */
  async #ended(id: string, hold: Hold): Promise<void> {
    this.#underWay -= 1;
    const { accepted, audit, clock, onProblem } = this.#ports;
    const work = async () => {
      await audit.flush();
      await accepted.end(id);
    };
    const trying = { clock, onProblem, signal: this.#stopping.signal, firstPauseMs, maxPauseMs };
    if ((await retryUntilSuccess(work, trying)) !== 'ended') await hold.end();
  }

  #lookLater(): void {
    if (this.#underWay === 0 || this.#stopping.signal.aborted) return;
    this.#stopTimer ??= this.#ports.clock.after(lookEveryMs, () => {
      void this.#cancelUnwanted()
        .catch(this.#ports.onProblem)
        .finally(() => {
          this.#stopTimer = undefined;
          this.#lookLater();
        });
    });
  }

  async #cancelUnwanted(): Promise<void> {
    for (const id of await this.#ports.accepted.unwanted()) this.#ports.running.cancel(id);
  }
}

const notAccepted = fail(
  'unavailable',
  'The call was not accepted: the database that keeps track of it is away. Try again in a moment.',
  { retryAfterMs: 1_000 },
);
