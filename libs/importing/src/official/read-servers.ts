import type { RegistryListQuery } from '@assay/contracts';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import { isShown, type RegistryServer } from './registry-server.js';
import type { RegistryServerStore, ServerPosition } from './registry-server-store.js';

export interface ServerPage {
  readonly servers: readonly RegistryServer[];
  /** Null when there is certainly no further page. */
  readonly nextCursor: string | null;
}

/** Reads of the official MCP Registry API. Deleted or revoked versions are shown on request only. */
export class ReadServers {
  constructor(private readonly store: Pick<RegistryServerStore, 'list' | 'versions' | 'find'>) {}

  async list(query: RegistryListQuery): Promise<Result<ServerPage, Failure>> {
    const { cursor, limit, search, version } = query;
    const updatedSince = timeOf(query.updated_since);
    if (updatedSince !== undefined && Number.isNaN(updatedSince)) return badTime;
    if (updatedSince !== undefined && query.include_deleted === false) return contradiction;
    const after = cursor ? positionOf(cursor) : undefined;
    if (after === null) return badCursor;
    const includeDeleted = updatedSince !== undefined || query.include_deleted === true;
    const servers = await this.store.list({
      limit,
      includeDeleted,
      ...(after !== undefined && { after }),
      ...(search && { search }),
      ...(version && { version }),
      ...(updatedSince !== undefined && { updatedSince }),
    });
    const last = servers.length >= limit ? servers.at(-1) : undefined;
    return ok({ servers, nextCursor: last === undefined ? null : `${last.name}:${last.version}` });
  }

  /** Newest publication first. */
  async versions(name: string, includeDeleted: boolean): Promise<Result<readonly RegistryServer[], Failure>> {
    if (name.includes('\u0000')) return notFound;
    const versions = (await this.store.versions(name)).filter((it) => includeDeleted || isShown(it));
    return versions.length === 0 ? notFound : ok(versions);
  }

  /** One version, or the latest for `latest`. */
  async one(name: string, version: string, includeDeleted: boolean): Promise<Result<RegistryServer, Failure>> {
    if (name.includes('\u0000') || version.includes('\u0000')) return notFound;
    const found = await this.store.find(name, version);
    return found !== undefined && (includeDeleted || isShown(found)) ? ok(found) : notFound;
  }
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Milliseconds without fractions; NaN for an invalid time. A plus sign may have arrived as a space. */
function timeOf(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const written = text.replace(/ (\d\d:\d\d)$/, '+$1');
  const day = rfc3339.exec(written)?.[1];
  return day !== undefined && isDay(day) ? Date.parse(written) : Number.NaN;
}

/** Whether the date exists: `Date` reads the 30th of February as the 2nd of March. */
function isDay(day: string): boolean {
  const at = new Date(day);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** `com.example/server:1.0.0`; a version may contain colons, a name never does. */
function positionOf(cursor: string): ServerPosition | null {
  const colon = cursor.indexOf(':');
  if (colon <= 0 || cursor.includes('\u0000')) return null;
  return { name: cursor.slice(0, colon), version: cursor.slice(colon + 1) };
}

const badTime = fail(
  'malformed_request',
  'Invalid updated_since format: expected RFC3339 timestamp (e.g., 2025-08-07T13:15:04.280Z)',
);
const contradiction = fail(
  'malformed_request',
  'Cannot set include_deleted=false when using updated_since (incremental sync requires deleted servers)',
);
const badCursor = fail(
  'malformed_request',
  'Invalid cursor: send metadata.nextCursor of the previous page, or omit it for the first page',
);
const notFound = fail('not_found', 'Server not found');
