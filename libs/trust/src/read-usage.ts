import type { UsageGroup, UsageSide, UsageView } from '@assay/contracts';
import { type Caller, type Directory, hasScope, ownedNamespaces, runsInstallation } from '@assay/identity';
import {
  type Clock,
  dayMs,
  type Failure,
  fail,
  ok,
  type Result,
  type UsageQuery,
  type UsageStore,
  type UsageSum,
} from '@assay/kernel';
import { dayOf } from '@assay/registry';

export interface UsagePorts {
  readonly store: UsageStore;
  readonly directory: Directory;
  readonly clock: Clock;
}

export interface UsageAsked {
  readonly by?: UsageGroup;
  readonly side?: UsageSide;
  readonly tool?: string;
  /** YYYY-MM-DD, in UTC. */
  readonly since?: string;
  readonly until?: string;
  readonly after: string | null;
  readonly limit: number;
}

export interface UsagePage {
  readonly items: readonly UsageView[];
  /** The last group, when there are more. */
  readonly next: string | null;
}

const daysShown = 30;

/** Adds up who called what, as far as a caller may know it. */
export class ReadUsage {
  readonly #ports: UsagePorts;

  constructor(ports: UsagePorts) {
    this.#ports = ports;
  }

  /**
   * As a caller: its own calls; for an administrator all of its organisation's; for an administrator of the
   * installation all. As a provider: calls of tools in namespaces it owns; people of other organisations are merged
   * there.
   */
  async run(caller: Caller, asked: UsageAsked): Promise<Result<UsagePage, Failure>> {
    const { directory, store, clock } = this.#ports;
    const by = asked.by ?? 'tool';
    const until = asked.until === undefined ? dayOf(clock.now()) : Date.parse(asked.until);
    const since = asked.since === undefined ? until - (daysShown - 1) * dayMs : Date.parse(asked.since);
    if (since > until) return fail('invalid_request', 'since is after until: give the earlier day first.');
    const query: UsageQuery = {
      by,
      since,
      until,
      ...this.#scope(caller, asked.side ?? 'caller'),
      ...(asked.tool !== undefined && { tool: directory.aliases.tool(asked.tool) }),
      people: caller.organisationId ?? '',
      after: asked.after,
      limit: asked.limit + 1,
    };
    const found = await store.sum(query);
    const shown = found.slice(0, asked.limit);
    const next = found.length > asked.limit ? (shown.at(-1)?.group ?? null) : null;
    return ok({ items: shown.map((it) => this.#view(by, it)), next });
  }

  #scope(caller: Caller, side: UsageSide): Pick<UsageQuery, 'principalId' | 'organisationId' | 'namespaces'> {
    const { directory } = this.#ports;
    if (side === 'provider') return { namespaces: ownedNamespaces(directory, caller) };
    const narrowed = caller.namespaces === null ? {} : { namespaces: caller.namespaces };
    if (runsInstallation(caller, directory)) return {};
    return hasScope(caller, 'admin')
      ? { ...narrowed, organisationId: caller.organisationId ?? '' }
      : { ...narrowed, principalId: caller.principalId ?? '' };
  }

  #view(by: UsageGroup, { group, ...sums }: UsageSum): UsageView {
    const none = { tool: null, organisation: null, caller: null, day: null };
    if (by === 'tool') return { ...none, tool: group, ...sums };
    if (by === 'day') return { ...none, day: group, ...sums };
    const { directory } = this.#ports;
    const [organisationId, principalId] = group.split(' ') as [string, string?];
    const organisation = directory.organisation(organisationId)?.name ?? organisationId;
    const caller = principalId ? (directory.principal(principalId)?.name ?? principalId) : null;
    return { ...none, organisation, caller, ...sums };
  }
}
