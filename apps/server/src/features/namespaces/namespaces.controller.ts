import type { AddMember, CreateNamespace, NamespaceView, ReviewView, Visibility } from '@assay/contracts';
import { type Caller, Directory, ManageNamespaces, ManageTeams, type Namespace, seesNamespace } from '@assay/identity';
import { fail } from '@assay/kernel';
import { Catalogue, ClaimNamespace } from '@assay/registry';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { namespaceView } from '../../edges/views.js';
import { heldView } from '../reviews/review-views.js';

/** Namespaces and their owners. */
@Controller()
export class NamespacesController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(ClaimNamespace) private readonly claiming: ClaimNamespace,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(ManageNamespaces) private readonly namespaces: ManageNamespaces,
    @Inject(ManageTeams) private readonly teams: ManageTeams,
  ) {}

  @Endpoint('listNamespaces')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const visible = [...this.directory.namespaces()]
      .filter((it) => seesNamespace(caller, it))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const { items, nextCursor } = pageOf(visible, query, (it) => it.name);
    return { items: items.map((it) => this.#view(caller, it)), nextCursor };
  }

  @Endpoint('createNamespace')
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateNamespace,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NamespaceView | ReviewView> {
    const claimed = unwrap(await this.claiming.run(caller, body));
    if (claimed.kind === 'claimed') return this.#view(caller, claimed.namespace);
    return heldView(claimed.review, { directory: this.directory, catalogue: this.catalogue }, reply);
  }

  @Endpoint('showNamespace')
  show(@CurrentCaller() caller: Caller, @Param('ns') name: string): NamespaceView {
    const namespace = this.directory.namespace(name);
    const visible = namespace !== undefined && seesNamespace(caller, namespace);
    return visible ? this.#view(caller, namespace) : unwrap(fail('not_found', `No namespace "${name}".`));
  }

  @Endpoint('changeNamespace')
  async change(
    @CurrentCaller() caller: Caller,
    @Param('ns') name: string,
    @Body() { visibility }: { visibility: Visibility },
  ): Promise<NamespaceView> {
    return this.#view(caller, unwrap(await this.namespaces.changeVisibility(caller, name, visibility)));
  }

  @Endpoint('addMember')
  async addMember(
    @CurrentCaller() caller: Caller,
    @Param('ns') name: string,
    @Body() { principal, team }: AddMember,
  ): Promise<NamespaceView> {
    const added =
      team === undefined
        ? await this.namespaces.addMember(caller, name, principal as string)
        : await this.teams.own(caller, name, team);
    return this.#view(caller, unwrap(added));
  }

  @Endpoint('removeMember')
  async removeMember(
    @CurrentCaller() caller: Caller,
    @Param('ns') name: string,
    @Param('principal') principal: string,
  ): Promise<NamespaceView> {
    return this.#view(caller, unwrap(await this.namespaces.removeMember(caller, name, principal)));
  }

  #view = (caller: Caller, namespace: Namespace): NamespaceView =>
    namespaceView(namespace, this.directory, caller.organisationId);
}
