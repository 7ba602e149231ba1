import type { Page as ListPage } from '@assay/sdk';
import { type Outcome, outcome } from '../command.js';
import type { Page } from './page.js';
import { table } from './table.js';

export interface Layout<T> {
  readonly headings: readonly string[];
  row(item: T, page: Page): readonly string[];
  /** What to say, and to do, when there is nothing. */
  readonly empty: string;
}

/** One page of a list as a table. */
export const listOutcome = <T>(data: ListPage<T>, layout: Layout<T>): Outcome =>
  outcome<ListPage<T>>({
    data,
    text: ({ items }, page) =>
      items.length === 0
        ? layout.empty
        : table(
            page,
            layout.headings,
            items.map((item) => layout.row(item, page)),
          ),
    notes: ({ nextCursor }) => (nextCursor ? [`There is more: add --cursor ${nextCursor}`] : []),
  });
