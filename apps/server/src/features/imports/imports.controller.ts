import type { ConfirmedImport, ConfirmImport, CreateImport, ImportView } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { ImportServer } from '@assay/importing';
import { type Clock, startDeadline } from '@assay/kernel';
import { Catalogue, describeEntry, type Import, type ShowTrust } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { importView } from '../../edges/views.js';
import { CLOCK } from '../../platform/ports.js';
import { reviewView } from '../reviews/review-views.js';
import { ShowCommands } from '../servers/show-commands.js';
import { TRUST_OF } from '../trust/ports.js';

/** How long reading an upstream's list may take. */
const listWithinMs = 30_000;
/** The same with the packages of a command, which are fetched first. */
const fetchAndListWithinMs = 180_000;

/** Importing the tools of upstream servers. */
@Controller()
export class ImportsController {
  constructor(
    @Inject(ImportServer) private readonly imports: ImportServer,
    @Inject(ShowCommands) private readonly commands: ShowCommands,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(TRUST_OF) private readonly trustOf: ShowTrust,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Endpoint('createImport')
  async propose(@CurrentCaller() caller: Caller, @Body() body: CreateImport): Promise<ImportView> {
    const deadline = startDeadline(this.clock, startsCommand(body) ? fetchAndListWithinMs : listWithinMs);
    try {
      return this.#importView(unwrap(await this.imports.propose(caller, body, deadline)));
    } finally {
      deadline.end();
    }
  }

  @Endpoint('showImport')
  async showImport(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ImportView> {
    return this.#importView(unwrap(await this.imports.find(caller, id)));
  }

  @Endpoint('confirmImport')
  async confirm(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ConfirmImport,
  ): Promise<ConfirmedImport> {
    const { versions, reviews } = unwrap(await this.imports.confirm(caller, id, body));
    return {
      entries: versions.map((it) =>
        describeEntry(it, this.directory, this.trustOf, this.catalogue.revocations, caller),
      ),
      reviews: reviews.map((it) => reviewView(it, { directory: this.directory, catalogue: this.catalogue })),
    };
  }

  /** With the isolation of its server as it is now. */
  #importView = (found: Import): ImportView => {
    const server = this.catalogue.server(found.server) ?? found.draft ?? undefined;
    return importView(found, server && this.commands.isolationOf(server));
  };
}

const startsCommand = ({ source: { mcp, registry } }: CreateImport): boolean =>
  registry !== undefined || (mcp !== undefined && 'command' in mcp);
