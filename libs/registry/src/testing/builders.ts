import type { Manifest } from '@assay/contracts';
import { callerOf, type Namespace, type Principal } from '@assay/identity';
import { definitionDigest, manifestDigest } from '../digests.js';
import { type Server, type ToolVersion, unassured } from '../records.js';
import type { Revocation } from '../revocation/revocation.js';
import { versionKey } from '../version-number.js';

/** Default objects, of which a test sets only the parts that matter to it. */
export const aManifest = (parts: Partial<Manifest> = {}): Manifest => ({
  name: 'acme/orders.create',
  version: '1.0.0',
  description: 'Creates an order.',
  inputSchema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
  protocol: 'mcp',
  endpoint: { server: 'acme/orders', tool: 'create_order' },
  ...parts,
});

export function aVersion(manifest: Manifest = aManifest(), parts: Partial<ToolVersion> = {}): ToolVersion {
  const [namespace, tool] = manifest.name.split('/') as [string, string];
  return {
    id: `version-${manifest.name}@${manifest.version}`,
    organisationId: 'org-acme',
    namespace,
    tool,
    version: manifest.version,
    versionKey: versionKey(manifest.version) as string,
    manifest,
    manifestDigest: manifestDigest(manifest),
    definitionDigest: definitionDigest(manifest),
    upstreamDigest: null,
    signatures: [],
    status: 'ACTIVE',
    stage: 'SANDBOX',
    sunsetAt: null,
    statusChange: null,
    quarantined: null,
    lastVerifiedAt: null,
    assurance: unassured,
    trust: null,
    usageCount: 0,
    publishedAt: 0,
    publishedBy: null,
    ...parts,
  };
}

export const aPrincipal = (parts: Partial<Principal> = {}): Principal => ({
  id: 'principal-ann',
  organisationId: 'org-acme',
  kind: 'user',
  name: 'ann',
  createdAt: 0,
  ...parts,
});

export const aNamespace = (parts: Partial<Namespace> = {}): Namespace => ({
  id: `namespace-${parts.name ?? 'acme'}`,
  name: 'acme',
  organisationId: 'org-acme',
  visibility: 'organisation',
  owners: ['principal-ann'],
  teams: [],
  proven: null,
  transfer: null,
  createdAt: 0,
  createdBy: 'principal-ann',
  ...parts,
});

export const aServer = (parts: Partial<Server> = {}): Server => ({
  id: 'server-orders',
  organisationId: 'org-acme',
  namespace: 'acme',
  name: 'orders',
  mcp: { url: 'http://127.0.0.1:9/mcp' },
  http: null,
  grpc: null,
  stateless: false,
  isolation: null,
  confirmation: null,
  packages: null,
  createdAt: 0,
  updatedAt: 0,
  ...parts,
});

/** Revokes all of acme/orders.create by default. */
export const aRevocation = (parts: Partial<Revocation> = {}): Revocation => ({
  id: 'revocation-orders',
  organisationId: 'org-acme',
  namespace: 'acme',
  tool: 'orders.create',
  range: null,
  reason: 'It loses orders.',
  createdAt: 0,
  createdBy: 'principal-ann',
  cause: null,
  appeal: null,
  lifted: null,
  ...parts,
});

/** A caller of an ordinary publisher's key. */
export const aCaller = (
  parts: Partial<Principal> = {},
  scopes: readonly string[] = ['registry:read', 'registry:publish', 'tools:call'],
  namespaces: readonly string[] | null = null,
) => callerOf(aPrincipal(parts), scopes, namespaces);
