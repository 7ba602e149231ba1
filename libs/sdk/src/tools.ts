import type {
  ChangeStatus,
  CheckAnswer,
  Entry,
  Manifest,
  RateTool,
  RatingView,
  ReviewView,
  ToolList,
  TrustView,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';
import { splitName, splitReference } from './tool-name.js';
import type { AnswerOf, QueryOf } from './wire.js';

const pathOf = (name: string) => {
  const { ns, name: tool } = splitName(name);
  return { ns, tool };
};

export interface PublishOptions extends RequestOptions {
  /** The publisher's own: Ed25519 over `entryText` of the manifest, in base64url, by a key of its namespace. */
  readonly signature?: { readonly keyId: string; readonly signature: string } | undefined;
}

/** The catalogue: publishing tools and reading them. Tools are named `namespace/tool`. */
export class Tools {
  constructor(private readonly connection: Connection) {}

  /**
   * Publishes a version. The same content again is accepted and changes nothing; other content is a conflict. A review is
   * the answer when a person has to consent first: see `isReview`.
   */
  publish(manifest: Manifest, options: PublishOptions = {}): Promise<Entry | ReviewView> {
    const { signature, ...rest } = options;
    const headers = signature && { 'assay-signature': `keyid=${signature.keyId}; sig=${signature.signature}` };
    return this.connection.request('publishTool', { body: manifest, ...(headers && { headers }) }, rest);
  }

  /** Says what publishing this manifest would do, with every problem; publishes nothing. */
  check(manifest: Manifest, options?: RequestOptions): Promise<CheckAnswer> {
    return this.connection.request('checkTool', { body: manifest }, options);
  }

  /** Lists tools, one entry each (the newest version in use). */
  list(query: ListQuery<'listTools'> = {}, options?: RequestOptions): PagedList<Entry> {
    return listing(this.connection, 'listTools', { query }, options);
  }

  /** One page of a list with its total, its counts by value and its warnings, where the query asks for them. */
  page(query: NonNullable<QueryOf<'listTools'>> = {}, options?: RequestOptions): Promise<ToolList> {
    return this.connection.request('listTools', { query }, options);
  }

  /** The newest version of a tool that is in use; where none is, the newest there was. */
  show(tool: string, options?: RequestOptions): Promise<Entry> {
    return this.connection.request('showTool', { path: pathOf(tool) }, options);
  }

  /** Every version of a tool, newest first; with a `range`, those within it, pre-releases too. */
  versions(tool: string, query: ListQuery<'listVersions'> = {}, options?: RequestOptions): PagedList<Entry> {
    return listing(this.connection, 'listVersions', { path: pathOf(tool), query }, options);
  }

  /** One exact version. */
  version(tool: string, version: string, options?: RequestOptions): Promise<Entry> {
    return this.connection.request('showVersion', { path: { ...pathOf(tool), version } }, options);
  }

  /**
   * Deprecates, yanks or restores a version, for its owner. Asking for what it is already changes nothing; a sunset comes
   * at least 30 days after it was announced, and may only be put off.
   */
  changeStatus(tool: string, version: string, change: ChangeStatus, options?: RequestOptions): Promise<Entry> {
    return this.connection.request('changeStatus', { path: { ...pathOf(tool), version }, body: change }, options);
  }

  /** Gives a tool another name, also in another namespace of yours. The old name keeps working. */
  rename(tool: string, to: string, options?: RequestOptions): Promise<Entry> {
    return this.connection.request('renameTool', { path: pathOf(tool), body: { to } }, options);
  }

  /** Resolves `namespace/tool`, or `namespace/tool@range`, to the newest version this caller may call. */
  resolve(reference: string, options?: RequestOptions): Promise<AnswerOf<'resolveTool'>> {
    const { tool, range } = splitReference(reference);
    return this.connection.request('resolveTool', { path: pathOf(tool), query: { range } }, options);
  }

  /** Why a version is trusted as it is: each signal, decay, and the last 30 days. Of the latest when none is named. */
  trust(tool: string, version?: string, options?: RequestOptions): Promise<TrustView> {
    return this.connection.request('showTrust', { path: pathOf(tool), query: { version } }, options);
  }

  /** Rates a tool that you have called; your latest vote counts. */
  rate(tool: string, vote: RateTool, options?: RequestOptions): Promise<RatingView> {
    return this.connection.request('rateTool', { path: pathOf(tool), body: vote }, options);
  }

  /** What callers of a tool say of it, newest first. */
  ratings(tool: string, query: ListQuery<'listRatings'> = {}, options?: RequestOptions): PagedList<RatingView> {
    return listing(this.connection, 'listRatings', { path: pathOf(tool), query }, options);
  }
}

/** Whether a publication waits for a reviewer. */
export const isReview = (answer: object): answer is ReviewView => 'submittedAt' in answer;
