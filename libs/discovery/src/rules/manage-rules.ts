import type { CreateRule } from '@assay/contracts';
import { type Caller, hasScope, type IdentityPorts, recordChange } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import semver from 'semver';
import { readPredicate } from './predicate.js';
import { chosenBy, maxRules, type Rule, type RuleStore } from './rule.js';
import type { SelectionRules } from './selection-rules.js';

export interface ManageRulesPorts extends Omit<IdentityPorts, 'store'> {
  readonly rules: SelectionRules;
  readonly store: RuleStore;
  /** Whether a caller sees a tool. */
  readonly seesTool: (caller: Caller, tool: string) => boolean;
}

/** An organisation's rules: which tool is chosen in which situation. */
export class ManageRules {
  constructor(private readonly ports: ManageRulesPorts) {}

  /** All to administrators; to others those that choose a tool they see. */
  list(caller: Caller): Rule[] {
    if (caller.organisationId === null) return [];
    const rules = this.ports.rules.all(caller.organisationId);
    return administers(caller).ok ? rules : rules.filter((it) => this.ports.seesTool(caller, chosenBy(it).tool));
  }

  async create(caller: Caller, { when, tool: asked, priority }: CreateRule): Promise<Result<Rule, Failure>> {
    const { directory, store, clock, random, seesTool } = this.ports;
    const allowed = administers(caller);
    if (!allowed.ok) return allowed;
    const predicate = readPredicate(when);
    if (!predicate.ok) return predicate;
    const { tool: name, range } = chosenBy({ tool: asked });
    const tool = directory.aliases.tool(name);
    if (!seesTool(caller, tool)) return fail('not_found', `No tool "${name}": use namespace/tool.`);
    if (range !== undefined && range !== 'latest' && semver.validRange(range) === null)
      return fail('invalid_request', `"${range}" is not a version range: give one such as ^1.0.0, or none.`);
    const rule: Rule = {
      id: random.uuid(),
      organisationId: allowed.value,
      when,
      tool: range === undefined ? tool : `${tool}@${range}`,
      priority: priority ?? 0,
      createdAt: clock.now(),
      createdBy: caller.principalId,
    };
    if (!(await store.add(rule)))
      return fail('conflict', `An organisation has at most ${maxRules} rules: remove one that is not needed.`);
    await recordChange(this.ports, caller, 'rule.create', rule.tool, { rule: rule.id, when });
    return ok(rule);
  }

  async remove(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const allowed = administers(caller);
    if (!allowed.ok) return allowed;
    const rule = this.ports.rules.rule(id);
    if (rule === undefined || rule.organisationId !== allowed.value)
      return fail('not_found', `No rule of your organisation has the id "${id}".`);
    await this.ports.store.remove(id);
    await recordChange(this.ports, caller, 'rule.delete', rule.tool, { rule: id });
    return ok(null);
  }
}

function administers(caller: Caller): Result<string, Failure> {
  return caller.organisationId !== null && hasScope(caller, 'admin') && caller.namespaces === null
    ? ok(caller.organisationId)
    : fail('forbidden', 'Rules are made by an administrator of the organisation, with a key that is not narrowed.');
}
