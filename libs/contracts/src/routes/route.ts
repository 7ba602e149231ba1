import { z } from 'zod';
import type { Scope } from '../identity.js';
import type { Tag } from './tags.js';

/** One REST route: the single source of the controllers' checks, the OpenAPI document and the SDK's types. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With `{parameters}`, below the address of the server. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Scope the caller's key must hold; `anonymous` routes show public things to everybody. */
  readonly scope: Scope | 'anonymous' | 'authenticated';
  readonly query?: z.ZodObject;
  /** Optional headers of its own, by name, and what each holds. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** Of a successful answer; JSON when absent. A stream's schema is that of one event's data, or of one line. */
  readonly mediaType?: 'text/event-stream' | 'application/x-ndjson';
  /** Successful answers by HTTP status; null has no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
}

/** A part of the route table, with each route's own type kept. */
export const define = <const R extends Record<string, Route>>(table: R): R => Object.freeze(table);

/** What every list takes beside its filters. */
export const cursor = {
  cursor: z.string().max(500).optional().describe('The `nextCursor` of the previous page'),
  limit: z.coerce.number().int().min(1).max(200).optional().describe('Maximum items per page; 50 when absent'),
};
export const page = z.strictObject(cursor);
const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.string().nullable() });

const pages = new Map<z.ZodType, z.ZodType>();
const items = new Map<z.ZodType, z.ZodType>();

/** One page of a list; lists of the same items share one schema. */
export function listOf<T extends z.ZodType>(item: T): ReturnType<typeof pageOf<T>> {
  const page = pages.get(item) ?? pageOf(item);
  pages.set(item, page);
  items.set(page, item);
  return page as ReturnType<typeof pageOf<T>>;
}

/** The items of a page that `listOf` made. */
export const itemOfPage = (page: z.ZodType): z.ZodType | undefined => items.get(page);
