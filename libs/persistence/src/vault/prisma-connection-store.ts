import type { Authorization, Connection, ConnectionPatch, ConnectionStore } from '@assay/vault';
import { Prisma, type PrismaClient } from '../generated/client.js';
import { sharedOwner, toConnection } from './connection-rows.js';

type AuthorizationRow = Prisma.ConnectionAuthorizationGetPayload<object>;

/** Connections in PostgreSQL. What is secret arrives sealed; triggers put each change into the outbox. */
export class PrismaConnectionStore implements ConnectionStore {
  constructor(private readonly prisma: PrismaClient) {}

  async add(connection: Connection): Promise<boolean> {
    const { shared, grantedTo, namespaces, oauth, tokensExpireAt, createdAt, updatedAt, ...plain } = connection;
    const { count } = await this.prisma.connection.createMany({
      data: {
        ...plain,
        owner: shared ? sharedOwner : plain.principalId,
        target: plain.serverId ?? plain.origin,
        grantedTo: [...grantedTo],
        namespaces: [...namespaces],
        oauth: jsonOf(oauth),
        tokensExpireAt: dateOf(tokensExpireAt),
        createdAt: new Date(createdAt),
        updatedAt: new Date(updatedAt),
      },
      skipDuplicates: true,
    });
    return count === 1;
  }

  async change(id: string, patch: ConnectionPatch, at: number, revision?: number): Promise<boolean> {
    const { oauth, tokensExpireAt, ...plain } = patch;
    const changesCredential = patch.secret !== undefined || patch.tokens !== undefined;
    const { count } = await this.prisma.connection.updateMany({
      where: { id, ...(revision !== undefined && { revision }) },
      data: {
        ...plain,
        ...(oauth !== undefined && { oauth: jsonOf(oauth) }),
        ...(tokensExpireAt !== undefined && { tokensExpireAt: dateOf(tokensExpireAt) }),
        ...(changesCredential && { revision: { increment: 1 } }),
        refreshingUntil: null,
        updatedAt: new Date(at),
      },
    });
    return count === 1;
  }

  async remove(id: string): Promise<boolean> {
    return (await this.prisma.connection.deleteMany({ where: { id } })).count === 1;
  }

  async find(id: string): Promise<Connection | undefined> {
    const row = await this.prisma.connection.findUnique({ where: { id } });
    return row === null ? undefined : toConnection(row);
  }

  /** The claim is one statement, so that of two replicas one gets it. */
  async lease(id: string, now: number, until: number) {
    const { count } = await this.prisma.connection.updateMany({
      where: { id, OR: [{ refreshingUntil: null }, { refreshingUntil: { lte: new Date(now) } }] },
      data: { refreshingUntil: new Date(until) },
    });
    const connection = await this.find(id);
    return connection && { connection, leased: count === 1 };
  }

  async release(id: string): Promise<void> {
    await this.prisma.connection.updateMany({ where: { id }, data: { refreshingUntil: null } });
  }

  async begin({ expiresAt, ...authorization }: Authorization, now: number): Promise<void> {
    const { connectionId } = authorization;
    await this.prisma.$transaction([
      this.prisma.connectionAuthorization.deleteMany({
        where: { OR: [{ connectionId }, { expiresAt: { lte: new Date(now) } }] },
      }),
      this.prisma.connectionAuthorization.createMany({
        data: { ...authorization, attempts: 0, expiresAt: new Date(expiresAt) },
      }),
    ]);
  }

  async take(state: string, now: number): Promise<Authorization | undefined> {
    const rows = await this.prisma.$queryRaw<AuthorizationColumns[]>`
      DELETE FROM connection_authorizations WHERE state = ${state} AND code IS NULL AND expires_at > ${new Date(now)}
      RETURNING *`;
    return rows[0] && toAuthorization(rows[0]);
  }

  async answered(connectionId: string, now: number, attempts: number): Promise<Authorization | undefined> {
    const rows = await this.prisma.$queryRaw<AuthorizationColumns[]>`
      UPDATE connection_authorizations SET attempts = attempts + 1
      WHERE connection_id = ${connectionId}::uuid AND code IS NOT NULL AND expires_at > ${new Date(now)}
        AND attempts < ${attempts}
      RETURNING *`;
    return rows[0] && toAuthorization(rows[0]);
  }

  async end(connectionId: string): Promise<void> {
    await this.prisma.connectionAuthorization.deleteMany({ where: { connectionId } });
  }
}

interface AuthorizationColumns extends Pick<AuthorizationRow, 'state' | 'secret' | 'code'> {
  readonly organisation_id: string;
  readonly connection_id: string;
  readonly principal_id: string;
  readonly expires_at: Date;
}

const toAuthorization = (row: AuthorizationColumns): Authorization => ({
  state: row.state,
  organisationId: row.organisation_id,
  connectionId: row.connection_id,
  principalId: row.principal_id,
  secret: row.secret,
  code: row.code,
  expiresAt: row.expires_at.getTime(),
});

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const jsonOf = (value: Connection['oauth']) =>
  value === null ? Prisma.DbNull : (value as unknown as Prisma.InputJsonObject);
