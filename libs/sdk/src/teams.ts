import type { TeamView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Teams: principals of your organisation who own namespaces together. */
export class Teams {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listTeams'> = {}, options?: RequestOptions): PagedList<TeamView> {
    return listing(this.connection, 'listTeams', { query }, options);
  }

  /** Creates a team; the caller becomes its first member. */
  create(team: { name: string }, options?: RequestOptions): Promise<TeamView> {
    return this.connection.request('createTeam', { body: team }, options);
  }

  show(team: string, options?: RequestOptions): Promise<TeamView> {
    return this.connection.request('showTeam', { path: { team } }, options);
  }

  delete(team: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteTeam', { path: { team } }, options);
  }

  addMember(team: string, principal: string, options?: RequestOptions): Promise<TeamView> {
    return this.connection.request('addTeamMember', { path: { team }, body: { principal } }, options);
  }

  removeMember(team: string, principal: string, options?: RequestOptions): Promise<TeamView> {
    return this.connection.request('removeTeamMember', { path: { team, principal } }, options);
  }
}
