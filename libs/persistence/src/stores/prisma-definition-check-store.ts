import type { Definition, DefinitionCheckStore, Look } from '@assay/importing';
import type { Database } from '../database/open-database.js';
import type { UpstreamLook as LookRow } from '../generated/client.js';

/** A definition longer than this, in characters of JSON, is not kept: its drift is shown against the manifest. */
const maxDefinition = 262_144;

/** What looking at upstreams leaves behind, in PostgreSQL. */
export class PrismaDefinitionCheckStore implements DefinitionCheckStore {
  constructor(private readonly database: Database) {}

  async look(serverId: string): Promise<Look | undefined> {
    const row = await this.database.prisma.upstreamLook.findUnique({ where: { serverId } });
    return row ? toLook(row) : undefined;
  }

  async looks(): Promise<readonly Look[]> {
    return (await this.database.prisma.upstreamLook.findMany({ orderBy: { serverId: 'asc' } })).map(toLook);
  }

  async keepLook({ serverId, lookedAt, dueAt, failures, problem }: Look): Promise<void> {
    await this.database.prisma.$executeRaw`
       INSERT INTO upstream_looks (server_id, organisation_id, looked_at, due_at, failures, problem)
       SELECT id, organisation_id, to_timestamp(${lookedAt} / 1000.0), to_timestamp(${dueAt} / 1000.0), ${failures}, ${problem}
       FROM servers WHERE id = ${serverId}::uuid FOR KEY SHARE
       ON CONFLICT (server_id) DO UPDATE
       SET looked_at = excluded.looked_at, due_at = excluded.due_at, failures = excluded.failures, problem = excluded.problem
       WHERE upstream_looks.looked_at <= excluded.looked_at`;
  }

  async keepDefinitions(
    definitions: ReadonlyMap<string, Definition>,
    seen: { readonly organisationId: string; readonly at: number },
  ): Promise<void> {
    const kept = [...definitions]
      .map(([digest, definition]) => [digest, JSON.stringify(definition)] as const)
      .filter(([, text]) => text.length <= maxDefinition)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    if (kept.length === 0) return;
    await this.database.prisma.$executeRaw`
       INSERT INTO upstream_definitions (digest, organisation_id, definition, seen_at)
       SELECT digest, ${seen.organisationId}::uuid, definition, to_timestamp(${seen.at} / 1000.0)
       FROM unnest(${kept.map(([digest]) => digest)}::text[], ${kept.map(([, text]) => text)}::json[]) AS t (digest, definition)
       ON CONFLICT (digest) DO NOTHING`;
  }

  async definitions(digests: readonly string[]): Promise<ReadonlyMap<string, Definition>> {
    const rows = await this.database.prisma.upstreamDefinition.findMany({ where: { digest: { in: [...digests] } } });
    return new Map(rows.map((row) => [row.digest, row.definition as unknown as Definition]));
  }
}

const toLook = (row: LookRow): Look => ({
  serverId: row.serverId,
  organisationId: row.organisationId,
  lookedAt: row.lookedAt.getTime(),
  dueAt: row.dueAt.getTime(),
  failures: row.failures,
  problem: row.problem,
});
