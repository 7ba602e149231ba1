import type { RegistryServer, ServerQuery } from '@assay/importing';
import type pg from 'pg';
import { type ServerRow, serverColumns, toRegistryServer } from './registry-rows.js';
import type { NameMatches, ServerNames } from './server-names.js';

/**
 * A page of servers in the order of names and versions, found by position, so that its cost does not depend on how far
 * in it lies.
 */
export async function listServers(pool: pg.Pool, names: ServerNames, query: ServerQuery): Promise<RegistryServer[]> {
  return query.search ? searchServers(pool, names, query, query.search) : read(pool, pageStatement(query));
}

/** So many times as many names are asked for at once, when those before did not fill the page. */
const growth = 4;

/** The names are found in memory, their rows in the database, until the page is full. */
async function searchServers(
  pool: pg.Pool,
  names: ServerNames,
  query: ServerQuery,
  search: string,
): Promise<RegistryServer[]> {
  await names.refresh();
  const page: RegistryServer[] = [];
  let next: number | undefined = query.after === undefined ? 0 : names.positionOf(query.after.name);
  for (let count = query.limit; next !== undefined && page.length < query.limit; count *= growth) {
    const found: NameMatches = names.matching(search, next, count);
    const missing = query.limit - page.length;
    if (found.names.length > 0)
      page.push(...(await read(pool, pageStatement({ ...query, limit: missing }, found.names))));
    next = found.next;
  }
  return page;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

async function read(pool: pg.Pool, { text, values }: Statement): Promise<RegistryServer[]> {
  const { rows } = await pool.query<ServerRow>(text, [...values]);
  return rows.map(toRegistryServer);
}

/** Conditions with their values, numbered as they are added. */
class Conditions {
  readonly values: unknown[] = [];
  readonly #texts: string[] = [];

  /** `?` is replaced by the values, in order. */
  add(text: string, ...values: readonly unknown[]): this {
    const parts = text.split('?');
    const numbered = values.map((value, index) => `${parts[index]}${this.value(value)}`);
    this.#texts.push(`${numbered.join('')}${parts[values.length]}`);
    return this;
  }

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get where(): string {
    return this.#texts.length === 0 ? '' : `WHERE ${this.#texts.join(' AND ')}`;
  }
}

/** Everything asked for but the letters of the name. */
function conditionsOf({ after, updatedSince, version, includeDeleted, origin, revoked }: ServerQuery): Conditions {
  const conditions = new Conditions();
  // Word for word the conditions of the partial indexes.
  if (version === 'latest') conditions.add('is_latest');
  if (!includeDeleted) conditions.add('shown');
  if (after !== undefined && version === 'latest') conditions.add('name > ?', after.name);
  else if (after !== undefined) conditions.add('(name, version) > (?, ?)', after.name, after.version);
  if (version !== undefined && version !== 'latest') conditions.add('version = ?', version);
  if (updatedSince !== undefined) conditions.add('updated_at > to_timestamp(?::bigint / 1000.0)', updatedSince);
  if (origin !== undefined) conditions.add('origin = ?', origin);
  if (revoked) conditions.add('revocation IS NOT NULL');
  return conditions;
}

const order = 'ORDER BY name, version';

function pageStatement(query: ServerQuery, names?: readonly string[]): Statement {
  const conditions = conditionsOf(query);
  if (names !== undefined) conditions.add('name = ANY (?)', names);
  const limit = conditions.value(query.limit);
  return {
    text: `SELECT ${serverColumns} FROM registry_servers ${conditions.where} ${order} LIMIT ${limit}`,
    values: conditions.values,
  };
}
