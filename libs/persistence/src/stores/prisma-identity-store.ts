import type { Visibility } from '@assay/contracts';
import type {
  AccessToken,
  ApiKey,
  Delegation,
  Endorsement,
  Grant,
  IdentityStore,
  Namespace,
  Organisation,
  Principal,
} from '@assay/identity';
import { Prisma, type PrismaClient } from '../generated/client.js';
import { moment, toEndorsement, toPrincipal } from './identity-rows.js';

/** Access tokens of a key that are valid at a time: a client that refreshes early ends its oldest. */
const maxTokens = 4;

const storedDelegation = ({ tokens, ...client }: Delegation) => ({
  ...client,
  tokens: tokens.map((it) => ({ ...it, scopes: [...it.scopes] })),
});

/** Who may do what, in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PrismaIdentityStore implements IdentityStore {
  constructor(private readonly prisma: PrismaClient) {}

  async addOrganisation(organisation: Organisation): Promise<'added' | 'taken'> {
    const { count } = await this.prisma.organisation.createMany({
      data: {
        id: organisation.id,
        organisationId: organisation.id,
        name: organisation.name,
        createdAt: new Date(organisation.createdAt),
      },
      skipDuplicates: true,
    });
    return count === 1 ? 'added' : 'taken';
  }

  async addPrincipal(principal: Principal): Promise<Principal> {
    const { count } = await this.prisma.principal.createMany({
      data: { ...principal, createdAt: new Date(principal.createdAt) },
      skipDuplicates: true,
    });
    if (count === 1) return principal;
    const { organisationId, name } = principal;
    const present = await this.prisma.principal.findUniqueOrThrow({
      where: { organisationId_name: { organisationId, name } },
    });
    return toPrincipal(present);
  }

  async addKey(key: ApiKey): Promise<void> {
    await this.prisma.apiKey.create({
      data: {
        ...key,
        scopes: [...key.scopes],
        namespaces: key.namespaces === null ? Prisma.DbNull : [...key.namespaces],
        createdAt: new Date(key.createdAt),
        expiresAt: moment(key.expiresAt),
        revokedAt: moment(key.revokedAt),
        delegation: key.delegation === undefined ? Prisma.DbNull : storedDelegation(key.delegation),
      },
    });
  }

  async revokeKey(id: string, at: number): Promise<boolean> {
    const { count } = await this.prisma.apiKey.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: new Date(at) },
    });
    return count === 1;
  }

  async addToken(keyId: string, token: AccessToken, endsAt: number, now: number): Promise<boolean> {
    const changed = await this.prisma.$executeRaw`
      UPDATE api_keys SET expires_at = ${new Date(endsAt)}, delegation = jsonb_set(delegation, '{tokens}', (
        SELECT jsonb_agg(it ORDER BY at) FROM (
          SELECT it, at FROM jsonb_array_elements(delegation->'tokens' || ${JSON.stringify([token])}::jsonb)
            WITH ORDINALITY AS tokens (it, at)
          WHERE (it->>'expiresAt')::bigint > ${now} ORDER BY at DESC LIMIT ${maxTokens}) AS latest))
      WHERE id = ${keyId}::uuid AND revoked_at IS NULL AND delegation IS NOT NULL`;
    return changed === 1;
  }

  async removeToken(keyId: string, prefix: string): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE api_keys SET delegation = jsonb_set(delegation, '{tokens}', COALESCE((
        SELECT jsonb_agg(it) FROM jsonb_array_elements(delegation->'tokens') AS tokens (it)
        WHERE it->>'prefix' <> ${prefix}), '[]'::jsonb))
      WHERE id = ${keyId}::uuid AND delegation IS NOT NULL`;
  }

  async addNamespace(namespace: Namespace): Promise<'added' | 'taken'> {
    const { id, organisationId, name, visibility, owners, proven, createdBy } = namespace;
    return await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.namespace.createMany({
        data: {
          ...{ id, organisationId, name, visibility, createdBy, createdAt: new Date(namespace.createdAt) },
          ...(proven && {
            provenMethod: proven.method,
            provenDomain: proven.domain,
            provenAt: new Date(proven.at),
          }),
        },
        skipDuplicates: true,
      });
      if (count === 0) return 'taken';
      // A rename that freed the name has left it as an alias; the insert above has waited for it to commit.
      if ((await transaction.namespaceAlias.count({ where: { name } })) > 0) {
        await transaction.namespace.delete({ where: { id } });
        return 'taken';
      }
      await transaction.namespaceOwner.createMany({
        data: owners.map((principalId) => ({
          organisationId: namespace.organisationId,
          namespaceId: namespace.id,
          principalId,
        })),
        skipDuplicates: true,
      });
      return 'added';
    });
  }

  async changeVisibility(namespace: string, visibility: Visibility): Promise<boolean> {
    const { count } = await this.prisma.namespace.updateMany({ where: { name: namespace }, data: { visibility } });
    return count === 1;
  }

  async addOwner(namespace: string, principalId: string): Promise<boolean> {
    // The lock waits for a transfer under way, after which the principal may be a stranger.
    const owned = await this.prisma.$queryRaw<{ id: string }[]>`
      WITH owned AS (
        SELECT namespaces.id, organisation_id FROM namespaces JOIN principals USING (organisation_id)
        WHERE namespaces.name = ${namespace} AND principals.id = ${principalId}::uuid FOR KEY SHARE OF namespaces
      ), added AS (
        INSERT INTO namespace_owners (organisation_id, namespace_id, principal_id)
        SELECT organisation_id, id, ${principalId}::uuid FROM owned ON CONFLICT DO NOTHING)
      SELECT id FROM owned`;
    return owned.length === 1;
  }

  async removeOwner(namespace: string, principalId: string): Promise<'removed' | 'missing' | 'last'> {
    return await this.prisma.$transaction(async (transaction) => {
      // Two removals at once would each see the other's owner remain; the lock lets the second see what the first did.
      const locked = await transaction.$queryRaw<{ id: string }[]>`
        SELECT id FROM namespaces WHERE name = ${namespace} FOR UPDATE`;
      const namespaceId = locked[0]?.id;
      if (namespaceId === undefined) return 'missing';
      const owners = await transaction.namespaceOwner.findMany({ where: { namespaceId } });
      if (!owners.some((owner) => owner.principalId === principalId)) return 'missing';
      const teams = { some: { namespaceId } };
      if (owners.length === 1 && (await transaction.teamMember.count({ where: { team: { owned: teams } } })) === 0) {
        return 'last';
      }
      await transaction.namespaceOwner.delete({
        where: { namespaceId_principalId: { namespaceId, principalId } },
      });
      return 'removed';
    });
  }

  async addGrant(grant: Grant): Promise<void> {
    await this.prisma.grant.create({
      data: { ...grant, actions: [...grant.actions], createdAt: new Date(grant.createdAt) },
    });
  }

  async removeGrant(id: string): Promise<boolean> {
    const { count } = await this.prisma.grant.deleteMany({ where: { id } });
    return count === 1;
  }

  async addEndorsement(endorsement: Endorsement): Promise<Endorsement> {
    const { count } = await this.prisma.endorsement.createMany({
      data: { ...endorsement, createdAt: new Date(endorsement.createdAt) },
      skipDuplicates: true,
    });
    if (count === 1) return endorsement;
    const { organisationId, tool } = endorsement;
    const present = await this.prisma.endorsement.findUniqueOrThrow({
      where: { organisationId_tool: { organisationId, tool } },
    });
    return toEndorsement(present);
  }

  async removeEndorsement(id: string): Promise<boolean> {
    const { count } = await this.prisma.endorsement.deleteMany({ where: { id } });
    return count === 1;
  }
}
