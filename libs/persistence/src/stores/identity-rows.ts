import type { PrincipalKind, Visibility } from '@assay/contracts';
import type { ApiKey, Endorsement, Grant, Namespace, Organisation, Principal } from '@assay/core';
import type {
  ApiKey as ApiKeyRow,
  Endorsement as EndorsementRow,
  Grant as GrantRow,
  Namespace as NamespaceRow,
  Organisation as OrganisationRow,
  Principal as PrincipalRow,
} from '../generated/client.js';

/** Milliseconds since the epoch of a column that may be empty. */
export const milliseconds = (at: Date | null): number | null => at?.getTime() ?? null;
/** A column's value of milliseconds that may be absent. */
export const moment = (at: number | null): Date | null => (at === null ? null : new Date(at));

export const toOrganisation = (row: OrganisationRow): Organisation => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.getTime(),
});

export const toPrincipal = (row: PrincipalRow): Principal => ({
  id: row.id,
  organisationId: row.organisationId,
  kind: row.kind as PrincipalKind,
  name: row.name,
  createdAt: row.createdAt.getTime(),
});

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  organisationId: row.organisationId,
  principalId: row.principalId,
  prefix: row.prefix,
  hash: row.hash,
  scopes: row.scopes,
  namespaces: row.namespaces as readonly string[] | null,
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
  expiresAt: milliseconds(row.expiresAt),
  revokedAt: milliseconds(row.revokedAt),
});

export const toNamespace = (row: NamespaceRow & { owners: readonly { principalId: string }[] }): Namespace => ({
  id: row.id,
  name: row.name,
  organisationId: row.organisationId,
  visibility: row.visibility as Visibility,
  owners: row.owners.map((owner) => owner.principalId),
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
});

export const toGrant = (row: GrantRow): Grant => ({
  id: row.id,
  organisationId: row.organisationId,
  principalId: row.principalId,
  granteeOrganisationId: row.granteeOrganisationId,
  tool: row.tool,
  capability: row.capability,
  actions: row.actions as readonly 'call'[],
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
});

export const toEndorsement = (row: EndorsementRow): Endorsement => ({
  id: row.id,
  organisationId: row.organisationId,
  tool: row.tool,
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
});
