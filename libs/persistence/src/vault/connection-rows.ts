import type { ConnectionKind, ConnectionPlace, ConnectionState } from '@assay/contracts';
import type { Connection, OAuthSettings } from '@assay/vault';
import type { Connection as Row } from '../generated/client.js';

/** The owner of a connection that administrators share. */
export const sharedOwner = 'shared';

/** A row of `connections`, as the change feed and the store read it. */
export const toConnection = (row: Row): Connection => ({
  id: row.id,
  organisationId: row.organisationId,
  principalId: row.principalId,
  shared: row.owner === sharedOwner,
  grantedTo: row.grantedTo,
  serverId: row.serverId,
  origin: row.origin,
  namespaces: row.namespaces,
  kind: row.kind as ConnectionKind,
  place: row.place as ConnectionPlace | null,
  name: row.name,
  oauth: row.oauth as OAuthSettings | null,
  secret: row.secret,
  tokens: row.tokens,
  tokensExpireAt: row.tokensExpireAt?.getTime() ?? null,
  state: row.state as ConnectionState,
  problem: row.problem,
  revision: row.revision,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});
