import type {
  EndorsementView,
  GrantView,
  ImportView,
  KeyView,
  NamespaceView,
  OrganisationView,
  PrincipalView,
  ServerView,
} from '@assay/contracts';
import {
  type ApiKey,
  type Directory,
  type Endorsement,
  type Grant,
  type Import,
  isoTime,
  isoTimeOrNull,
  type Namespace,
  type Organisation,
  type Principal,
  type Server,
} from '@assay/core';

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
});

/** Between two changes of one transaction a key may be here before its principal. */
const unknownPrincipal = (key: ApiKey): Principal => ({
  id: key.principalId,
  organisationId: key.organisationId,
  kind: 'service',
  name: 'unknown',
  createdAt: key.createdAt,
});

/** Owners are shown to the namespace's own organisation only. */
export const namespaceView = (
  namespace: Namespace,
  directory: Directory,
  organisationId: string | null,
): NamespaceView => ({
  name: namespace.name,
  organisation: directory.organisation(namespace.organisationId)?.name ?? '',
  visibility: namespace.visibility,
  owners:
    namespace.organisationId === organisationId
      ? namespace.owners.flatMap((id) => {
          const owner = directory.principal(id);
          return owner === undefined ? [] : [principalView(owner)];
        })
      : [],
  createdAt: isoTime(namespace.createdAt),
});

export const grantView = (grant: Grant, directory: Directory): GrantView => ({
  id: grant.id,
  principal: grant.principalId === null ? null : (directory.principal(grant.principalId)?.name ?? null),
  organisation:
    grant.granteeOrganisationId === null ? null : (directory.organisation(grant.granteeOrganisationId)?.name ?? null),
  tool: grant.tool,
  capability: grant.capability,
  actions: [...grant.actions],
  createdAt: isoTime(grant.createdAt),
});

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

/** Values of headers and environment stay here: only their names are shown. */
export const serverView = (
  { namespace, name, mcp, stateless, createdAt, updatedAt }: Server,
  health: Health,
): ServerView => ({
  name: `${namespace}/${name}`,
  mcp:
    'url' in mcp
      ? { url: mcp.url, headers: Object.keys(mcp.headers ?? {}) }
      : { command: mcp.command, args: mcp.args ?? [], env: Object.keys(mcp.env ?? {}) },
  stateless,
  health: { ...health, since: isoTimeOrNull(health.since) },
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
});

export const importView = ({ id, server, proposals, removed, createdAt }: Import): ImportView => ({
  id,
  server,
  manifests: proposals.map((it) => it.manifest),
  proposals: [...proposals],
  removed: [...removed],
  createdAt: isoTime(createdAt),
});
