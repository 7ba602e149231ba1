import type { ChangeServer, CreateServer, ServerView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { ManageServers } from '@assay/importing';
import type { Server } from '@assay/registry';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { commandView, type Health, serverView } from '../../edges/views.js';
import { SERVER_HEALTH } from '../../platform/ports.js';
import { ShowCommands } from './show-commands.js';

/** Upstream servers. */
@Controller()
export class ServersController {
  constructor(
    @Inject(ManageServers) private readonly servers: ManageServers,
    @Inject(ShowCommands) private readonly commands: ShowCommands,
    @Inject(SERVER_HEALTH) private readonly health: (serverId: string) => Health,
  ) {}

  @Endpoint('listServers')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.servers.list(caller), query, (it) => `${it.namespace}/${it.name}`);
    return { items: items.map(this.#view), nextCursor };
  }

  @Endpoint('createServer')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateServer): Promise<ServerView> {
    return this.#view(unwrap(await this.servers.register(caller, body)));
  }

  @Endpoint('showServer')
  show(@CurrentCaller() caller: Caller, @Param('ns') ns: string, @Param('server') server: string): ServerView {
    return this.#view(unwrap(this.servers.find(caller, `${ns}/${server}`)));
  }

  @Endpoint('changeServer')
  async change(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('server') server: string,
    @Body() body: ChangeServer,
  ): Promise<ServerView> {
    return this.#view(unwrap(await this.servers.change(caller, `${ns}/${server}`, body)));
  }

  @Endpoint('deleteServer')
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('server') server: string,
  ): Promise<void> {
    unwrap(await this.servers.remove(caller, `${ns}/${server}`));
  }

  #view = (server: Server): ServerView =>
    serverView(server, this.health(server.id), commandView(server, this.commands));
}
