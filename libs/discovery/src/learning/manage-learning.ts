import type { ErasedLearning, LearningView } from '@assay/contracts';
import { type Caller, type Directory, hasScope, type IdentityPorts, recordChange } from '@assay/identity';
import { type Failure, fail, isoTime, isoTimeOrNull, ok, type Result } from '@assay/kernel';
import type { LearningStore } from './learning-store.js';
import type { Learnt } from './learnt.js';
import { type LearntOutcome, learningHalfLifeDays, mostOutcomes } from './learnt-outcome.js';
import type { RecentSearches } from './recent-searches.js';

export interface ManageLearningPorts extends Pick<IdentityPorts, 'audit' | 'feed' | 'clock'> {
  readonly learnt: Learnt;
  readonly searches: RecentSearches;
  readonly store: LearningStore;
  /** Whether a caller sees a tool. */
  readonly seesTool: (caller: Caller, tool: string) => boolean;
  /** What this replica has not written yet. */
  readonly unwritten: { forget(organisationId: string, principalId?: string): Promise<void> };
  readonly directory: Pick<Directory, 'principal' | 'principalNamed'>;
  /** Days after which the retention sweep forgets an outcome. */
  readonly keptDays: number;
}

/** How many tools, and tasks of each, are shown of what was learnt. */
const maxTools = 100;
const maxPrincipals = 100;
const maxTasks = 3;

/** Whether an organisation learns from its calls, what it has learnt, and forgetting it. */
export class ManageLearning {
  constructor(private readonly ports: ManageLearningPorts) {}

  /** Tools that the caller does not see are neither shown nor counted; in whose words they were used, administrators see. */
  show(caller: Caller): Result<LearningView, Failure> {
    const { organisationId } = caller;
    if (organisationId === null) return nobody();
    const setting = this.ports.learnt.setting(organisationId);
    const outcomes = this.#seenBy(caller, this.ports.learnt.outcomes(organisationId));
    const isAdministrator = administers(caller).ok;
    const tasksShown = isAdministrator ? maxTasks : 0;
    const tools = Map.groupBy(outcomes, ({ tool }) => tool);
    return ok({
      enabled: setting?.enabled ?? true,
      changedAt: isoTimeOrNull(setting?.changedAt ?? null),
      outcomes: outcomes.length,
      mine: outcomes.filter(({ principalId }) => principalId === caller.principalId).length,
      principals: isAdministrator ? this.#principalsOf(outcomes) : [],
      mostOutcomes,
      halfLifeDays: learningHalfLifeDays,
      keptDays: this.ports.keptDays,
      tools: [...tools]
        .map(([tool, own]) => toolView(tool, own, tasksShown))
        .sort((a, b) => b.successes - a.successes || (a.tool < b.tool ? -1 : 1))
        .slice(0, maxTools),
    });
  }

  /** Those with most outcomes first. */
  #principalsOf(outcomes: readonly LearntOutcome[]): LearningView['principals'] {
    return [...Map.groupBy(outcomes, ({ principalId }) => principalId)]
      .map(([id, own]) => ({
        principal: id === null ? null : (this.ports.directory.principal(id)?.name ?? id),
        outcomes: own.length,
      }))
      .sort((a, b) => b.outcomes - a.outcomes || ((a.principal ?? '') < (b.principal ?? '') ? -1 : 1))
      .slice(0, maxPrincipals);
  }

  #seenBy(caller: Caller, outcomes: readonly LearntOutcome[]): LearntOutcome[] {
    const seen = new Map<string, boolean>();
    return outcomes.filter(({ tool }) => {
      const known = seen.get(tool) ?? this.ports.seesTool(caller, tool);
      seen.set(tool, known);
      return known;
    });
  }

  async set(caller: Caller, enabled: boolean): Promise<Result<LearningView, Failure>> {
    const allowed = administers(caller);
    if (!allowed.ok) return allowed;
    const organisationId = allowed.value;
    await this.ports.store.setLearning({
      id: organisationId,
      organisationId,
      enabled,
      changedAt: this.ports.clock.now(),
      changedBy: caller.principalId,
    });
    await recordChange(this.ports, caller, 'learning.set', organisationId, { enabled });
    return this.show(caller);
  }

  /** Forgets what was learnt from one principal's calls, as `erase` does from all: one's own, or anybody's for administrators. */
  async erasePrincipal(caller: Caller, name: string): Promise<Result<ErasedLearning, Failure>> {
    const { organisationId } = caller;
    if (organisationId === null) return nobody();
    const principal = this.ports.directory.principalNamed(organisationId, name);
    if (principal?.id !== caller.principalId) {
      const allowed = administers(caller);
      if (!allowed.ok) return allowed;
    }
    if (principal === undefined) return fail('not_found', `Your organisation has no principal "${name}".`);
    this.ports.searches.forget(organisationId, principal.id);
    await this.ports.unwritten.forget(organisationId, principal.id);
    const outcomes = await this.ports.store.erasePrincipal(organisationId, principal.id);
    await recordChange(this.ports, caller, 'learning.erase', name, { outcomes });
    return ok({ outcomes });
  }

  /** Forgets everything that is written, and what this replica has not written; whether it learns on stays as it is. */
  async erase(caller: Caller): Promise<Result<null, Failure>> {
    const allowed = administers(caller);
    if (!allowed.ok) return allowed;
    this.ports.searches.forget(allowed.value);
    await this.ports.unwritten.forget(allowed.value);
    const erased = await this.ports.store.erase(allowed.value);
    await recordChange(this.ports, caller, 'learning.erase', allowed.value, { outcomes: erased });
    return ok(null);
  }
}

function toolView(tool: string, outcomes: readonly LearntOutcome[], tasksShown: number): LearningView['tools'][number] {
  const newest = [...outcomes].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const succeeded = newest.filter((it) => it.succeeded);
  return {
    tool,
    successes: succeeded.length,
    failures: outcomes.length - succeeded.length,
    lastAt: isoTime(newest[0]?.at ?? 0),
    tasks: [...new Set(succeeded.map(({ task }) => task))].slice(0, tasksShown),
  };
}

function administers(caller: Caller): Result<string, Failure> {
  if (caller.organisationId === null) return nobody();
  return hasScope(caller, 'admin') && caller.namespaces === null
    ? ok(caller.organisationId)
    : fail(
        'forbidden',
        'Learning is set, and erased for others, by an administrator of the organisation, with a key that is not narrowed.',
      );
}

const nobody = () => fail('unauthenticated', 'Learning belongs to an organisation: send your API key.');
