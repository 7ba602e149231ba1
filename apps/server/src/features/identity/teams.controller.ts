import type { TeamView } from '@assay/contracts';
import { type Caller, Directory, ManageTeams, seesNamespace, type Team } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { teamView } from '../../edges/views.js';

/** Teams of the caller's organisation. */
@Controller()
export class TeamsController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(ManageTeams) private readonly teams: ManageTeams,
  ) {}

  @Endpoint('listTeams')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.teams.list(caller), query, (it) => it.name);
    return { items: items.map((it) => this.#view(caller, it)), nextCursor };
  }

  @Endpoint('createTeam')
  async create(@CurrentCaller() caller: Caller, @Body() { name }: { name: string }): Promise<TeamView> {
    return this.#view(caller, unwrap(await this.teams.create(caller, name)));
  }

  @Endpoint('showTeam')
  show(@CurrentCaller() caller: Caller, @Param('team') team: string): TeamView {
    return this.#view(caller, unwrap(this.teams.find(caller, team)));
  }

  @Endpoint('deleteTeam')
  async remove(@CurrentCaller() caller: Caller, @Param('team') team: string): Promise<void> {
    unwrap(await this.teams.remove(caller, team));
  }

  @Endpoint('addTeamMember')
  async addMember(
    @CurrentCaller() caller: Caller,
    @Param('team') team: string,
    @Body() { principal }: { principal: string },
  ): Promise<TeamView> {
    return this.#view(caller, unwrap(await this.teams.addMember(caller, team, principal)));
  }

  @Endpoint('removeTeamMember')
  async removeMember(
    @CurrentCaller() caller: Caller,
    @Param('team') team: string,
    @Param('principal') principal: string,
  ): Promise<TeamView> {
    return this.#view(caller, unwrap(await this.teams.removeMember(caller, team, principal)));
  }

  /** What it owns is named as far as the caller may see it. */
  #view(caller: Caller, team: Team): TeamView {
    const { directory } = this;
    const seen = this.teams.namespacesOf(team).filter((name) => {
      const namespace = directory.namespace(name);
      return namespace !== undefined && seesNamespace(caller, namespace);
    });
    return teamView(team, directory, seen);
  }
}
