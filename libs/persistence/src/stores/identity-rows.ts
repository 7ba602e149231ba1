import type { PrincipalKind, Visibility } from '@assay/contracts';
import type {
  Alias,
  ApiKey,
  Delegation,
  Endorsement,
  Grant,
  Namespace,
  Organisation,
  Principal,
  Team,
} from '@assay/identity';
import type {
  ApiKey as ApiKeyRow,
  Endorsement as EndorsementRow,
  Grant as GrantRow,
  NamespaceAlias as NamespaceAliasRow,
  Namespace as NamespaceRow,
  NamespaceTransfer as NamespaceTransferRow,
  Organisation as OrganisationRow,
  Principal as PrincipalRow,
  Team as TeamRow,
  ToolAlias as ToolAliasRow,
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
  ...(row.delegation !== null && { delegation: row.delegation as unknown as Delegation }),
});

/** What of other tables belongs to a namespace's state. */
export const withNamespace = { owners: true, teams: true, transfer: true } as const;

type WholeNamespaceRow = NamespaceRow & {
  owners: readonly { principalId: string }[];
  teams: readonly { teamId: string }[];
  transfer: NamespaceTransferRow | null;
};

export const toNamespace = (row: WholeNamespaceRow): Namespace => ({
  id: row.id,
  name: row.name,
  organisationId: row.organisationId,
  visibility: row.visibility as Visibility,
  owners: row.owners.map((owner) => owner.principalId),
  teams: row.teams.map(({ teamId }) => teamId),
  proven: toProven(row),
  transfer: row.transfer && {
    toOrganisationId: row.transfer.toOrganisationId,
    ownerId: row.transfer.ownerId,
    offeredAt: row.transfer.offeredAt.getTime(),
    offeredBy: row.transfer.offeredBy,
  },
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
});

/** A constraint keeps the three columns together. */
const toProven = ({ provenMethod, provenDomain, provenAt }: NamespaceRow): Namespace['proven'] =>
  provenMethod === null || provenDomain === null || provenAt === null
    ? null
    : { method: provenMethod as 'dns' | 'http', domain: provenDomain, at: provenAt.getTime() };

export const toTeam = (row: TeamRow & { members: readonly { principalId: string }[] }): Team => ({
  id: row.id,
  organisationId: row.organisationId,
  name: row.name,
  members: row.members.map((member) => member.principalId),
  createdAt: row.createdAt.getTime(),
  createdBy: row.createdBy,
});

export const toNamespaceAlias = ({
  id,
  organisationId,
  name,
  target,
  createdAt,
  createdBy,
}: NamespaceAliasRow): Alias => ({
  id,
  organisationId,
  name,
  target,
  createdAt: createdAt.getTime(),
  createdBy,
});

export const toToolAlias = ({
  id,
  organisationId,
  name,
  namespace,
  tool,
  createdAt,
  createdBy,
}: ToolAliasRow): Alias => ({
  id,
  organisationId,
  name,
  target: `${namespace}/${tool}`,
  createdAt: createdAt.getTime(),
  createdBy,
});

export const toGrant = (row: GrantRow): Grant => ({
  id: row.id,
  organisationId: row.organisationId,
  principalId: row.principalId,
  granteeOrganisationId: row.granteeOrganisationId,
  tool: row.tool,
  capability: row.capability,
  server: row.server,
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
