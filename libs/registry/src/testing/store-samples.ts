import { randomUUID } from 'node:crypto';
import type { ApiKey, Endorsement, Grant, Namespace, Organisation, Principal } from '@assay/identity';
import { type Server, type ToolVersion, unassured } from '../records.js';

/** Rows with ids that a database accepts, all of one organisation by default. */
const at = Date.UTC(2026, 10, 21, 12, 0, 0, 123);

export const anOrganisationRow = (name = 'acme'): Organisation => ({ id: randomUUID(), name, createdAt: at });

export const aPrincipalRow = (organisationId: string, name = 'ann'): Principal => ({
  id: randomUUID(),
  organisationId,
  kind: 'user',
  name,
  createdAt: at,
});

export const aKeyRow = (principal: Principal, parts: Partial<ApiKey> = {}): ApiKey => ({
  id: randomUUID(),
  organisationId: principal.organisationId,
  principalId: principal.id,
  prefix: randomUUID().slice(0, 8),
  hash: `sha256:${'0'.repeat(64)}`,
  scopes: ['registry:read', 'tools:call'],
  namespaces: null,
  createdAt: at,
  createdBy: null,
  expiresAt: null,
  revokedAt: null,
  ...parts,
});

export const aNamespaceRow = (owner: Principal, name = 'acme'): Namespace => ({
  id: randomUUID(),
  name,
  organisationId: owner.organisationId,
  visibility: 'organisation',
  owners: [owner.id],
  teams: [],
  proven: null,
  transfer: null,
  createdAt: at,
  createdBy: owner.id,
});

export const aGrantRow = (grantee: Principal, tool = 'acme/orders.create'): Grant => ({
  id: randomUUID(),
  organisationId: grantee.organisationId,
  principalId: grantee.id,
  granteeOrganisationId: null,
  tool,
  capability: null,
  server: null,
  actions: ['call'],
  createdAt: at,
  createdBy: grantee.id,
});

export const anEndorsementRow = (organisationId: string, tool = 'acme/orders.create'): Endorsement => ({
  id: randomUUID(),
  organisationId,
  tool,
  createdAt: at,
  createdBy: null,
});

export const aServerRow = (namespace: Namespace, parts: Partial<Server> = {}): Server => ({
  id: randomUUID(),
  organisationId: namespace.organisationId,
  namespace: namespace.name,
  name: 'orders',
  mcp: { url: 'https://orders.example/mcp', headers: { Authorization: 'Bearer secret-of-acme' } },
  http: null,
  grpc: null,
  stateless: false,
  isolation: null,
  confirmation: null,
  packages: null,
  createdAt: at,
  updatedAt: at,
  ...parts,
});

export const aVersionRow = (
  namespace: Namespace,
  version = '1.0.0',
  parts: Partial<ToolVersion> = {},
): ToolVersion => ({
  id: randomUUID(),
  organisationId: namespace.organisationId,
  namespace: namespace.name,
  tool: 'orders.create',
  version,
  versionKey: version.split('+')[0] as string,
  manifest: {
    name: `${namespace.name}/orders.create`,
    version,
    description: 'Creates an order. "Quoted", a \\ and a \u0000, an é, a 🧾.',
    inputSchema: { type: 'object', properties: { zone: {}, amount: { type: 'number' }, id: {} }, required: ['zone'] },
    protocol: 'mcp',
    endpoint: { server: `${namespace.name}/orders`, tool: 'create_order' },
  },
  manifestDigest: `sha256:${'1'.repeat(64)}`,
  definitionDigest: `sha256:${'2'.repeat(64)}`,
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
  publishedAt: at,
  publishedBy: null,
  ...parts,
});
