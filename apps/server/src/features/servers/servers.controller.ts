import type {
  ChangeServer,
  ConfirmedImport,
  ConfirmImport,
  CreateImport,
  CreateServer,
  ImportView,
  ServerView,
} from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { startDeadline } from '@assay/kernel';
import { describeEntry, type Import, type Server } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { reviewView } from '../reviews/reviews.controller.js';
import { DOMAIN, SERVER_HEALTH } from '../../edges/tokens.js';
import { commandView, type Health, importView, serverView } from '../../edges/views.js';

/** How long reading an upstream's list may take. */
const listWithinMs = 30_000;
/** The same with the packages of a command, which are fetched first. */
const fetchAndListWithinMs = 180_000;

/** Upstream servers, and importing their tools. */
@Controller()
export class ServersController {
  constructor(
    @Inject(DOMAIN) private readonly domain: Domain,
    @Inject(SERVER_HEALTH) private readonly health: (serverId: string) => Health,
  ) {}

  @Endpoint('listServers')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.domain.servers.list(caller), query, (it) => `${it.namespace}/${it.name}`);
    return { items: items.map(this.#view), nextCursor };
  }

  @Endpoint('createServer')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateServer): Promise<ServerView> {
    return this.#view(unwrap(await this.domain.servers.register(caller, body)));
  }

  @Endpoint('showServer')
  show(@CurrentCaller() caller: Caller, @Param('ns') ns: string, @Param('server') server: string): ServerView {
    return this.#view(unwrap(this.domain.servers.find(caller, `${ns}/${server}`)));
  }

  @Endpoint('changeServer')
  async change(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('server') server: string,
    @Body() body: ChangeServer,
  ): Promise<ServerView> {
    return this.#view(unwrap(await this.domain.servers.change(caller, `${ns}/${server}`, body)));
  }

  @Endpoint('deleteServer')
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('server') server: string,
  ): Promise<void> {
    unwrap(await this.domain.servers.remove(caller, `${ns}/${server}`));
  }

  @Endpoint('createImport')
  async propose(@CurrentCaller() caller: Caller, @Body() body: CreateImport): Promise<ImportView> {
    const deadline = startDeadline(this.domain.clock, startsCommand(body) ? fetchAndListWithinMs : listWithinMs);
    try {
      return this.#importView(unwrap(await this.domain.imports.propose(caller, body, deadline)));
    } finally {
      deadline.end();
    }
  }

  @Endpoint('showImport')
  async showImport(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<ImportView> {
    return this.#importView(unwrap(await this.domain.imports.find(caller, id)));
  }

  @Endpoint('confirmImport')
  async confirm(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ConfirmImport,
  ): Promise<ConfirmedImport> {
    const { versions, reviews } = unwrap(await this.domain.imports.confirm(caller, id, body));
    return {
      entries: versions.map((it) =>
        describeEntry(it, this.domain.directory, this.domain.trustOf, this.domain.catalogue.revocations, caller),
      ),
      reviews: reviews.map((it) => reviewView(it, this.domain)),
    };
  }

  #view = (server: Server): ServerView =>
    serverView(server, this.health(server.id), commandView(server, this.domain.commands));

  /** With the isolation of its server as it is now. */
  #importView = (found: Import): ImportView => {
    const server = this.domain.catalogue.server(found.server);
    return importView(found, server && this.domain.commands.isolationOf(server));
  };
}

const startsCommand = ({ source: { mcp, registry } }: CreateImport): boolean =>
  registry !== undefined || (mcp !== undefined && 'command' in mcp);
