import type { Position } from '@assay/identity';
import { isUuid } from '@assay/kernel';
import { badCursor, type PageQuery, readCursor, writeCursor } from './page.js';

const defaultLimit = 50;

/** Where a list of a store, newest first, begins and how much is asked of it: one row more than is shown. */
export function positionOf({ cursor, limit = defaultLimit }: PageQuery): {
  readonly after: Position | null;
  readonly limit: number;
} {
  return { after: cursor === undefined ? null : read(readCursor(cursor)), limit: limit + 1 };
}

/** The page that was asked for with `positionOf`. */
export function timedPage<T extends { readonly id: string; readonly createdAt: number }>(
  rows: readonly T[],
  { limit = defaultLimit }: PageQuery,
): { readonly items: readonly T[]; readonly nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, nextCursor: more ? writeCursor(`${last.createdAt} ${last.id}`) : null };
}

function read(key: string): Position {
  const [at = '', id = '', ...rest] = key.split(' ');
  if (!/^\d{1,15}$/.test(at) || !isUuid(id) || rest.length > 0) throw badCursor();
  return { at: Number(at), id };
}
