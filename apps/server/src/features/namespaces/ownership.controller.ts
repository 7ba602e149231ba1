import type { Entry, NamespaceProof, NamespaceView, OfferTransfer, TransferredNamespace } from '@assay/contracts';
import {
  type Caller,
  Directory,
  ManageTeams,
  type Namespace,
  ProveNamespace,
  RenameNamespace,
  TransferNamespace,
  type Transferred,
} from '@assay/identity';
import {
  Catalogue,
  describeEntry,
  RenameTool,
  type ShowTrust,
  type ToolVersion,
  visibleVersions,
} from '@assay/registry';
import { Controller, HttpStatus, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { namespaceView } from '../../edges/views.js';
import { TRUST_OF } from '../trust/ports.js';

/** Whose a namespace is and what things are called, when either changes. */
@Controller()
export class OwnershipController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(TRUST_OF) private readonly trustOf: ShowTrust,
    @Inject(ManageTeams) private readonly teams: ManageTeams,
    @Inject(ProveNamespace) private readonly proofs: ProveNamespace,
    @Inject(TransferNamespace) private readonly transfers: TransferNamespace,
    @Inject(RenameNamespace) private readonly renamingNamespaces: RenameNamespace,
    @Inject(RenameTool) private readonly renamingTools: RenameTool,
  ) {}

  @Endpoint('removeOwningTeam')
  async disown(
    @CurrentCaller() caller: Caller,
    @Param('ns') name: string,
    @Param('team') team: string,
  ): Promise<NamespaceView> {
    return this.#view(caller, unwrap(await this.teams.disown(caller, name, team)));
  }

  @Endpoint('proveNamespace')
  async prove(
    @CurrentCaller() caller: Caller,
    @Param('ns') name: string,
    @Body() proof: NamespaceProof,
  ): Promise<NamespaceView> {
    return this.#view(caller, unwrap(await this.proofs.prove(caller, name, proof)));
  }

  @Endpoint('transferNamespace')
  async transfer(
    @CurrentCaller() caller: Caller,
    @Param('ns') name: string,
    @Body() body: OfferTransfer,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TransferredNamespace> {
    const transferred = unwrap(await this.transfers.offer(caller, name, body));
    void reply.status(transferred.done ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return this.#transferred(caller, transferred);
  }

  @Endpoint('acceptTransfer')
  async accept(@CurrentCaller() caller: Caller, @Param('ns') name: string): Promise<TransferredNamespace> {
    return this.#transferred(caller, unwrap(await this.transfers.accept(caller, name)));
  }

  @Endpoint('withdrawTransfer')
  async withdraw(@CurrentCaller() caller: Caller, @Param('ns') name: string): Promise<void> {
    unwrap(await this.transfers.withdraw(caller, name));
  }

  @Endpoint('renameNamespace')
  async renameNamespace(
    @CurrentCaller() caller: Caller,
    @Param('ns') name: string,
    @Body() { to }: { to: string },
  ): Promise<NamespaceView> {
    return this.#view(caller, unwrap(await this.renamingNamespaces.run(caller, name, to)));
  }

  @Endpoint('renameTool')
  async renameTool(
    @CurrentCaller() caller: Caller,
    @Param('ns') namespace: string,
    @Param('tool') name: string,
    @Body() { to }: { to: string },
  ): Promise<Entry> {
    const { directory, catalogue, trustOf } = this;
    const tool = unwrap(await this.renamingTools.run(caller, `${namespace}/${name}`, to));
    const newest = visibleVersions(tool, caller, directory)[0] ?? (tool.versions[0] as ToolVersion);
    return describeEntry(newest, directory, trustOf, catalogue.revocations, caller);
  }

  #view = (caller: Caller, namespace: Namespace): NamespaceView =>
    namespaceView(namespace, this.directory, caller.organisationId);

  #transferred = (caller: Caller, { namespace, warnings }: Transferred): TransferredNamespace => ({
    ...this.#view(caller, namespace),
    warnings: [...warnings],
  });
}
