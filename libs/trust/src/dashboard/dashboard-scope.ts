import type { UsageSide } from '@assay/contracts';
import { type Caller, type Directory, hasScope, ownedNamespaces } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { RollupQuery } from './call-rollups.js';

export interface DashboardFilter {
  readonly side?: UsageSide;
  readonly tool?: string;
  readonly team?: string;
  readonly caller?: string;
}

export type RollupScope = Omit<RollupQuery, 'grain' | 'since' | 'until'>;

/**
 * Which calls a caller may see: its own; for an administrator those of its organisation, and of no other. As a provider:
 * calls of tools in namespaces it owns, by every caller.
 */
export function scopeOf(caller: Caller, filter: DashboardFilter, directory: Directory): Result<RollupScope, Failure> {
  const organisationId = caller.organisationId ?? '';
  const people = peopleOf(organisationId, filter, directory);
  if (!people.ok) return people;
  const tools =
    filter.tool === undefined ? {} : { tools: [...new Set([filter.tool, directory.aliases.tool(filter.tool)])] };
  if (filter.side === 'provider')
    return ok({
      ...tools,
      namespaces: ownedNamespaces(directory, caller),
      ...(people.value !== undefined && { organisationId, principalIds: people.value }),
    });
  const narrowed = caller.namespaces === null ? {} : { namespaces: caller.namespaces };
  const scope = { ...tools, ...narrowed, organisationId };
  if (hasScope(caller, 'admin'))
    return ok({ ...scope, ...(people.value !== undefined && { principalIds: people.value }) });
  const own = caller.principalId ?? '';
  if (people.value !== undefined && !people.value.includes(own))
    return fail('forbidden', 'Calls of other people are shown to administrators of the organisation.');
  return ok({ ...scope, principalIds: [own] });
}

/** The principals that were asked for by team and name; undefined for all. */
function peopleOf(
  organisationId: string,
  { team, caller }: DashboardFilter,
  directory: Directory,
): Result<readonly string[] | undefined, Failure> {
  const named = caller === undefined ? undefined : directory.principalNamed(organisationId, caller);
  if (caller !== undefined && named === undefined)
    return fail('not_found', `Your organisation has no principal "${caller}".`);
  const group = team === undefined ? undefined : directory.teams.named(organisationId, team);
  if (team !== undefined && group === undefined) return fail('not_found', `Your organisation has no team "${team}".`);
  if (named === undefined) return ok(group?.members);
  return ok(group === undefined || group.members.includes(named.id) ? [named.id] : []);
}
