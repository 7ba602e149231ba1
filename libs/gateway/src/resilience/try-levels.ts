import type { Failure } from '@assay/kernel';
import { otherTools } from '../alternatives.js';
import type { Call } from '../call.js';
import { attempt, envelopeOf, rounded } from '../envelope.js';
import { escalate } from '../escalation/escalate.js';
import { credentialOfCall } from '../faults/fault-memory.js';
import { unsureOfEarlier } from '../idempotency/earlier-reach.js';
import type { InvocationPorts } from '../invocation-ports.js';
import { giveBackUnused } from '../limits.js';
import { publish } from '../record.js';
import { answerOf, askAgain } from '../repair/ask-again.js';
import type { ModelRepairPorts } from '../repair/repair-by-model.js';
import { revokedMeanwhile } from '../revoked-meanwhile.js';
import type { RunningHandle } from '../running-calls.js';
import { tellCircuit } from './circuit-stage.js';
import { hedged } from './hedge.js';
import type { LevelEnd } from './level-end.js';
import { firstLevel, nextCall } from './next-level.js';

/**
 * The levels of a call, one after the other: the first one that succeeds, or after which none may be tried, is its end.
 * `walk` takes a call through every stage; a bug in one rejects.
 */
export class TryLevels {
  readonly #ports: InvocationPorts;
  readonly #mending: ModelRepairPorts;
  readonly #walk: (call: Call) => Promise<Failure | undefined>;

  constructor(ports: InvocationPorts, walk: (call: Call) => Promise<Failure | undefined>) {
    this.#ports = ports;
    this.#mending = { ...ports.quality, clock: ports.clock };
    this.#walk = walk;
  }

  async run(first: Call, running: Pick<RunningHandle, 'move' | 'beside'>): Promise<LevelEnd> {
    let call = first;
    if (first.requested.level === 0) {
      const entered = await firstLevel(first, this.#ports);
      if (!entered.ok) return escalate(first, first, entered.error, this.#ports);
      call = entered.value;
      running.move(call);
    }
    for (;;) {
      const ended = await this.#try(call, running);
      if (isEnd(ended)) return ended;
      const again =
        ended.call.resolved.repeat === undefined ? await askAgain(ended.call, ended.failure, this.#mending) : undefined;
      if (again !== undefined) {
        this.#leave(ended.call, ended.failure);
        running.move(again);
        call = again;
        continue;
      }
      const answer = answerOf(ended.call, ended.failure);
      const { failure } = answer;
      if (failure === undefined || ended.call.resolved.repeat !== undefined) return answer;
      const next = ended.call.requested.dryRun ? undefined : await nextCall(ended.call, failure, this.#ports);
      if (next === undefined) return escalate(first, ended.call, failure, this.#ports);
      this.#leave(ended.call, failure);
      next.happened.events?.tell({
        kind: 'level',
        level: next.requested.level,
        tool: next.requested.reference,
        after: failure.code,
      });
      running.move(next);
      call = next;
    }
  }

  #try(call: Call, running: Pick<RunningHandle, 'beside'>): Promise<LevelEnd> {
    if (call.requested.request.hedge !== true || call.requested.dryRun) return this.#one(call);
    return hedged(call, {
      ...this.#ports,
      run: (attempted) => this.#one(attempted),
      leave: (left, failure, outcome) => this.#leave(left, failure, outcome),
      beside: running.beside,
    });
  }

  /** One attempt, with everything that follows from its end. */
  async #one(call: Call): Promise<LevelEnd> {
    const ended = await this.#walk(call);
    if (call.resolved.repeat !== undefined) return { call, failure: undefined };
    const failure = this.#asItEnded(call, ended);
    tellCircuit(call, failure);
    call.resolved.flight?.end(failure);
    this.#noteSuccess(call, failure);
    this.#noteMissing(call, failure);
    await giveBackUnused(call, this.#ports.limits.rates);
    if (call.resolved.deadline !== call.requested.whole) call.resolved.deadline.end();
    return { call, failure };
  }

  /** How it really ended, where something else than its stages decides that. */
  #asItEnded(call: Call, ended: Failure | undefined): Failure | undefined {
    const { revocation, keyed } = call.happened;
    const found = revocation === undefined ? ended : revokedMeanwhile(call, ended, this.#instead);
    return keyed?.held === undefined ? found : unsureOfEarlier(call, found);
  }

  /** A tool that answers well is not at fault for what it rejects, nor is the credential that it took. */
  #noteSuccess(call: Call, failure: Failure | undefined): void {
    const {
      requested: { caller },
      resolved: { version, upstreamMs, pause },
    } = call;
    if (failure !== undefined || pause !== undefined || version === undefined || upstreamMs === undefined) return;
    this.#ports.faults.succeeded(version.id, caller.principalId ?? '', credentialOfCall(call));
  }

  /** A server that does not know a tool it had listed may list other definitions by now, too. */
  #noteMissing({ resolved: { version } }: Call, failure: Failure | undefined): void {
    if (failure?.fault !== 'missing_tool' || version === undefined) return;
    const server = this.#ports.catalogue.serverFor(version);
    if (server !== undefined) this.#ports.onMissingTool(server.id);
  }

  /** A level that was replaced by a fallback is nevertheless a finished call of its version. */
  #leave(
    call: Call,
    failure: Failure | undefined,
    outcome?: { readonly outcome: string; readonly reason: string },
  ): void {
    const { attempted } = call.happened;
    const { begunAfter = attempted.length } = call.requested;
    attempted.splice(begunAfter, 0, { ...attempt(call, failure), ...outcome });
    publish(call, envelopeOf(call, failure), rounded(this.#ports.clock.now() - call.requested.startedAt), this.#ports);
  }

  /** What the caller of a revoked version may call instead. */
  #instead = ({ requested: { caller }, resolved: { version } }: Call): readonly string[] =>
    version === undefined ? [] : otherTools(version, caller, this.#ports.catalogue, this.#ports.directory);
}

/** A call that succeeded, of which no broader input was asked for or tried. */
const isEnd = ({ call, failure }: LevelEnd): boolean =>
  failure === undefined && call.requested.request.repair !== 'broaden' && call.happened.healing?.empty === undefined;
