import type { Sealer } from '@assay/kernel';
import type { CatalogueStore, Import, PublishOutcome, Server, StatusChanged, ToolVersion } from '@assay/registry';
import type { Database } from '../database/open-database.js';
import { Prisma } from '../generated/client.js';
import { toImport, toToolVersion } from './catalogue-rows.js';
import { insertVersions } from './insert-versions.js';
import { PublishGroup } from './publish-group.js';
import { sealAddress, sealConfirmation, sealGrpcAddress, sealHttpAddress } from './sealed-address.js';

/** Binds what is sealed to its import. */
const draftOf = (importId: string): string => `draft of import ${importId}`;

/** The catalogue's writes in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PrismaCatalogueStore implements CatalogueStore {
  private readonly group: PublishGroup;

  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
  ) {
    this.group = new PublishGroup((publications) => insertVersions(database.pool, publications));
  }

  async publish(version: ToolVersion, besides: number): Promise<PublishOutcome> {
    if (await this.group.add({ version, besides })) return { kind: 'published' };
    const { namespace, tool, versionKey } = version;
    const present = await this.database.prisma.toolVersion.findUnique({
      where: { namespace_tool_versionKey: { namespace, tool, versionKey } },
    });
    return present === null ? { kind: 'moved' } : { kind: 'exists', version: toToolVersion(present) };
  }

  async changeStatus({ from, to }: StatusChanged): Promise<boolean> {
    const { count } = await this.database.prisma.toolVersion.updateMany({
      where: {
        id: from.id,
        status: from.status,
        sunsetAt: moment(from.sunsetAt),
        statusChangedAt: moment(from.statusChange?.at ?? null),
      },
      data: {
        status: to.status,
        sunsetAt: moment(to.sunsetAt),
        statusReason: to.statusChange.reason,
        statusChangedAt: moment(to.statusChange.at),
        statusHeeds: to.statusChange.supersededBy,
        statusTold: to.statusChange.notice,
      },
    });
    return count === 1;
  }

  async recordNotice(versionIds: readonly string[], notice: string): Promise<void> {
    await this.database.prisma.toolVersion.updateMany({
      where: { id: { in: [...versionIds] }, statusChangedAt: { not: null } },
      data: { statusTold: notice },
    });
  }

  addServer(server: Server): Promise<'added' | 'taken' | 'moved'> {
    return this.database.prisma.$transaction(async (transaction) => {
      // The lock waits for a transfer under way, after which the secrets would be in somebody else's hands.
      const owned = await transaction.$queryRaw<unknown[]>`
        SELECT id FROM namespaces WHERE name = ${server.namespace} AND organisation_id = ${server.organisationId}::uuid
        FOR KEY SHARE`;
      if (owned.length === 0) return 'moved';
      const { count } = await transaction.server.createMany({ data: this.toRow(server), skipDuplicates: true });
      return count === 1 ? 'added' : 'taken';
    });
  }

  async changeServer(server: Server): Promise<boolean> {
    const { mcp, http, grpc, stateless, isolation, confirmation, packages, updatedAt } = this.toRow(server);
    const { count } = await this.database.prisma.server.updateMany({
      where: { id: server.id, organisationId: server.organisationId },
      data: { mcp, http, grpc, stateless, isolation, confirmation, packages, updatedAt },
    });
    return count === 1;
  }

  async removeServer(id: string): Promise<boolean> {
    const { count } = await this.database.prisma.server.deleteMany({ where: { id } });
    return count === 1;
  }

  async addImport(proposed: Import): Promise<void> {
    await this.database.prisma.import.create({
      data: {
        ...proposed,
        proposals: proposed.proposals as unknown as Prisma.InputJsonValue,
        upstreamDigests: proposed.upstreamDigests,
        removed: [...proposed.removed],
        leftOut: [...proposed.leftOut],
        draft: proposed.draft && this.sealer.seal(JSON.stringify(proposed.draft), draftOf(proposed.id)),
        createdAt: new Date(proposed.createdAt),
      },
    });
  }

  async findImport(id: string): Promise<Import | undefined> {
    const row = await this.database.prisma.import.findUnique({ where: { id } });
    if (row === null) return undefined;
    const draft = row.draft && (JSON.parse(this.sealer.open(row.draft, draftOf(id))) as Server);
    return { ...toImport(row), draft: draft || null };
  }

  async endDraft(importId: string): Promise<void> {
    await this.database.prisma.import.updateMany({ where: { id: importId }, data: { draft: null } });
  }

  async forgetDrafts(before: number): Promise<number> {
    const { count } = await this.database.prisma.import.updateMany({
      where: { draft: { not: null }, createdAt: { lt: new Date(before) } },
      data: { draft: null },
    });
    return count;
  }

  async addUsage(calls: ReadonlyMap<string, number>): Promise<void> {
    if (calls.size === 0) return;
    // Rows are locked in the order of their ids, so that two replicas never wait for each other in a circle.
    await this.database.prisma.$executeRaw`
       WITH calls AS (
         SELECT * FROM unnest(${[...calls.keys()]}::uuid[], ${[...calls.values()]}::bigint[]) AS t (id, number)
       ), locked AS (
         SELECT id FROM tool_versions WHERE id = ANY (${[...calls.keys()]}::uuid[]) ORDER BY id FOR NO KEY UPDATE
       )
       UPDATE tool_versions SET usage_count = usage_count + calls.number
       FROM calls JOIN locked USING (id) WHERE tool_versions.id = calls.id`;
  }

  private toRow(server: Server) {
    return {
      ...server,
      mcp: json(server.mcp && sealAddress(this.sealer, server.id, server.mcp)),
      http: json(server.http && sealHttpAddress(this.sealer, server.id, server.http)),
      grpc: json(server.grpc && sealGrpcAddress(this.sealer, server.id, server.grpc)),
      isolation: json(server.isolation),
      confirmation: json(server.confirmation && sealConfirmation(this.sealer, server.id, server.confirmation)),
      packages: json(server.packages),
      createdAt: new Date(server.createdAt),
      updatedAt: new Date(server.updatedAt),
    };
  }
}

const moment = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** A document, or the database's own null. */
const json = (value: object | string | null) => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue));
