import type { CheckAnswer, Entry, Manifest } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';
import { splitName, splitReference } from './tool-name.js';
import type { AnswerOf } from './wire.js';

const pathOf = (name: string) => {
  const { ns, name: tool } = splitName(name);
  return { ns, tool };
};

/** The catalogue: publishing tools and reading them. Tools are named `namespace/tool`. */
export class Tools {
  constructor(private readonly connection: Connection) {}

  /** Publishes a version. The same content again is accepted and changes nothing; other content is a conflict. */
  publish(manifest: Manifest, options?: RequestOptions): Promise<Entry> {
    return this.connection.request('publishTool', { body: manifest }, options);
  }

  /** Says what publishing this manifest would do, with every problem; publishes nothing. */
  check(manifest: Manifest, options?: RequestOptions): Promise<CheckAnswer> {
    return this.connection.request('checkTool', { body: manifest }, options);
  }

  /** Lists tools, one entry each (the newest version). */
  list(query: ListQuery<'listTools'> = {}, options?: RequestOptions): PagedList<Entry> {
    return listing(this.connection, 'listTools', { query }, options);
  }

  /** The newest version of a tool. */
  show(tool: string, options?: RequestOptions): Promise<Entry> {
    return this.connection.request('showTool', { path: pathOf(tool) }, options);
  }

  /** Every version of a tool, newest first. */
  versions(tool: string, query: ListQuery<'listVersions'> = {}, options?: RequestOptions): PagedList<Entry> {
    return listing(this.connection, 'listVersions', { path: pathOf(tool), query }, options);
  }

  /** One exact version. */
  version(tool: string, version: string, options?: RequestOptions): Promise<Entry> {
    return this.connection.request('showVersion', { path: { ...pathOf(tool), version } }, options);
  }

  /** Resolves `namespace/tool`, or `namespace/tool@range`, to the newest version this caller may call. */
  resolve(reference: string, options?: RequestOptions): Promise<AnswerOf<'resolveTool'>> {
    const { tool, range } = splitReference(reference);
    return this.connection.request('resolveTool', { path: pathOf(tool), query: { range } }, options);
  }
}
