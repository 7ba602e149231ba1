import type { Notices } from '@assay/kernel';
import {
  AuthorizeConnection,
  type ConnectionChange,
  Connections,
  ManageConnections,
  type ManageConnectionsPorts,
  ProvideCredential,
  ResealSecrets,
  StartAuthorization,
} from '@assay/vault';
import type { VaultAdapters } from '../../adapters.js';
import { filterChanges } from '../../platform/memory/filter-changes.js';

export interface CredentialParts
  extends Omit<ManageConnectionsPorts, 'connections' | 'store' | 'oauth' | 'sealer'>,
    VaultAdapters {
  readonly notices: Notices;
  /** The address clients use; empty before the server listens. */
  readonly ownUrl: () => string;
}

/** Where issuers send browsers back to, below the server's address. */
export const oauthCallbackPath = '/oauth/callback';

/** The credential vault: what is in it, who puts it there, and what calls get of it. */
export function buildCredentials({ reseal, endSessionsOf, ownUrl, ...parts }: CredentialParts) {
  const connections = new Connections();
  connections.listen(endSessionsOf);
  const ports = { ...parts, connections };
  const manage = new ManageConnections(ports);
  const redirectUri = () => `${ownUrl()}${oauthCallbackPath}`;
  const authorize = new AuthorizeConnection({ ...ports, manage, redirectUri });
  const startAuthorization = new StartAuthorization({ manage, authorize, connections });
  return {
    manage,
    authorize,
    provide: new ProvideCredential({ ...ports, startAuthorization }),
    reseal: new ResealSecrets({ ...parts, secrets: reseal }),
    following: filterChanges<ConnectionChange>(['connection'], (change) => connections.apply(change)),
  };
}
