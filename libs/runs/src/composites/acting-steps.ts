import type { Outcome as EffectOutcome, Manifest, Provenance } from '@assay/contracts';
import { type Failure, fail, type Result } from '@assay/kernel';
import type { Catalogue } from '@assay/registry';
import type { Plan } from '../plan.js';
import type { StepCall } from '../run/scope.js';
import type { StepContext, StepResult } from '../runs/make-step.js';
import { Effects, leavesBranches, type Undone, type UndoPorts } from '../runs/undo-losers.js';
import type { Acted, CallNote } from './call-note.js';
import { type CallNotes, mayDecideOtherwise } from './call-notes.js';

type Part = NonNullable<Provenance['steps']>[number];

export interface ActedStepsParts {
  readonly plan: Plan;
  /** Undefined of a call that is never made again. */
  readonly notes: CallNotes | undefined;
  readonly catalogue: Catalogue;
  /** Called for notes that could not be written. */
  readonly onProblem: (cause: unknown) => void;
}

/** What the steps of a composition's call did: for the call's own outcome, for undoing, and noted for when it goes on. */
export class ActedSteps {
  readonly #parts: ActedStepsParts;
  readonly #effects = new Effects();
  /** A join may be decided without a branch that has acted. */
  readonly #leavesBranches: boolean;
  /** What a step does may depend on what could be decided otherwise a second time. */
  readonly #isNoted: boolean;
  /** Noted as begun, this time. */
  readonly #begun = new Set<string>();
  #effect: EffectOutcome = 'none';

  constructor(parts: ActedStepsParts) {
    this.#parts = parts;
    this.#leavesBranches = leavesBranches(parts.plan);
    this.#isNoted = parts.notes !== undefined && mayDecideOtherwise(parts.plan);
  }

  /** Of all of them. */
  get effect(): EffectOutcome {
    return this.#effect;
  }

  /** Takes up what was done before: a join may be decided without it now. What an older call left is forgotten. */
  async recall(isAgain: boolean): Promise<void> {
    for (const acted of (await this.#parts.notes?.begin(isAgain)) ?? []) this.#mayUndo(acted);
  }

  /** A step that succeeded before: its key may be forgotten by now. */
  before(path: string): Required<Pick<CallNote, 'acted' | 'part'>> | undefined {
    const { acted, part } = this.#parts.notes?.of(path) ?? {};
    if (acted === undefined || part === undefined) return undefined;
    this.#effect = worse(this.#effect, 'done');
    return { acted, part };
  }

  /** Nothing that may act begins before what led to it is durable. */
  async begins(
    { path, input, signal }: StepCall,
    version: string,
    tool: string,
  ): Promise<Result<never, Failure> | undefined> {
    const { notes, onProblem } = this.#parts;
    if (notes === undefined || !this.#isNoted) return undefined;
    if (this.#leavesBranches && notes.of(path)?.acted === undefined) {
      this.#begun.add(path);
      notes.acted({ path, tool, version, input, output: null });
    }
    try {
      await notes.flush();
    } catch (cause) {
      onProblem(cause);
      return notNoted;
    }
    // Meanwhile nobody may want it any more.
    return signal.aborted ? fail('cancelled', 'It was cancelled before it began.') : undefined;
  }

  /** A step waits for consent, and has done nothing by then; a composition may have. */
  waits({ path }: StepCall, { protocol }: Manifest): void {
    if (protocol !== 'composite') this.#idle(path);
  }

  /** A fallback may have been called instead of the step's tool: then the fallback acted. */
  async ended(
    { path, input }: StepCall,
    { result, envelope }: StepResult,
    outcome: EffectOutcome,
    part: Part | undefined,
  ): Promise<void> {
    const { notes, onProblem } = this.#parts;
    this.#effect = worse(this.#effect, outcome);
    if (outcome === 'none') {
      this.#idle(path);
    } else if (envelope?.version != null) {
      const { tool, version } = envelope;
      const acted = { path, tool, version, input, output: result.ok ? result.value : null };
      this.#mayUndo(acted);
      notes?.acted(acted, result.ok ? part : undefined);
    }
    if (this.#leavesBranches) await notes?.flush().catch(onProblem);
  }

  /** All that was noted is durable when it resolves. */
  flush = async (): Promise<void> => this.#parts.notes?.flush();

  undo = (lost: readonly string[], context: StepContext, ports: UndoPorts): Promise<Undone[]> =>
    this.#effects.undo(lost, context, ports);

  /** What was noted of it before this time may have happened then. */
  #idle(path: string): void {
    if (this.#begun.delete(path)) this.#parts.notes?.idle(path);
  }

  #mayUndo({ path, tool, version, input, output }: Acted): void {
    const found = this.#parts.catalogue.tool(tool)?.versions.find((it) => it.version === version);
    if (found !== undefined) this.#effects.note({ path, input }, found, output);
  }
}

/** What one step more leaves of what is known of the whole's effect. */
const worse = (a: EffectOutcome, b: EffectOutcome): EffectOutcome =>
  a === 'unknown' || b === 'unknown' ? 'unknown' : a === 'done' || b === 'done' ? 'done' : 'none';

const notNoted = fail(
  'unavailable',
  'The step was not begun: what led to it could not be written down just now. Call again under the same idempotency key in a moment.',
);
