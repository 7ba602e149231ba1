import type { RegistryList, RegistryServerView, RegistryStatusBody, ServerVerdict } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { PagedList } from './paged-list.js';

export interface RegistryQuery {
  /** Part of the name, in either case. */
  readonly search?: string | undefined;
  /** `latest`, or one version exactly; every version when absent. */
  readonly version?: string | undefined;
  /** RFC 3339: only what has changed later, deleted servers included. */
  readonly updatedSince?: string | undefined;
  readonly includeDeleted?: boolean | undefined;
  /** Servers a page, 1 to 100. */
  readonly limit?: number | undefined;
}

const root = '/v0.1';
const serverAt = (name: string): string => `${root}/servers/${encodeURIComponent(name)}`;
const versionAt = (name: string, version: string): string =>
  `${serverAt(name)}/versions/${encodeURIComponent(version)}`;

/** The official MCP Registry API, as this server offers it to every client of such a registry. */
export class McpRegistry {
  constructor(private readonly connection: Connection) {}

  /** In the order of names and versions. */
  list(query: RegistryQuery = {}, options?: RequestOptions): PagedList<RegistryServerView> {
    return new PagedList(async (cursor) => {
      const answer = (await this.#ask('GET', `${root}/servers${queryText(query, cursor)}`, options)) as RegistryList;
      return { items: answer.servers, nextCursor: answer.metadata?.nextCursor || null };
    });
  }

  /** One version; the latest when none is named. */
  async show(name: string, version = 'latest', options?: RequestOptions): Promise<RegistryServerView> {
    return (await this.#ask('GET', versionAt(name, version), options)) as RegistryServerView;
  }

  /** Every version, newest publication first. */
  async versions(name: string, options?: RequestOptions): Promise<RegistryServerView[]> {
    return ((await this.#ask('GET', `${serverAt(name)}/versions`, options)) as RegistryList).servers;
  }

  /** Publishes a version from its server.json. */
  async publish(server: object, options?: RequestOptions): Promise<RegistryServerView> {
    return (await this.#ask('POST', `${root}/publish`, options, server)) as RegistryServerView;
  }

  /** Says what publishing would find; never rejects for what is wrong with the document. */
  async validate(server: object, options?: RequestOptions): Promise<ServerVerdict> {
    return (await this.#ask('POST', `${root}/validate`, options, server)) as ServerVerdict;
  }

  async setStatus(
    name: string,
    version: string,
    status: RegistryStatusBody,
    options?: RequestOptions,
  ): Promise<RegistryServerView> {
    return (await this.#ask('PATCH', `${versionAt(name, version)}/status`, options, status)) as RegistryServerView;
  }

  /** Every version, or none when one cannot be changed. Resolves to those that changed. */
  async setStatusOfAll(
    name: string,
    status: RegistryStatusBody,
    options?: RequestOptions,
  ): Promise<RegistryServerView[]> {
    const answer = await this.#ask('PATCH', `${serverAt(name)}/status`, options, status);
    return (answer as { servers: RegistryServerView[] }).servers;
  }

  async #ask(method: string, target: string, options?: RequestOptions, body?: object): Promise<unknown> {
    return (await this.connection.exchange(method, target, body, options)).body;
  }
}

function queryText({ search, version, updatedSince, includeDeleted, limit }: RegistryQuery, cursor?: string): string {
  const pairs = new URLSearchParams();
  const named = { cursor, limit, search, version, updated_since: updatedSince, include_deleted: includeDeleted };
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined) pairs.set(name, String(value));
  }
  return pairs.size === 0 ? '' : `?${pairs}`;
}
