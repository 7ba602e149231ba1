import type { Caller } from '@assay/identity';
import { type Clock, type Failure, fail, type LanguageModel } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { ModelAllowance } from '../repair/model-allowance.js';
import { judgeSanity } from '../sanity/judge-sanity.js';
import { SanityPredicates } from '../sanity/sanity-predicates.js';
import { Validators } from '../validators.js';
import { agree } from './agree.js';
import { type Conflict, compareFacts, type Source } from './compare-facts.js';
import { putAt } from './put-at.js';
import { conflictIssue, maxSettled, type SettledConflict, settleConflicts } from './settle-conflicts.js';
import { sourceOf } from './source-of.js';

/** What a branch of a parallel gave, and the call that gave it. */
export interface BranchAnswer {
  readonly branch: string;
  readonly version: ToolVersion;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: unknown;
}

/** What a join makes of its branches. */
export interface JoinAgreement {
  /** Outputs that a resolution has changed, by branch. */
  readonly outputs: ReadonlyMap<string, unknown>;
  readonly warnings: readonly string[];
  /** A critical conflict that nothing decides. */
  readonly failure?: Failure;
}

export interface AgreeAtJoinPorts {
  readonly languageModel: LanguageModel | null;
  readonly clock: Clock;
}

/** A conflict among branches, and the branch whose claim is the first. */
interface JoinConflict {
  readonly conflict: Conflict;
  readonly at: number;
}

/**
 * Consistency at a join (SPEC 6): where branches declare the same field for the same entity, their values are compared and
 * conflicts resolved as `corroborate` does. What stands is put into the output of every branch that says otherwise, as far
 * as the schema and the sanity predicates of its tool allow.
 */
export class AgreeAtJoin {
  readonly #validators = new Validators();
  readonly #predicates = new SanityPredicates();
  readonly #allowance: ModelAllowance;

  constructor(private readonly ports: AgreeAtJoinPorts) {
    this.#allowance = new ModelAllowance(ports.clock);
  }

  async run(answers: readonly BranchAnswer[], caller: Caller, signal: AbortSignal): Promise<JoinAgreement> {
    const { organisationId } = caller;
    const sources = answers.map(
      ({ branch, version, input, output }): Source => ({
        ...sourceOf(version, { input, output, organisationId }),
        name: `${branch} (${version.namespace}/${version.tool}@${version.version})`,
      }),
    );
    const conflicts = conflictsAmong(sources);
    if (conflicts.length === 0) return { outputs: new Map(), warnings: [] };
    const firstOf = new Map(conflicts.map(({ conflict, at }) => [conflict, at]));
    const mayAsk = () => this.#allowance.take(caller.principalId ?? '');
    const { languageModel } = this.ports;
    const settled = await settleConflicts([...firstOf.keys()], languageModel, signal, mayAsk);
    const outputs = new Map<string, unknown>();
    const standing = settled.map((it) => this.#apply(it, answers, sources, outputs));
    const critical = standing.find((it) => it.resolution === undefined && it.conflict.rule.severity === 'CRITICAL');
    const warnings = standing.slice(0, maxSettled).map((it) => {
      const { path, message } = conflictIssue(it);
      return `${answers[firstOf.get(it.conflict) ?? 0]?.branch}${path.replace(/^\/output/, '')} ${message}`;
    });
    if (standing.length > maxSettled)
      warnings.push(
        `The branches disagree about ${standing.length - maxSettled} further values, which stay as they are.`,
      );
    return { outputs, warnings, ...(critical && { failure: undecided(critical) }) };
  }

  /** Puts what stands into the outputs; it resolves nothing when an output could not be so. */
  #apply(
    settled: SettledConflict,
    answers: readonly BranchAnswer[],
    sources: readonly Source[],
    outputs: Map<string, unknown>,
  ): SettledConflict {
    const { resolution, conflict } = settled;
    if (resolution === undefined) return settled;
    const changed = new Map<string, unknown>();
    for (const [at, answer] of answers.entries()) {
      const fact = sources[at]?.entities.find((it) => it.entity === conflict.entity)?.facts.get(conflict.rule.name);
      if (fact === undefined || agree(fact.value, resolution.claim.value, conflict.rule.tolerance)) continue;
      const before = outputs.get(answer.branch) ?? answer.output;
      const after = putAt(before, fact.path, resolution.claim.value);
      if (!this.#mayBe(answer, after)) return { conflict, resolution: undefined };
      changed.set(answer.branch, after);
    }
    for (const [branch, output] of changed) outputs.set(branch, output);
    return settled;
  }

  #mayBe({ version, input }: BranchAnswer, output: unknown): boolean {
    if ((this.#validators.output(version)?.(output) ?? []).length > 0) return false;
    const { clock } = this.ports;
    const situation = { input, output, now: new Date(clock.now()) };
    const issues = judgeSanity(this.#predicates.of(version), situation, clock);
    return issues.every(({ severity }) => severity !== 'CRITICAL');
  }
}

/** Each field of an entity once, compared as the first branch with a value for it declares. */
function conflictsAmong(sources: readonly Source[]): JoinConflict[] {
  const seen = new Set<string>();
  const found: JoinConflict[] = [];
  for (const [at, source] of sources.slice(0, -1).entries()) {
    for (const conflict of compareFacts(source, sources.slice(at + 1)).conflicts) {
      if (!seen.has(keyOf(conflict.entity, conflict.rule.name))) found.push({ conflict, at });
    }
    for (const { entity, facts } of source.entities) for (const name of facts.keys()) seen.add(keyOf(entity, name));
  }
  return found;
}

const keyOf = (entity: string, field: string): string => `${field} ${entity}`;

function undecided({ conflict }: SettledConflict): Failure {
  const sources = conflict.claims.map(({ source }) => source).join(', ');
  return fail(
    'outputs_conflict',
    `The branches disagree about ${conflict.rule.name}, and the conflict cannot be resolved (${sources}).`,
  ).error;
}
