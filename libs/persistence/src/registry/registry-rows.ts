import { type RegistryServer, remoteUrlsOf, type ServerVersion } from '@assay/importing';

export interface VersionRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly version: string;
  readonly remote_urls: string[];
  readonly status: RegistryServer['status'];
  readonly status_message: string | null;
  readonly published_at: string;
  readonly updated_at: string;
  readonly status_changed_at: string;
  readonly is_latest: boolean;
  readonly origin: string | null;
  readonly official: Record<string, unknown> | null;
  readonly revocation: RegistryServer['revocation'];
}

export type ServerRow = Omit<VersionRow, 'remote_urls'> & { readonly server: RegistryServer['server'] };

const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint AS ${column}`;

const shared = `id, organisation_id, name, version, status, status_message, ${milliseconds('published_at')},
  ${milliseconds('updated_at')}, ${milliseconds('status_changed_at')}, is_latest, origin, official, revocation`;

/** Columns of a whole row; times as milliseconds. */
export const serverColumns = `${shared}, server`;
/** Columns of a row without its document. */
export const versionColumns = `${shared}, remote_urls`;

const sharedFields = (row: Omit<VersionRow, 'remote_urls'>) => ({
  id: row.id,
  organisationId: row.organisation_id,
  name: row.name,
  version: row.version,
  status: row.status,
  statusMessage: row.status_message,
  publishedAt: Number(row.published_at),
  updatedAt: Number(row.updated_at),
  statusChangedAt: Number(row.status_changed_at),
  isLatest: row.is_latest,
  origin: row.origin,
  official: row.official,
  revocation: row.revocation,
});

export const toRegistryServer = (row: ServerRow): RegistryServer => ({ ...sharedFields(row), server: row.server });

export const toServerVersion = (row: VersionRow): ServerVersion => ({
  ...sharedFields(row),
  remoteUrls: row.remote_urls,
});

type Cell = string | number | boolean | null;
type Writable = Partial<RegistryServer>;

const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** How each member is written; the key is the column. `remote_urls` follows from the document. */
const cells: Readonly<
  Record<
    string,
    { readonly member: keyof RegistryServer; readonly type: string; of(it: Writable): Cell | readonly string[] }
  >
> = {
  id: { member: 'id', type: 'uuid', of: (it) => it.id as string },
  organisation_id: { member: 'organisationId', type: 'uuid', of: (it) => it.organisationId as string },
  name: { member: 'name', type: 'text', of: (it) => it.name as string },
  version: { member: 'version', type: 'text', of: (it) => it.version as string },
  server: { member: 'server', type: 'json', of: (it) => textOf(it.server) },
  remote_urls: { member: 'server', type: 'text[]', of: (it) => remoteUrlsOf(it.server as RegistryServer['server']) },
  status: { member: 'status', type: 'text', of: (it) => it.status as string },
  status_message: { member: 'statusMessage', type: 'text', of: (it) => it.statusMessage as string | null },
  published_at: { member: 'publishedAt', type: 'time', of: (it) => it.publishedAt as number },
  updated_at: { member: 'updatedAt', type: 'time', of: (it) => it.updatedAt as number },
  status_changed_at: { member: 'statusChangedAt', type: 'time', of: (it) => it.statusChangedAt as number },
  is_latest: { member: 'isLatest', type: 'boolean', of: (it) => it.isLatest as boolean },
  origin: { member: 'origin', type: 'uuid', of: (it) => it.origin as string | null },
  official: { member: 'official', type: 'json', of: (it) => textOf(it.official) },
  revocation: { member: 'revocation', type: 'json', of: (it) => textOf(it.revocation) },
};

const placeOf = (type: string, index: number): string =>
  type === 'time' ? `to_timestamp($${index}::bigint / 1000.0)` : `$${index}::${type}`;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export function insertStatement(server: RegistryServer): Statement {
  const columns = Object.entries(cells);
  return {
    text: `INSERT INTO registry_servers (${columns.map(([name]) => name).join(', ')})
      VALUES (${columns.map(([, { type }], index) => placeOf(type, index + 1)).join(', ')})`,
    values: columns.map(([, cell]) => cell.of(server)),
  };
}

/** One statement for all rows that get the same values; undefined when there are none. */
export function updateStatement(ids: readonly string[], values: Writable): Statement | undefined {
  const columns = Object.entries(cells).filter(([name, { member }]) => name !== 'id' && values[member] !== undefined);
  if (columns.length === 0) return undefined;
  const sets = columns.map(([name, { type }], index) => `${name} = ${placeOf(type, index + 2)}`);
  return {
    text: `UPDATE registry_servers SET ${sets.join(', ')} WHERE id = ANY ($1)`,
    values: [ids, ...columns.map(([, cell]) => cell.of(values))],
  };
}
