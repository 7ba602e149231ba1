import type { DescribeTool, ExportedTool, MadeToolView, PromoteMadeTool, ToolTemplate } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** Validation runs the code some hundred times. */
const makeTimeoutMs = 120_000;
/** Three attempts of a model, each validated. */
const describeTimeoutMs = 300_000;

/** Tools that agents make. */
export class MadeTools {
  constructor(private readonly connection: Connection) {}

  /** Rejects with an `AssayError` that has the report when the tool is refused. */
  make(template: ToolTemplate, options: RequestOptions = {}): Promise<MadeToolView> {
    return this.connection.request('makeTool', { body: template }, { timeoutMs: makeTimeoutMs, ...options });
  }

  /** The configured model writes it; rejects with the last report when no attempt was good enough. */
  describe(body: DescribeTool, options: RequestOptions = {}): Promise<MadeToolView> {
    return this.connection.request('describeMadeTool', { body }, { timeoutMs: describeTimeoutMs, ...options });
  }

  /** The files of a package that runs the tool without Assay. */
  export(id: string, options?: RequestOptions): Promise<ExportedTool> {
    return this.connection.request('exportMadeTool', { path: { id } }, options);
  }

  list(query: ListQuery<'listMadeTools'> = {}, options?: RequestOptions): PagedList<MadeToolView> {
    return listing(this.connection, 'listMadeTools', { query }, options);
  }

  show(id: string, options?: RequestOptions): Promise<MadeToolView> {
    return this.connection.request('showMadeTool', { path: { id } }, options);
  }

  promote(id: string, body: PromoteMadeTool, options?: RequestOptions): Promise<MadeToolView> {
    return this.connection.request('promoteMadeTool', { path: { id }, body }, options);
  }
}
