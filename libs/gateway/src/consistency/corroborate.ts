import type { Corroboration, Invoke } from '@assay/contracts';
import type { Failure, LanguageModel } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import type { Call, Passed, Stage } from '../call.js';
import type { Escalations } from '../escalation/escalations.js';
import type { InvocationContext } from '../invocation-context.js';
import type { Invoked } from '../invoked.js';
import { clientModel } from '../repair/client-model.js';
import type { ModelAllowance } from '../repair/model-allowance.js';
import type { FalseRepair } from '../repair/repair-metrics.js';
import type { Corroborated } from '../resolved.js';
import { judgeSanity } from '../sanity/judge-sanity.js';
import type { SanityPorts } from '../validate-output.js';
import type { Validators } from '../validators.js';
import { compareFacts, type FactComparison, type Source } from './compare-facts.js';
import { incomparable, missing, unresolved, unsettled } from './corroboration-failures.js';
import { type Corroborator, type FindCorroboratorsPorts, findCorroborators } from './find-corroborators.js';
import { putAt } from './put-at.js';
import { conflictIssue, maxSettled, type SettledConflict, settleConflicts } from './settle-conflicts.js';
import { sourceOf } from './source-of.js';

export interface CorroboratePorts extends FindCorroboratorsPorts {
  readonly validators: Validators;
  readonly model: LanguageModel | null;
  readonly allowance: Pick<ModelAllowance, 'take'>;
  /** Makes a call of its own, with its own record. */
  readonly invoke: (request: Invoke, context: InvocationContext) => Promise<Invoked>;
  readonly falseRepair: (by: FalseRepair) => void;
  readonly sanity: Pick<SanityPorts, 'predicates' | 'clock'>;
  /** Persons, for conflicts that are theirs to resolve. */
  readonly escalations: Pick<Escalations, 'open'>;
}

/** The others get this part of what is left of the deadline, so that the answer there is comes in time. */
const shareOfTime = 0.9;
/** For each tool asked for, so many are tried when some do not answer. */
const triesEach = 2;
/**
 * The third layer of validation, when a call asks for it: other tools of the same capability are asked the same, each as
 * a call of its own by the same caller, and their answers compared with this one's. Conflicts that can be resolved are,
 * and make the result conditional; critical ones that cannot fail the call.
 */
export const corroborate = (ports: CorroboratePorts): Stage<Corroborated> => ({
  name: 'corroborate',
  reaches: true,
  isNeeded: ({ requested: { request } }) => request.corroborate !== undefined,
  run: (call) => new Corroborating(call, ports).run(),
});

interface Answer {
  readonly by: Corroborator;
  readonly invoked: Invoked;
}

class Corroborating {
  readonly #version: ToolVersion;
  /** As the tool gave it, with what was resolved in favour of another source. */
  #output: unknown;

  constructor(
    private readonly call: Call,
    private readonly ports: CorroboratePorts,
  ) {
    this.#version = call.resolved.version as ToolVersion;
    this.#output = call.resolved.output;
  }

  async run(): Promise<Passed<Corroborated>> {
    const { call, ports } = this;
    const wanted = call.requested.request.corroborate as number;
    const candidates = await findCorroborators(call, ports, ports.validators);
    const answers = await this.#ask(candidates.slice(0, wanted * triesEach), wanted);
    const good = answers.filter(({ invoked }) => invoked.failure === undefined && hasResult(invoked));
    const comparison = compareFacts(this.#own(), good.map(this.#source));
    const validation = this.#shown(answers, comparison);
    if (good.length < wanted) call.happened.warnings.push(missing(wanted, good.length, candidates.length));
    if (good.length > 0 && [...comparison.per.values()].every(({ compared }) => compared === 0))
      call.happened.warnings.push(incomparable);
    const model = ports.model ?? clientModel(call.requested.client) ?? null;
    const mayAsk = () => ports.allowance.take(call.requested.caller.principalId ?? '');
    const { signal } = call.resolved.deadline;
    return this.#settle(await settleConflicts(comparison.conflicts, model, signal, mayAsk), validation);
  }

  /** As many at once as answers are missing, until there are enough, or nobody is left. */
  async #ask(candidates: readonly Corroborator[], wanted: number): Promise<Answer[]> {
    const answers: Answer[] = [];
    let left = [...candidates];
    for (;;) {
      const good = answers.filter(({ invoked }) => invoked.failure === undefined && hasResult(invoked)).length;
      const next = left.slice(0, wanted - good);
      if (next.length === 0 || this.call.resolved.deadline.signal.aborted) return answers;
      left = left.slice(next.length);
      answers.push(...(await Promise.all(next.map(this.#invoke))));
    }
  }

  #invoke = async (by: Corroborator): Promise<Answer> => {
    const {
      requested,
      requested: { caller, request },
      resolved: { deadline },
    } = this.call;
    const { traceId, baggage } = requested;
    const deadlineMs = Math.max(1, Math.floor(deadline.remainingMs() * shareOfTime));
    const asked: Invoke = {
      tool: by.reference,
      input: by.input,
      deadlineMs,
      fallback: 'none',
      ...(request.task !== undefined && { task: request.task }),
      // Its budget pays for these calls, too.
      ...(request.session !== undefined && { session: request.session }),
    };
    const context = {
      caller,
      traceId,
      baggage,
      signal: deadline.signal,
      isWhole: true,
      beside: 'corroboration',
    } as const;
    return { by, invoked: await this.ports.invoke(asked, context) };
  };

  #own(): Source {
    const {
      requested: { caller },
      resolved: { input, output },
    } = this.call;
    return sourceOf(this.#version, { input, output, organisationId: caller.organisationId });
  }

  #source = ({ by, invoked }: Answer): Source => {
    const { organisationId } = this.call.requested.caller;
    return sourceOf(by.version, { input: by.input, output: invoked.envelope.output, organisationId });
  };

  #shown(answers: readonly Answer[], { per }: FactComparison): Corroborated['validation'] {
    const shown = answers.map(({ by, invoked: { envelope } }): Corroboration => {
      const counts = per.get(by.reference) ?? { compared: 0, conflicts: 0 };
      const { id, tool, version, status } = envelope;
      return { tool, version, id, status, ...counts };
    });
    return { ...this.call.resolved.validation, corroboration: shown };
  }

  async #settle(
    settled: readonly SettledConflict[],
    validated: Corroborated['validation'],
  ): Promise<Passed<Corroborated>> {
    if (settled.length === 0) return { resolved: { output: this.#output, validation: validated } };
    const { call, ports } = this;
    const put = this.#putAll(settled);
    const issues = put.slice(0, maxSettled).map(conflictIssue);
    const open = put.filter(({ resolution }) => resolution === undefined);
    const critical = open.find(({ conflict }) => conflict.rule.severity === 'CRITICAL');
    const isResolved = open.length < put.length;
    const outcome = critical !== undefined ? 'failure' : isResolved ? 'conditional' : 'warning';
    const validation: Corroborated['validation'] = { ...validated, outcome, issues: [...validated.issues, ...issues] };
    if (call.resolved.repairs !== undefined && put.some(isAgainstOwn)) ports.falseRepair('corroboration');
    if (critical === undefined) {
      call.happened.warnings.push(...issues.map(({ path, message }) => `${path} ${message}`));
      if (put.length > maxSettled) call.happened.warnings.push(unsettled(put.length - maxSettled));
      return { resolved: { output: this.#output, validation } };
    }
    const failure = unresolved(this.#version, critical, issues);
    const resolved = { output: undefined, validation };
    return open.some(isForPerson) ? this.#askPerson(resolved, failure) : { resolved, failure };
  }

  /** A person gives the output in the call's place; the failure as it is when no ticket can be opened. */
  async #askPerson(resolved: Corroborated, failure: Failure): Promise<Passed<Corroborated>> {
    const { call, ports } = this;
    const capability = this.#version.manifest.capabilities?.[0] ?? null;
    const failed = { ...call, resolved: { ...call.resolved, ...resolved } };
    const ticket = await ports.escalations.open(failed, failure, capability);
    if (ticket === undefined) return { resolved, failure };
    const message = `${failure.message} Escalated to a person: GET /v1/invocations/${call.requested.id} shows the result once available.`;
    return {
      resolved: { ...resolved, escalation: ticket },
      failure: { ...failure, message, data: { escalation: ticket } },
    };
  }

  /** All that stands at once, where the output can be so: one by one it is checked as often as there are conflicts. */
  #putAll(settled: readonly SettledConflict[]): readonly SettledConflict[] {
    const output = settled.reduce<unknown>(
      (so, { conflict, resolution }) => (resolution ? putAt(so, conflict.path, resolution.claim.value) : so),
      this.#output,
    );
    if (!this.#mayBe(output)) return settled.map((one) => this.#put(one));
    this.#output = output;
    return settled;
  }

  /**
   * Puts the resolved value into the output, unless its schema or a critical predicate forbids it, which resolves
   * nothing.
   */
  #put(settled: SettledConflict): SettledConflict {
    const { resolution, conflict } = settled;
    if (resolution === undefined || resolution.claim.source === conflict.claims[0].source) return settled;
    const output = putAt(this.#output, conflict.path, resolution.claim.value);
    if (!this.#mayBe(output)) return { conflict, resolution: undefined };
    this.#output = output;
    return settled;
  }

  /** Whether an output passes the layers before this one. */
  #mayBe(output: unknown): boolean {
    const { validators, sanity } = this.ports;
    if ((validators.output(this.#version)?.(output) ?? []).length > 0) return false;
    const situation = { input: this.call.resolved.input, output, now: new Date(sanity.clock.now()) };
    const issues = judgeSanity(sanity.predicates.of(this.#version), situation, sanity.clock);
    return issues.every(({ severity }) => severity !== 'CRITICAL');
  }
}

/** What looks like an attack on its reader is no witness. */
const hasResult = ({ envelope }: Invoked): boolean =>
  (envelope.status === 'succeeded' || envelope.status === 'conditional') &&
  (envelope.provenance?.findings ?? []).length === 0;

const isForPerson = ({ conflict }: SettledConflict): boolean =>
  conflict.rule.severity === 'CRITICAL' && conflict.rule.resolve.includes('person');

const isAgainstOwn = ({ conflict, resolution }: SettledConflict): boolean =>
  resolution === undefined || resolution.claim.source !== conflict.claims[0].source;
