import type {
  EndorsementView,
  GrantView,
  ImportView,
  KeyView,
  NamespaceView,
  OrganisationView,
  PrincipalView,
  ServerView,
  TeamView,
} from '@assay/contracts';
import type { StandingApproval } from '@assay/gateway';
import type { ApiKey, Directory, Endorsement, Grant, Namespace, Organisation, Principal, Team } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import { type Import, type Server, withoutSecretArguments, withoutSecretsIn } from '@assay/registry';

import type { ShowCommands } from '../features/servers/show-commands.js';

// Records of the domain as clients see them: names for ids, ISO times, no secrets.

export const organisationView = ({ id, name, createdAt }: Organisation): OrganisationView => ({
  id,
  name,
  createdAt: isoTime(createdAt),
});

export const principalView = ({ id, kind, name }: Principal): PrincipalView => ({ id, kind, name });

export const keyView = (key: ApiKey, directory: Directory): KeyView => ({
  id: key.id,
  prefix: key.prefix,
  principal: principalView(directory.principal(key.principalId) ?? unknownPrincipal(key)),
  organisation: directory.organisation(key.organisationId)?.name ?? '',
  scopes: [...key.scopes],
  namespaces: key.namespaces && [...key.namespaces],
  createdAt: isoTime(key.createdAt),
  expiresAt: isoTimeOrNull(key.expiresAt),
  revokedAt: isoTimeOrNull(key.revokedAt),
  client: key.delegation
    ? { id: key.delegation.clientId, name: key.delegation.clientName, resource: key.delegation.resource }
    : null,
});

/** Between two changes of one transaction a key may be here before its principal. */
const unknownPrincipal = (key: ApiKey): Principal => ({
  id: key.principalId,
  organisationId: key.organisationId,
  kind: 'service',
  name: 'unknown',
  createdAt: key.createdAt,
});

const principalViews = (ids: readonly string[], directory: Directory): PrincipalView[] =>
  ids.flatMap((id) => {
    const principal = directory.principal(id);
    return principal === undefined ? [] : [principalView(principal)];
  });

/** Owners are shown to the namespace's own organisation only, an offer to the other side of it as well. */
export const namespaceView = (
  namespace: Namespace,
  directory: Directory,
  organisationId: string | null,
): NamespaceView => ({
  name: namespace.name,
  organisation: directory.organisation(namespace.organisationId)?.name ?? '',
  visibility: namespace.visibility,
  ...(namespace.organisationId === organisationId
    ? {
        owners: principalViews(namespace.owners, directory),
        teams: namespace.teams.flatMap((id) => directory.teams.get(id)?.name ?? []).sort(),
      }
    : { owners: [], teams: [] }),
  proven: namespace.proven && { ...namespace.proven, at: isoTime(namespace.proven.at) },
  transfer: transferView(namespace, directory, organisationId),
  formerNames: [...directory.aliases.ofNamespace(namespace.name)],
  createdAt: isoTime(namespace.createdAt),
});

function transferView(
  { organisationId: from, transfer }: Namespace,
  directory: Directory,
  organisationId: string | null,
): NamespaceView['transfer'] {
  if (transfer === null || organisationId === null) return null;
  if (organisationId !== from && organisationId !== transfer.toOrganisationId) return null;
  return {
    organisation: directory.organisation(transfer.toOrganisationId)?.name ?? '',
    // For the receiving organisation alone: who belongs to it is nobody else's to learn.
    owner:
      transfer.ownerId === null || organisationId !== transfer.toOrganisationId
        ? null
        : (directory.principal(transfer.ownerId)?.name ?? null),
    offeredAt: isoTime(transfer.offeredAt),
  };
}

export const teamView = (team: Team, directory: Directory, namespaces: readonly string[]): TeamView => ({
  name: team.name,
  organisation: directory.organisation(team.organisationId)?.name ?? '',
  members: principalViews(team.members, directory),
  namespaces: [...namespaces],
  createdAt: isoTime(team.createdAt),
});

export const grantView = (grant: Grant, directory: Directory): GrantView => ({
  id: grant.id,
  principal: grant.principalId === null ? null : (directory.principal(grant.principalId)?.name ?? null),
  organisation:
    grant.granteeOrganisationId === null ? null : (directory.organisation(grant.granteeOrganisationId)?.name ?? null),
  tool: grant.tool,
  capability: grant.capability,
  server: grant.server,
  actions: [...grant.actions],
  standing: null,
  createdAt: isoTime(grant.createdAt),
});

export const standingGrantView = (standing: StandingApproval, now: number, directory: Directory): GrantView => ({
  id: standing.id,
  principal: directory.principal(standing.principalId)?.name ?? null,
  ...{ organisation: null, tool: standing.tool, capability: null, server: null, actions: ['call'] },
  standing: {
    count: standing.count,
    used: standing.used,
    expiresAt: isoTime(standing.expiresAt),
    bounds: standing.bounds,
    state: stateOf(standing, now),
    createdBy: directory.principal(standing.createdBy)?.name ?? null,
  },
  createdAt: isoTime(standing.createdAt),
});

function stateOf({ revokedAt, used, count, expiresAt }: StandingApproval, now: number) {
  if (revokedAt !== null) return 'revoked';
  if (used >= count) return 'spent';
  return expiresAt <= now ? 'expired' : 'usable';
}

export const endorsementView = (endorsement: Endorsement, directory: Directory): EndorsementView => ({
  id: endorsement.id,
  tool: endorsement.tool,
  organisation: directory.organisation(endorsement.organisationId)?.name ?? '',
  createdAt: isoTime(endorsement.createdAt),
});

export interface Health {
  readonly state: 'unknown' | 'up' | 'down';
  readonly since: number | null;
  readonly detail: string | null;
}

/** Values of headers, query parameters, metadata and environment stay here: only their names are shown. */
export const serverView = (
  { namespace, name, mcp, http, grpc, stateless, createdAt, updatedAt }: Server,
  health: Health,
  command: Partial<ServerView> = {},
): ServerView => ({
  name: `${namespace}/${name}`,
  ...(mcp && { mcp: mcpView(mcp) }),
  ...(http && { http: httpView(http) }),
  ...(grpc && { grpc: grpcView(grpc) }),
  stateless,
  ...command,
  health: { ...health, since: isoTimeOrNull(health.since) },
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
});

const mcpView = (mcp: NonNullable<Server['mcp']>): NonNullable<ServerView['mcp']> =>
  'url' in mcp
    ? { url: withoutSecretsIn(mcp.url), headers: Object.keys(mcp.headers ?? {}) }
    : { command: mcp.command, args: withoutSecretArguments(mcp.args ?? []), env: Object.keys(mcp.env ?? {}) };

const httpView = ({ url, headers, query, openapi }: NonNullable<Server['http']>): NonNullable<ServerView['http']> => ({
  url,
  headers: Object.keys(headers ?? {}),
  query: Object.keys(query ?? {}),
  openapi: openapi ?? null,
});

const grpcView = ({ address, metadata, reflection }: NonNullable<Server['grpc']>): NonNullable<ServerView['grpc']> => ({
  address,
  metadata: Object.keys(metadata ?? {}),
  reflection: reflection ?? true,
});

/** What is shown of a command beside its words; nothing for a server with an address. */
export function commandView(server: Server, commands: ShowCommands): Partial<ServerView> {
  const isolation = commands.isolationOf(server);
  if (isolation === undefined) return {};
  const systemCalls = commands.systemCallsOf(server);
  return {
    isolation,
    command: {
      ...(systemCalls !== undefined && { systemCalls }),
      confirmedBy: commands.confirmerOf(server),
      confirmedAt: isoTimeOrNull(server.confirmation?.at ?? null),
      problem: commands.problemOf(server),
      packages: [...(server.packages?.packages ?? [])],
    },
    refusals: [...commands.refusalsOf(server)],
  };
}

export const importView = (
  { id, server, proposals, removed, leftOut, draft, createdAt }: Import,
  isolation?: ImportView['isolation'],
): ImportView => ({
  id,
  server,
  manifests: proposals.map((it) => it.manifest),
  proposals: [...proposals],
  removed: [...removed],
  leftOut: [...leftOut],
  ...(draft !== null && { draft: true }),
  ...(isolation !== undefined && { isolation }),
  createdAt: isoTime(createdAt),
});
