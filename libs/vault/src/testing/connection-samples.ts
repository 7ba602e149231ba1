import { createHash } from 'node:crypto';
import type { Manifest } from '@assay/contracts';
import type { Sealer } from '@assay/kernel';
import type { Server, ToolVersion } from '@assay/registry';
import { aManifest, aServer, aVersion } from '@assay/registry/testing';
import type { Connection } from '../connection.js';

/** Hides nothing, but opens in its own place only. */
export const plainSealer: Sealer = {
  seal: (plain, context) => JSON.stringify([context, plain]),
  open: (sealed, context) => {
    const [place, plain] = JSON.parse(sealed) as [string, string];
    if (place !== context) throw new Error('sealed in another place');
    return plain;
  },
  isPresent: () => true,
  rewrap: (sealed) => sealed,
  mac: (text) => createHash('sha256').update(text).digest('base64url'),
};

/** The bearer token of `aConnection`. */
export const connectionToken = 'tok-4f8a91c2d7';

const id = '0198f000-0000-7000-8000-00000000c001';

/** A bearer token of ann's for the server `acme/orders`, sealed by `plainSealer`. */
export const aConnection = (parts: Partial<Connection> = {}): Connection => ({
  id,
  organisationId: 'org-acme',
  principalId: 'principal-ann',
  shared: false,
  grantedTo: [],
  serverId: 'server-orders',
  origin: 'https://orders.example',
  namespaces: [],
  kind: 'bearer',
  place: null,
  name: null,
  oauth: null,
  secret: plainSealer.seal(JSON.stringify({ kind: 'bearer', token: connectionToken }), `connection ${id} secret`),
  tokens: null,
  tokensExpireAt: null,
  state: 'ready',
  problem: null,
  revision: 1,
  createdAt: 0,
  updatedAt: 0,
  ...parts,
});

/** The server that `aConnection` is for. */
export const aConnectedServer = (parts: Partial<Server> = {}): Server =>
  aServer({ mcp: { url: 'https://orders.example/mcp' }, ...parts });

/** A tool that says how it is called. */
export const aToolWith = (auth: Manifest['auth'], parts: Partial<Manifest> = {}): ToolVersion =>
  aVersion(aManifest({ ...(auth && { auth }), ...parts }));
