import type {
  RegistryServer,
  RegistryServerStore,
  ServerChange,
  ServerChanged,
  ServerQuery,
  ServerSituation,
  ServerUpdate,
  ServerVersion,
} from '@assay/importing';
import type pg from 'pg';
import { listServers } from './list-servers.js';
import {
  insertStatement,
  type ServerRow,
  type Statement,
  serverColumns,
  toRegistryServer,
  toServerVersion,
  updateStatement,
  type VersionRow,
  versionColumns,
} from './registry-rows.js';
import { ServerNames } from './server-names.js';

type About = { readonly names: readonly string[]; readonly remoteUrls?: readonly string[] };

const newestFirst = 'ORDER BY published_at DESC, version DESC';

/** The official MCP Registry API's servers in PostgreSQL. One writer of all replicas is at work at a time. */
export class PostgresRegistryServerStore implements RegistryServerStore {
  /** Writers of this process queue here, so that all of them together keep one connection waiting. */
  private lastTurn: Promise<unknown> = Promise.resolve();
  private readonly names: ServerNames;

  constructor(
    private readonly pool: pg.Pool,
    private readonly now: () => number,
  ) {
    this.names = new ServerNames(pool);
  }

  change<T>(about: About, decide: (situation: ServerSituation) => ServerChange<T>): Promise<ServerChanged<T>> {
    const turn = this.lastTurn.then(() => this.changeNow(about, decide));
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  private async changeNow<T>(
    about: About,
    decide: (situation: ServerSituation) => ServerChange<T>,
  ): Promise<ServerChanged<T>> {
    const client = await this.pool.connect();
    try {
      const at = await this.begin(client);
      const change = decide(await situation(client, about, at));
      const written = await write(client, change);
      await client.query('COMMIT');
      client.release();
      return { result: change.result, written };
    } catch (cause) {
      // A connection that cannot even roll back is not used again.
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw cause;
    }
  }

  list(query: ServerQuery): Promise<readonly RegistryServer[]> {
    return listServers(this.pool, this.names, query);
  }

  async versions(name: string): Promise<readonly RegistryServer[]> {
    const { rows } = await this.pool.query<ServerRow>(
      `SELECT ${serverColumns} FROM registry_servers WHERE name = $1 ${newestFirst}`,
      [name],
    );
    return rows.map(toRegistryServer);
  }

  async find(name: string, version: string): Promise<RegistryServer | undefined> {
    const { rows } = await this.pool.query<ServerRow>(
      version === 'latest'
        ? `SELECT ${serverColumns} FROM registry_servers WHERE name = $1 AND is_latest`
        : `SELECT ${serverColumns} FROM registry_servers WHERE name = $1 AND version = $2`,
      version === 'latest' ? [name] : [name, version],
    );
    return rows[0] && toRegistryServer(rows[0]);
  }

  async countFrom(origin: string): Promise<number> {
    const { rows } = await this.pool.query<{ number: number }>(
      `SELECT count(*)::integer AS number FROM registry_servers WHERE origin = $1 AND status <> 'deleted'`,
      [origin],
    );
    return rows[0]?.number ?? 0;
  }

  /**
   * Takes the turn; answers the time of the change, which is later than every one so far, also when this replica's clock
   * is behind another's.
   */
  private async begin(client: pg.PoolClient): Promise<number> {
    // In one go: what follows the lock sees what was committed while it was waited for.
    const results = (await client.query(beginning)) as unknown as pg.QueryResult<{ last: string | null }>[];
    return Math.max(this.now(), Number(results.at(-1)?.rows[0]?.last ?? 0) + 1);
  }
}

const beginning = `BEGIN;
  SELECT pg_advisory_xact_lock(hashtext('assay.registry_servers'));
  SELECT (extract(epoch FROM max(updated_at)) * 1000)::bigint AS last FROM registry_servers`;

async function situation(
  client: pg.PoolClient,
  { names, remoteUrls = [] }: About,
  at: number,
): Promise<ServerSituation> {
  const { rows } = await client.query<VersionRow>(
    `SELECT ${versionColumns} FROM registry_servers WHERE name = ANY ($1) ${newestFirst}`,
    [names],
  );
  const versions = rows.map(toServerVersion);
  const urls = new Set([...remoteUrls, ...versions.flatMap((it) => it.remoteUrls)]);
  return { at, versions: byName(versions), users: await usersOf(client, [...urls]) };
}

function byName(versions: readonly ServerVersion[]): ReadonlyMap<string, readonly ServerVersion[]> {
  return Map.groupBy(versions, ({ name }) => name);
}

async function usersOf(client: pg.PoolClient, urls: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const users = new Map<string, string[]>();
  if (urls.length === 0) return users;
  const { rows } = await client.query<{ url: string; name: string }>(
    `SELECT DISTINCT url, name FROM registry_servers CROSS JOIN unnest(remote_urls) AS url
     WHERE remote_urls && $1 AND origin IS NULL AND status <> 'deleted' AND url = ANY ($1)`,
    [urls],
  );
  for (const { url, name } of rows) users.set(url, [...(users.get(url) ?? []), name]);
  return users;
}

async function write(client: pg.PoolClient, change: ServerChange<unknown>): Promise<readonly RegistryServer[]> {
  const { insert = [], update = [] } = change;
  // Of two versions that change places the former latest goes first: there is never more than one.
  const [entering, leaving] = [update.filter(becomesLatest), update.filter((it) => !becomesLatest(it))];
  const statements = [...updateStatements(leaving), ...insert.map(insertStatement), ...updateStatements(entering)];
  const written = new Map<string, RegistryServer>();
  for (const { text, values } of statements) {
    const { rows } = await client.query<ServerRow>(`${text} RETURNING ${serverColumns}`, [...values]);
    for (const row of rows) written.set(row.id, toRegistryServer(row));
  }
  return [...written.values()].toSorted(byNewest);
}

const byNewest = (a: RegistryServer, b: RegistryServer): number =>
  b.publishedAt - a.publishedAt || (a.version < b.version ? 1 : -1);

const becomesLatest = ({ isLatest }: ServerUpdate): boolean => isLatest === true;

/** Thousands of versions that get the same status are one statement. */
function updateStatements(updates: readonly ServerUpdate[]): Statement[] {
  const groups = Map.groupBy(updates, ({ id: _, ...values }) => JSON.stringify(values));
  return [...groups.values()].flatMap((group) => {
    const [{ id: _, ...values }] = group as [ServerUpdate];
    return (
      updateStatement(
        group.map(({ id }) => id),
        values,
      ) ?? []
    );
  });
}
