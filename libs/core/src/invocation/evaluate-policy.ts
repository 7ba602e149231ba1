import type { EvaluatePolicy } from '@assay/contracts';
import type { Catalogue } from '../catalog/catalogue.js';
import type { ToolVersion } from '../catalog/records.js';
import { resolveVersion } from '../catalog/resolve-version.js';
import { visibleVersions } from '../catalog/tool-audience.js';
import { callerOf } from '../identity/authenticate-key.js';
import { type Caller, hasScope } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import { digestText } from '../kernel/digest.js';
import { type Failure, fail } from '../kernel/failure.js';
import { splitReference } from '../kernel/qualified-name.js';
import { ok, type Result } from '../kernel/result.js';
import type { DecideCalls } from '../policy/decide-calls.js';
import type { ManagePolicies } from '../policy/manage-policies.js';
import type { PolicyInForce } from '../policy/policy-book.js';
import type { PolicyDecision } from '../policy/policy-decision.js';
import { revokedRules } from './alternatives.js';

export interface EvaluatePolicyPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly decide: DecideCalls;
  readonly manage: ManagePolicies;
}

export interface EvaluatedPolicy {
  readonly decision: PolicyDecision;
  readonly version: ToolVersion;
}

/** What policies would decide of a call. Nothing is called, counted or kept. */
export class EvaluatePolicies {
  constructor(private readonly ports: EvaluatePolicyPorts) {}

  run(asker: Caller, asked: EvaluatePolicy): Result<EvaluatedPolicy, Failure> {
    const { decide } = this.ports;
    const caller = this.#caller(asker, asked.principal);
    if (!caller.ok) return caller;
    const version = this.#version(asker, asked.tool);
    if (!version.ok) return version;
    const input = asked.input ?? {};
    if (asked.policy === undefined) {
      return ok({ version: version.value, decision: decide.run(caller.value, version.value, input) });
    }
    const policies = this.#with(asker, asked.policy);
    if (!policies.ok) return policies;
    return ok({ version: version.value, decision: decide.under(policies.value, caller.value, version.value, input) });
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

  #version(caller: Caller, reference: string): Result<ToolVersion, Failure> {
    const { catalogue, directory } = this.ports;
    const [name, range] = splitReference(reference);
    const versions = visibleVersions(catalogue.tool(name), caller, directory);
    if (versions.length === 0) return fail('not_found', `No tool "${name}".`);
    const found = resolveVersion(name, versions, range, () => null, revokedRules(caller, catalogue, directory));
    return found.ok ? ok(found.value.version) : found;
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
