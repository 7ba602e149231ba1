import type {
  AuthorizationView,
  AuthorizeConnection,
  ConfirmAuthorization,
  ConnectionView,
  CreateConnection,
  ResealedView,
  RotateConnection,
} from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import {
  AuthorizeConnection as AuthorizeConnectionUseCase,
  type Connection,
  ManageConnections,
  ResealSecrets,
} from '@assay/vault';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';

/** The vault: credentials that calls carry to upstreams. Nothing secret is ever shown. */
@Controller()
export class ConnectionsController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(ManageConnections) private readonly connections: ManageConnections,
    @Inject(AuthorizeConnectionUseCase) private readonly authorizing: AuthorizeConnectionUseCase,
    @Inject(ResealSecrets) private readonly resealing: ResealSecrets,
  ) {}

  @Endpoint('listConnections')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.connections.list(caller), query, (it) => it.id);
    return { items: items.map(this.#view), nextCursor };
  }

  @Endpoint('createConnection')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateConnection): Promise<ConnectionView> {
    return this.#view(unwrap(await this.connections.create(caller, body)));
  }

  @Endpoint('showConnection')
  show(@CurrentCaller() caller: Caller, @Param('id') id: string): ConnectionView {
    return this.#view(unwrap(this.connections.find(caller, id)));
  }

  @Endpoint('deleteConnection')
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.connections.remove(caller, id));
  }

  @Endpoint('rotateConnection')
  async rotate(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: RotateConnection,
  ): Promise<ConnectionView> {
    return this.#view(unwrap(await this.connections.rotate(caller, id, body)));
  }

  @Endpoint('authorizeConnection')
  async authorize(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: AuthorizeConnection,
  ): Promise<AuthorizationView> {
    const begun = unwrap(await this.authorizing.begin(caller, id, body.scopes));
    return { url: begun.url, expiresAt: isoTime(begun.expiresAt) };
  }

  @Endpoint('confirmAuthorization')
  async confirm(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ConfirmAuthorization,
  ): Promise<ConnectionView> {
    return this.#view(unwrap(await this.authorizing.confirm(caller, id, body.code)));
  }

  @Endpoint('resealSecrets')
  async reseal(@CurrentCaller() caller: Caller): Promise<ResealedView> {
    return unwrap(await this.resealing.run(caller));
  }

  #view = (connection: Connection): ConnectionView => {
    const { directory } = this;
    const { id, principalId, shared, grantedTo, origin, namespaces, kind, state, problem, oauth } = connection;
    const nameOf = (principal: string): string => directory.principal(principal)?.name ?? principal;
    return {
      id,
      server: this.connections.serverName(connection),
      origin: origin.startsWith('command:') ? null : origin,
      namespaces: [...namespaces],
      owner: nameOf(principalId),
      shared,
      principals: shared && grantedTo.length > 0 ? grantedTo.map(nameOf) : null,
      kind,
      in: connection.place,
      name: connection.name,
      oauth2: oauth && {
        grant: oauth.grant,
        issuer: oauth.issuer,
        clientId: oauth.clientId,
        scopes: [...oauth.scopes],
        resource: oauth.resource,
        tokenExpiresAt: connection.tokensExpireAt === null ? null : isoTime(connection.tokensExpireAt),
      },
      state,
      problem,
      createdAt: isoTime(connection.createdAt),
      updatedAt: isoTime(connection.updatedAt),
    };
  };
}
