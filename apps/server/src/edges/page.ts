import { FailureException } from './failure-exception.js';

export interface PageQuery {
  readonly cursor?: string;
  readonly limit?: number;
}

const defaultLimit = 50;

/** A page of items in the order given, which must be that of `keyOf`; the cursor is the last key shown. */
export function pageOf<T>(
  items: readonly T[],
  { cursor, limit = defaultLimit }: PageQuery,
  keyOf: (item: T) => string,
) {
  const start = cursor === undefined ? 0 : indexAfter(items, readCursor(cursor), keyOf);
  const shown = items.slice(start, start + limit);
  const last = shown.at(-1);
  const more = start + shown.length < items.length;
  return { items: shown, nextCursor: more && last !== undefined ? writeCursor(keyOf(last)) : null };
}

/** Where the key stands, plus one; for a key that is gone, the first page again would repeat rows, so that is refused. */
function indexAfter<T>(items: readonly T[], key: string, keyOf: (item: T) => string): number {
  const found = items.findIndex((item) => keyOf(item) === key);
  if (found < 0) throw badCursor();
  return found + 1;
}

export const writeCursor = (key: string): string => Buffer.from(key).toString('base64url');

export function readCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (key === '' || writeCursor(key) !== cursor) throw badCursor();
  return key;
}

export const badCursor = (): FailureException =>
  new FailureException({
    code: 'invalid_request',
    message: 'The cursor is not one of this list: start again without it.',
    issues: [{ path: '/query/cursor', message: 'is not a cursor of this list' }],
  });
