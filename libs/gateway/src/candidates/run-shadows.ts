import type { Invoke } from '@assay/contracts';
import { type Caller, callerOf, type Directory } from '@assay/identity';
import { type Clock, type Failure, fraction, isLongerThan, type Random } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import { type Call, isReadOnly } from '../call.js';
import { askedInput } from '../content/conceal.js';
import { compareOutputs } from '../evaluation/compare-outputs.js';
import { failureOf } from '../evaluation/failure-of.js';
import { levelAt } from '../hierarchies/level-at.js';
import type { InvocationContext } from '../invocation-context.js';
import type { Invoked } from '../invoked.js';
import type { CallLimits } from '../limits.js';
import type { MapInput } from '../resilience/next-level.js';
import type { Candidate, ShadowOf } from './candidate.js';
import type { CandidateBook } from './candidate-book.js';

export interface RunShadowsPorts {
  readonly book: Pick<CandidateBook, 'add'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly limits: CallLimits;
  readonly circuits: { isOpen(versionId: string): boolean };
  readonly mapInput: MapInput;
  readonly random: Pick<Random, 'token'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export type RunCall = (request: Invoke, context: InvocationContext) => Promise<Invoked>;

/** What calls ask of it. */
export interface Shadows {
  /** Takes a call that has ended; returns at once. */
  offer(call: Call, failure: Failure | undefined, run: RunCall): void;
}

/** Shadow calls at once on one replica; more are left out. */
const maxAtOnce = 8;
const deadlineMs = 30_000;
/** What must be left of every limit that a shadow call counts towards: the rest is for calls that somebody waits for. */
const headroom = 0.2;
/** Longer outputs are not compared, so that comparing never holds up other calls. */
const maxComparedBytes = 256 * 1024;

/**
 * Calls shadows: after the call that was answered, with its arguments, and in the name and on the budget of who declared
 * the shadow. Nobody waits for them and nothing of them is returned.
 */
export class RunShadows implements Shadows {
  readonly #ports: RunShadowsPorts;
  #atOnce = 0;

  constructor(ports: RunShadowsPorts) {
    this.#ports = ports;
  }

  offer(call: Call, failure: Failure | undefined, run: RunCall): void {
    const { shadow, dryRun } = call.requested;
    const { upstreamMs, pause, repeat } = call.resolved;
    if (shadow === undefined || dryRun || upstreamMs === undefined || pause !== undefined || repeat !== undefined)
      return;
    if (fraction(this.#ports.random) * 100 >= shadow.candidate.percent) return;
    if (this.#atOnce >= maxAtOnce) {
      this.#leaveOut(shadow.candidate);
      return;
    }
    this.#atOnce += 1;
    void this.#run(call, failure, shadow, run)
      .catch(() => this.#leaveOut(shadow.candidate))
      .finally(() => {
        this.#atOnce -= 1;
      });
  }

  async #run(call: Call, failure: Failure | undefined, shadow: ShadowOf, run: RunCall): Promise<void> {
    const { candidate } = shadow;
    const owner = this.#ownerOf(candidate);
    const version = owner && this.#versionFor(candidate, call.requested.caller, owner);
    const input = await this.#inputOf(call, shadow);
    if (owner === undefined || version === undefined || input === undefined || !(await this.#hasRoom(owner, version)))
      return this.#leaveOut(candidate);
    const { manifest, version: number } = version;
    const request = {
      tool: `${manifest.name}@${number}`,
      input,
      deadlineMs,
      repair: 'off',
      fallback: 'none',
      cache: 'no',
    } as const;
    const begun = this.#ports.clock.monotonic();
    const context = { caller: owner, traceId: call.requested.traceId, beside: 'shadow', isWhole: true } as const;
    const { envelope } = await run(request, context);
    const failed = failureOf(envelope);
    if (failed === undefined) return this.#leaveOut(candidate);
    const ms = this.#ports.clock.monotonic() - begun;
    const compared =
      failed || failure !== undefined ? {} : { [this.#outcomeOf(call.resolved.output, envelope.output)]: 1 };
    this.#ports.book.add(candidate, {
      ...{ calls: 1, failures: failed ? 1 : 0, ms },
      ...{ primaryCalls: 1, primaryFailures: failure === undefined ? 0 : 1, primaryMs: call.resolved.upstreamMs ?? 0 },
      ...compared,
    });
  }

  #outcomeOf(before: unknown, after: unknown): 'same' | 'withinTolerance' | 'different' {
    const differences = compareOutputs(before, after);
    if (differences.length === 0) return 'same';
    return differences.every(({ withinTolerance }) => withinTolerance) ? 'withinTolerance' : 'different';
  }

  #ownerOf({ ownerId }: Candidate): Caller | undefined {
    const { directory } = this.#ports;
    const owner = ownerId === null ? undefined : directory.principal(ownerId);
    return owner && callerOf(owner, ['tools:call'], null, directory.teams.of(owner.id));
  }

  /** A version that both may call, which only reads and needs nobody's own credential. */
  #versionFor({ tool }: Candidate, caller: Caller, owner: Caller): ToolVersion | undefined {
    const { catalogue, directory, circuits } = this.#ports;
    const [at, own] = [levelAt(tool, caller, catalogue, directory), levelAt(tool, owner, catalogue, directory)];
    if (at.state !== 'callable' || own.state !== 'callable' || at.version.id !== own.version.id) return undefined;
    const { version } = own;
    if (!isReadOnly(version) || version.manifest.auth?.upstream === 'caller' || circuits.isOpen(version.id))
      return undefined;
    return version;
  }

  /** What the call was made with; undefined where a policy hid something of it, or it is too long to be compared. */
  async #inputOf(call: Call, { mapping }: ShadowOf): Promise<Invoke['input'] | undefined> {
    const { revealed, unmasked, output, isAltered } = call.resolved;
    if (revealed !== undefined || unmasked !== undefined || isAltered === true) return undefined;
    if (isLongerThan(output, maxComparedBytes)) return undefined;
    if (mapping === undefined) return askedInput(call.resolved);
    const mapped = await this.#ports.mapInput(mapping, call.requested.request.input);
    return mapped.ok ? mapped.value : undefined;
  }

  async #hasRoom(owner: Caller, version: ToolVersion): Promise<boolean> {
    const { rates, counters } = this.#ports.limits;
    const { counters: all, exceeded } = counters.limitsOf(owner, version);
    if (exceeded !== undefined) return false;
    const acquired = await rates.peek(all);
    if (!acquired.granted) return false;
    return acquired.standings.every(({ used, allowed }) => allowed - used >= headroom * allowed);
  }

  #leaveOut = (candidate: Candidate): void => this.#ports.book.add(candidate, { leftOut: 1 });
}
