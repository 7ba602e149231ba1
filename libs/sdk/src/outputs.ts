import type { Forgotten, KeptMemoryView, KeptOutputView, KeptResultView, MemoryView } from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** A part of what is kept: `bytes=0-65535`, `items=0-99` (`at`: of the list a JSON pointer names) or `lines=0-199`. */
export interface OutputPart {
  readonly range?: string | undefined;
  readonly at?: string | undefined;
}

/** Your stored results, which pointers refer to. */
export class Outputs {
  constructor(private readonly connection: Connection) {}

  /** Newest first. */
  list(query: ListQuery<'listOutputs'> = {}, options?: RequestOptions): PagedList<KeptResultView> {
    return listing(this.connection, 'listOutputs', { query }, options);
  }

  /** The whole, or as much of its beginning as an answer holds; `next` is the range that follows. */
  read(id: string, part: OutputPart = {}, options?: RequestOptions): Promise<KeptOutputView> {
    return this.connection.request('readOutput', { path: { id }, query: { ...part } }, options);
  }

  /** From one range to the next, to the end. */
  async *parts(id: string, part: OutputPart = {}, options?: RequestOptions): AsyncGenerator<KeptOutputView> {
    for (let range = part.range; ; ) {
      const view = await this.read(id, { ...part, range }, options);
      yield view;
      if (view.next === null) return;
      range = view.next;
    }
  }

  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('deleteOutput', { path: { id } }, options);
  }
}

/** What is kept in your memory. */
export class Memory {
  constructor(private readonly connection: Connection) {}

  /** Newest first. */
  list(query: ListQuery<'listMemory'> = {}, options?: RequestOptions): PagedList<MemoryView> {
    return listing(this.connection, 'listMemory', { query }, options);
  }

  read(id: string, part: OutputPart = {}, options?: RequestOptions): Promise<KeptMemoryView> {
    return this.connection.request('readMemory', { path: { id }, query: { ...part } }, options);
  }

  forget(id: string, options?: RequestOptions): Promise<void> {
    return this.connection.request('forgetMemory', { path: { id } }, options);
  }

  forgetAll(options?: RequestOptions): Promise<Forgotten> {
    return this.connection.request('forgetAllMemory', {}, options);
  }
}
