import type { LimitName, SetLimit } from '@assay/contracts';
import {
  type Caller,
  defaultOrganisation,
  hasScope,
  type IdentityPorts,
  owns,
  recordChange,
  runsInstallation,
  seesNamespace,
} from '@assay/identity';
import { type Failure, fail, namespaceOf, ok, type Result } from '@assay/kernel';
import { type Catalogue, visibleVersions } from '@assay/registry';
import { everybody, type LimitRule, type LimitRules, subjectKeyOf } from './limit-rules.js';
import type { LimitStore } from './limit-store.js';
import { limitTable } from './limit-table.js';
import { countedOf, quantityText } from './limit-units.js';

export interface ManageLimitsPorts extends Omit<IdentityPorts, 'store'> {
  readonly catalogue: Catalogue;
  readonly rules: LimitRules;
  readonly store: LimitStore;
}

/** What a limit is set for. */
interface Subject extends Pick<LimitRule, 'organisationId' | 'subjectId' | 'tool'> {
  /** As people call it; in full. */
  readonly name: string;
  /** Whether it belongs to the caller, whose administrator may then be strict with it. */
  readonly isOwn: boolean;
}

/**
 * Limits set by hand. Who runs the installation sets any; an organisation's administrator sets those of its own
 * namespaces, tools and principals: no more than holds for everybody, and nothing that the former has set.
 */
export class ManageLimits {
  readonly #ports: ManageLimitsPorts;

  constructor(ports: ManageLimitsPorts) {
    this.#ports = ports;
  }

  async set(caller: Caller, name: LimitName, subject: string, asked: SetLimit): Promise<Result<LimitRule, Failure>> {
    const found = this.#subject(caller, name, subject);
    if (!found.ok) return found;
    const counted = countedLimit(name, asked.limit);
    if (!counted.ok) return counted;
    const allowed = this.#mayChange(caller, name, found.value, counted.value);
    if (!allowed.ok) return allowed;
    const { organisationId, subjectId, tool } = found.value;
    const limit = counted.value;
    const { store, clock, random } = this.#ports;
    const rule = await store.put({
      id: random.uuid(),
      organisationId,
      name,
      subjectId,
      tool,
      limit,
      reason: asked.reason ?? null,
      setAt: clock.now(),
      setBy: caller.principalId,
    });
    const details = { name, limit: asked.limit, reason: asked.reason ?? null };
    await recordChange(this.#ports, caller, 'limit.set', found.value.name, details);
    return ok(rule);
  }

  async clear(caller: Caller, name: LimitName, subject: string): Promise<Result<null, Failure>> {
    const found = this.#subject(caller, name, subject);
    if (!found.ok) return found;
    const allowed = this.#mayChange(caller, name, found.value, null);
    if (!allowed.ok) return allowed;
    if (!(await this.#ports.store.remove(name, subjectKeyOf(found.value))))
      return fail('not_found', `${name} is not set for "${subject}": the general limit applies.`);
    await recordChange(this.#ports, caller, 'limit.clear', found.value.name, { name });
    return ok(null);
  }

  /** Those this caller could change, newest first. */
  list(caller: Caller, name?: LimitName): LimitRule[] {
    const runs = runsInstallation(caller, this.#ports.directory);
    return [...this.#ports.rules.all()]
      .filter((it) => name === undefined || it.name === name)
      .filter((it) => runs || this.#belongsTo(caller, it))
      .sort((a, b) => b.setAt - a.setAt || (a.id < b.id ? 1 : -1));
  }

  /** As people call it. */
  subjectName(rule: LimitRule): string {
    const { directory } = this.#ports;
    if (rule.tool !== null) return rule.tool;
    if (rule.subjectId === null) return everybody;
    const { subject } = limitTable[rule.name];
    if (subject === 'organisation') return directory.organisation(rule.subjectId)?.name ?? rule.subjectId;
    if (subject === 'namespace') return this.#namespaceWithId(rule.subjectId)?.name ?? rule.subjectId;
    const principal = directory.principal(rule.subjectId);
    const organisation = directory.organisation(principal?.organisationId ?? '');
    return `${organisation?.name ?? '?'}/${principal?.name ?? rule.subjectId}`;
  }

  #belongsTo(caller: Caller, rule: LimitRule): boolean {
    if (!hasScope(caller, 'admin') || subjectKeyOf(rule) === everybody) return false;
    const { subject } = limitTable[rule.name];
    const namespace =
      rule.tool === null
        ? this.#namespaceWithId(rule.subjectId ?? '')
        : this.#ports.directory.namespace(namespaceOf(rule.tool));
    if (subject === 'namespace' || subject === 'tool') return namespace !== undefined && owns(caller, namespace);
    return caller.namespaces === null && rule.organisationId === caller.organisationId;
  }

  #subject(caller: Caller, name: LimitName, text: string): Result<Subject, Failure> {
    const { directory } = this.#ports;
    if (text === everybody) {
      const organisationId = directory.organisationNamed(defaultOrganisation)?.id ?? (caller.organisationId as string);
      return ok({ organisationId, subjectId: null, tool: null, name: everybody, isOwn: false });
    }
    switch (limitTable[name].subject) {
      case 'organisation':
        return this.#organisation(caller, text);
      case 'namespace':
        return this.#namespace(caller, text);
      case 'tool':
        return this.#tool(caller, text);
      case 'principal':
        return this.#principal(caller, text);
      case 'address':
        return fail('invalid_request', `${name} can only be set for everyone: use "*" instead of "${text}".`);
    }
  }

  #organisation(caller: Caller, name: string): Result<Subject, Failure> {
    const found = this.#ports.directory.organisationNamed(name);
    if (found === undefined) return fail('not_found', `No organisation "${name}".`);
    const isOwn = found.id === caller.organisationId;
    return ok({ organisationId: found.id, subjectId: found.id, tool: null, name, isOwn });
  }

  #namespace(caller: Caller, name: string): Result<Subject, Failure> {
    const found = this.#ports.directory.namespace(name);
    if (found === undefined || !seesNamespace(caller, found)) return fail('not_found', `No namespace "${name}".`);
    const { id, organisationId } = found;
    return ok({ organisationId, subjectId: id, tool: null, name: found.name, isOwn: owns(caller, found) });
  }

  #tool(caller: Caller, asked: string): Result<Subject, Failure> {
    const { directory, catalogue } = this.#ports;
    const name = directory.aliases.tool(asked);
    const tool = catalogue.tool(name);
    if (tool === undefined || visibleVersions(tool, caller, directory).length === 0)
      return fail('not_found', `No tool "${asked}": use namespace/tool.`);
    const namespace = directory.namespace(tool.namespace);
    const isOwn = namespace !== undefined && owns(caller, namespace);
    return ok({ organisationId: tool.organisationId, subjectId: null, tool: tool.id, name: tool.id, isOwn });
  }

  /** `organisation/principal`, or the name alone of one of the caller's own organisation. */
  #principal(caller: Caller, text: string): Result<Subject, Failure> {
    const { directory } = this.#ports;
    const [first, second] = text.split('/', 2) as [string, string?];
    const organisation =
      second === undefined ? directory.organisation(caller.organisationId ?? '') : directory.organisationNamed(first);
    const isOwn = organisation !== undefined && organisation.id === caller.organisationId;
    const mayKnow = isOwn || runsInstallation(caller, directory);
    const principal = organisation && mayKnow ? directory.principalNamed(organisation.id, second ?? first) : undefined;
    if (organisation === undefined || principal === undefined)
      return fail('not_found', `No principal "${text}": name it as organisation/principal.`);
    const name = `${organisation.name}/${principal.name}`;
    return ok({ organisationId: organisation.id, subjectId: principal.id, tool: null, name, isOwn });
  }

  /** `limit` is null when the rule is to go. */
  #mayChange(caller: Caller, name: LimitName, subject: Subject, limit: number | null): Result<null, Failure> {
    const { directory, rules } = this.#ports;
    if (runsInstallation(caller, directory)) return ok(null);
    const isOwners = name === 'namespace.calls' || name === 'tool.calls';
    const isOwnPrincipals = ownLimits.has(name) && caller.namespaces === null;
    if (!hasScope(caller, 'admin') || !subject.isOwn || !(isOwners || isOwnPrincipals))
      return fail('forbidden', notYours(name, subject.name));
    if (this.#isImposed(caller, name, subject)) return fail('forbidden', imposed(name, subject.name));
    if (name === 'response.tokens') return ok(null);
    const bound = rules.inForce(name, everybody).limit ?? Number.POSITIVE_INFINITY;
    return (limit ?? 0) > bound ? fail('forbidden', tooMuch(name, bound)) : ok(null);
  }

  /** Whether another organisation's administrator, who runs the installation, has set it for this very subject. */
  #isImposed(caller: Caller, name: LimitName, subject: Subject): boolean {
    const { directory, rules } = this.#ports;
    const rule = rules.rule(name, subjectKeyOf(subject));
    const by = rule?.setBy == null ? undefined : directory.principal(rule.setBy);
    return by !== undefined && by.organisationId !== caller.organisationId;
  }

  #namespaceWithId(id: string) {
    return [...this.#ports.directory.namespaces()].find((it) => it.id === id);
  }
}

/** Those that an organisation's administrator sets for the organisation and its people. */
const ownLimits: ReadonlySet<LimitName> = new Set([
  'organisation.cost.daily',
  'caller.calls',
  'caller.calls.daily',
  'caller.cost.daily',
  'session.calls',
  'session.cost',
  'call.cost',
  'response.tokens',
]);

function countedLimit(name: LimitName, shown: number): Result<number, Failure> {
  const counted = countedOf(name, shown);
  if (typeof counted === 'number') return ok(counted);
  return fail('invalid_request', counted, { issues: [{ path: '/limit', message: counted }] });
}

const tooMuch = (name: LimitName, bound: number): string =>
  `${name} may be at most ${quantityText(name, bound)}, the general limit: ask an operator of this installation for more.`;

const imposed = (name: LimitName, subject: string): string =>
  `Who runs the installation has set ${name} for "${subject}": ask them to change it.`;

const notYours = (name: LimitName, subject: string): string =>
  `Only operators of this installation set ${name} for "${subject}". An organisation's administrator sets namespace.calls and tool.calls of its own namespaces, ${[...ownLimits].join(', ')} of its own members.`;
