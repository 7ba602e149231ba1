import type { UpstreamCall } from '@assay/gateway';
import type { Server } from '@assay/registry';

/** Of a tool without a registered server: where what its call carries may go, as if a server's record held it. */
export const credentialAddress = ({
  server,
  credential,
}: Pick<UpstreamCall, 'server' | 'credential'>): Server['http'] =>
  server !== null || credential === undefined
    ? null
    : { url: credential.origin, headers: { ...credential.headers }, query: { ...credential.query } };
