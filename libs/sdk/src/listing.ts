import type { Connection, RequestOptions, RequestParts } from './connection.js';
import { type Page, PagedList } from './paged-list.js';
import type { ItemOf, ListRoute, QueryOf } from './wire.js';

/** Filters of a list, and how many items a page holds (`limit`, 1 to 200). */
export type ListQuery<R extends ListRoute> = Omit<NonNullable<QueryOf<R>>, 'cursor'>;

/** A list route as something to iterate over. */
export function listing<R extends ListRoute>(
  connection: Connection,
  route: R,
  parts: RequestParts<R>,
  options?: RequestOptions,
): PagedList<ItemOf<R>> {
  return new PagedList(async (cursor) => {
    const query = { ...(parts.query as object | undefined), ...(cursor === undefined ? {} : { cursor }) } as QueryOf<R>;
    const answer: unknown = await connection.request(route, { ...parts, query }, options);
    return answer as Page<ItemOf<R>>;
  });
}
