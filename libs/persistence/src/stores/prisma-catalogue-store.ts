import type { CatalogueStore, Import, PublishOutcome, Sealer, Server, ToolVersion } from '@assay/core';
import type { Database } from '../database/open-database.js';
import type { Prisma } from '../generated/client.js';
import { toImport, toToolVersion } from './catalogue-rows.js';
import { insertVersions } from './insert-versions.js';
import { PublishGroup } from './publish-group.js';
import { sealAddress } from './sealed-address.js';

/** The catalogue's writes in PostgreSQL. Triggers put each change into the outbox in its own transaction. */
export class PrismaCatalogueStore implements CatalogueStore {
  private readonly group: PublishGroup;

  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
  ) {
    this.group = new PublishGroup((versions) => insertVersions(database.pool, versions));
  }

  async publish(version: ToolVersion): Promise<PublishOutcome> {
    if (await this.group.add(version)) return { kind: 'published' };
    const { namespace, tool, versionKey } = version;
    const present = await this.database.prisma.toolVersion.findUniqueOrThrow({
      where: { namespace_tool_versionKey: { namespace, tool, versionKey } },
    });
    return { kind: 'exists', version: toToolVersion(present) };
  }

  async addServer(server: Server): Promise<'added' | 'taken'> {
    const { count } = await this.database.prisma.server.createMany({
      data: this.toRow(server),
      skipDuplicates: true,
    });
    return count === 1 ? 'added' : 'taken';
  }

  async changeServer(server: Server): Promise<boolean> {
    const { mcp, stateless, updatedAt } = this.toRow(server);
    const { count } = await this.database.prisma.server.updateMany({
      where: { id: server.id },
      data: { mcp, stateless, updatedAt },
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
        createdAt: new Date(proposed.createdAt),
      },
    });
  }

  async findImport(id: string): Promise<Import | undefined> {
    const row = await this.database.prisma.import.findUnique({ where: { id } });
    return row ? toImport(row) : undefined;
  }

  async addUsage(calls: ReadonlyMap<string, number>): Promise<void> {
    if (calls.size === 0) return;
    // Rows are locked in the order of their ids, so that two replicas never wait for each other in a circle.
    await this.database.pool.query(
      `WITH calls AS (
         SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS t (id, number)
       ), locked AS (
         SELECT id FROM tool_versions WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE
       )
       UPDATE tool_versions SET usage_count = usage_count + calls.number
       FROM calls JOIN locked USING (id) WHERE tool_versions.id = calls.id`,
      [[...calls.keys()], [...calls.values()]],
    );
  }

  private toRow(server: Server) {
    return {
      ...server,
      mcp: sealAddress(this.sealer, server.id, server.mcp) as Prisma.InputJsonValue,
      createdAt: new Date(server.createdAt),
      updatedAt: new Date(server.updatedAt),
    };
  }
}
