import {
  AuthorizeConnection,
  type ConnectionChange,
  Connections,
  ManageConnections,
  ProvideCredential,
  ResealSecrets,
  StartAuthorization,
} from '@assay/vault';
import { Module } from '@nestjs/common';
import { oauthCallbackPath } from '../../edges/http/oauth-callback-path.js';
import { ChangeFollowers } from '../../platform/memory/change-followers.js';
import { changePorts, memory } from '../../platform/port-sets.js';
import { CONNECTION_STORE, OAUTH_CLIENT, OWN_URL, SEALER, SECRET_RESEAL } from '../../platform/ports.js';
import { from, provide, useCase } from '../../platform/provide.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NOTICES } from '../notifications/ports.js';
import { ConnectionsController } from './connections.controller.js';
import { OAuthCallback } from './oauth-callback.js';

const ports = {
  ...changePorts,
  ...memory,
  ...{ connections: Connections, store: CONNECTION_STORE, oauth: OAUTH_CLIENT, sealer: SEALER, notices: NOTICES },
};

const providers = [
  provide(Connections, { followers: ChangeFollowers }, ({ followers }) => {
    const connections = new Connections();
    followers.follow<ConnectionChange>(['connection'], (change) => connections.apply(change));
    return connections;
  }),
  useCase(ManageConnections, ports),
  useCase(AuthorizeConnection, {
    ...ports,
    manage: ManageConnections,
    redirectUri: from(OWN_URL, (ownUrl) => () => `${ownUrl()}${oauthCallbackPath}`),
  }),
  useCase(StartAuthorization, {
    manage: ManageConnections,
    authorize: AuthorizeConnection,
    connections: Connections,
  }),
  useCase(ProvideCredential, { ...ports, startAuthorization: StartAuthorization }),
  useCase(ResealSecrets, { ...ports, secrets: SECRET_RESEAL }),
  OAuthCallback,
];

/** The credential vault: what is in it, who puts it there, and what calls get of it. */
@Module({ imports: [NotificationsModule], controllers: [ConnectionsController], providers, exports: providers })
export class ConnectionsModule {}
