import type { EvaluatePolicy } from '@assay/contracts';
import { type Caller, callerOf, type Directory, hasScope } from '@assay/identity';
import { digestText, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import type { ExamineContent } from './content/examine-content.js';
import { type DecideCalls, nothingFound, type ProposedRequest } from './policy/decide-calls.js';
import type { ManagePolicies } from './policy/manage-policies.js';
import type { PolicyInForce } from './policy/policy-book.js';
import type { PolicyDecision } from './policy/policy-decision.js';
import { seenVersion } from './seen-version.js';

export interface EvaluatePolicyPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly decide: DecideCalls;
  readonly manage: ManagePolicies;
  /** Examines arguments for what policies ask of them. */
  readonly examine: () => Pick<ExamineContent, 'examine'>;
}

export interface EvaluatedPolicy {
  readonly decision: PolicyDecision;
  readonly version: ToolVersion;
  /** What policies were shown of arguments or result. */
  readonly findings: readonly string[];
}

export interface TriedVerdicts {
  readonly before: PolicyDecision['verdict'];
  readonly after: PolicyDecision['verdict'];
}

/** What policies would decide of a call, its result or the revealing of a masked value. Nothing is called, counted or kept. */
export class EvaluatePolicies {
  constructor(private readonly ports: EvaluatePolicyPorts) {}

  async run(asker: Caller, asked: EvaluatePolicy): Promise<Result<EvaluatedPolicy, Failure>> {
    const caller = this.#caller(asker, asked.principal);
    if (!caller.ok) return caller;
    const version = seenVersion(asked.tool, asker, this.ports);
    if (!version.ok) return version;
    const proposed = await this.#proposed(asked);
    if (!proposed.ok) return proposed;
    const policies = asked.policy === undefined ? ok(undefined) : this.#with(asker, asked.policy);
    if (!policies.ok) return policies;
    const decision = this.ports.decide.under(policies.value, caller.value, version.value, proposed.value);
    const findings = proposed.value.action === 'reveal' ? [] : proposed.value.found.classes;
    return ok({ version: version.value, decision, findings });
  }

  /**
   * What is decided of a call without arguments by the policies in force, and what would be with this text, by the names of
   * principal and version; undefined for one that does not exist.
   */
  proposing(
    asker: Caller,
    policy: { readonly id: string; readonly text: string },
  ): Result<(principal: string, tool: string) => TriedVerdicts | undefined, Failure> {
    const policies = this.#with(asker, policy);
    if (!policies.ok) return policies;
    const { decide } = this.ports;
    const under = decide.underAll(policies.value);
    return ok((principal, tool) => {
      const caller = this.#caller(asker, principal);
      const version = seenVersion(tool, asker, this.ports);
      if (!caller.ok || !version.ok) return undefined;
      const call = { action: 'call', input: {}, found: nothingFound } as const;
      const before = decide.under(undefined, caller.value, version.value, call).verdict;
      return { before, after: under(caller.value, version.value, call).verdict };
    });
  }

  async #proposed({
    action = 'call',
    input = {},
    findings,
    ...value
  }: EvaluatePolicy): Promise<Result<ProposedRequest, Failure>> {
    const given = findings && { classes: [...new Set(findings)].sort(), isWhole: true };
    if (action === 'return') return ok({ action, found: given ?? nothingFound });
    if (action === 'call') return ok({ action, input, found: given ?? (await this.ports.examine().examine(input)) });
    const { class: of, source } = value;
    if (of !== undefined && source !== undefined) return ok({ action, value: { class: of, source } });
    return fail('invalid_request', 'The action reveal requires the class and the source of the masked value.', {
      issues: [{ path: of === undefined ? '/class' : '/source', message: 'is missing for the action reveal' }],
    });
  }

  /** Another one of the organisation, as it is with a key that is not narrowed, for who may change policies. */
  #caller(asker: Caller, name: string | undefined): Result<Caller, Failure> {
    if (name === undefined || name === asker.name) return ok(asker);
    const { directory } = this.ports;
    if (!hasScope(asker, 'policies:write') || asker.organisationId === null)
      return fail('forbidden', "To ask about another one's calls takes the scope policies:write.");
    const principal = directory.principalNamed(asker.organisationId, name);
    if (principal === undefined) return fail('not_found', `No principal "${name}" in your organisation.`);
    return ok(callerOf(principal, ['tools:call'], null, directory.teams.of(principal.id)));
  }

  #with(caller: Caller, { id, text }: { id: string; text: string }): Result<readonly PolicyInForce[], Failure> {
    const { manage } = this.ports;
    if (!hasScope(caller, 'policies:write')) return fail('forbidden', 'To try a text takes the scope policies:write.');
    const checked = manage.check(text);
    if (!checked.ok) return checked;
    const others = manage.list(caller).filter((it) => it.name !== id);
    const version = (manage.list(caller).find((it) => it.name === id)?.version ?? 0) + 1;
    const digest = digestText(text);
    const made = {
      name: id,
      version,
      text,
      digest,
      description: null,
      shipped: false,
      changedAt: null,
      changedBy: null,
    };
    return ok([...others, made]);
  }
}
