import type { Protocol, Stage, ToolFacet, ToolSort } from '@assay/contracts';
import type { Browse } from '@assay/discovery';
import { digestJson } from '@assay/kernel';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';

/** The query parameters of `GET /v1/tools`. */
export interface ToolListQuery extends PageQuery {
  readonly query?: string;
  readonly sort?: ToolSort;
  readonly namespace?: string;
  readonly capability?: string;
  readonly protocol?: Protocol;
  readonly stage?: Stage;
  readonly readOnly?: 'true' | 'false';
  readonly minTrust?: number;
  readonly facets?: string;
}

/** Whether a list is more than names in order, which the catalogue has without the index. */
export const needsIndex = ({ query, sort, protocol, stage, readOnly, minTrust, facets }: ToolListQuery): boolean =>
  [query?.trim() || undefined, sort, protocol, stage, readOnly, minTrust, facets].some((it) => it !== undefined);

/** What is asked of the index. `namespaceOf` leads from a former name to the one in use. */
export function browseOf(asked: ToolListQuery, namespaceOf: (name: string) => string): Browse {
  const { cursor, limit = 50, query = '', namespace, readOnly, facets, ...rest } = asked;
  return {
    ...rest,
    query: query.trim(),
    namespace: namespace === undefined ? undefined : namespaceOf(namespace),
    readOnly: readOnly === 'true',
    facets: facets === undefined ? undefined : ([...new Set(facets.split(','))] as ToolFacet[]),
    limit,
    offset: cursor === undefined ? 0 : readOffset(asked, cursor),
  };
}

/** A place in a list is one in this list: the cursor names the list it is of, but for the size of its pages. */
export const writeOffset = (asked: ToolListQuery, offset: number): string => writeCursor(`${listOf(asked)}:${offset}`);

function readOffset(asked: ToolListQuery, cursor: string): number {
  const [, list, offset = ''] = /^(\w+):(\d{1,9})$/.exec(readCursor(cursor)) ?? [];
  if (list !== listOf(asked)) throw badCursor();
  return Number(offset);
}

const listOf = ({ cursor: _, limit: __, ...list }: ToolListQuery): string => digestJson(list).slice(-12);
