import type { ReactNode } from 'react';
import { ListRows, useNextPageOnScroll } from './list-rows.js';
import type { NextPage, RenderedRows } from './long-lists.js';

interface CardListProps<T> {
  readonly items: readonly T[];
  readonly label?: string;
  readonly keyOf: (item: T) => string;
  readonly query: NextPage;
  /** The number of all items, where the server counts them. */
  readonly total?: number | undefined;
  readonly className?: string;
  readonly children: (item: T) => ReactNode;
}

const cardPx = 150;
const cardGapPx = 12;

/** A list of cards of any length. */
export function CardList<T>(props: CardListProps<T>) {
  const { items, keyOf } = props;
  return (
    <ListRows count={items.length} rowPx={cardPx} gapPx={cardGapPx} keyOf={(index) => keyOf(items[index] as T)}>
      {(rows) => <Cards {...props} rows={rows} />}
    </ListRows>
  );
}

function Cards<T>(props: CardListProps<T> & { readonly rows: RenderedRows }) {
  const { items, label, keyOf, query, total, className = 'card', children, rows } = props;
  useNextPageOnScroll(query, rows.indexes.at(-1), items.length);
  return (
    <ul
      ref={rows.ref}
      className="plain-list tool-list"
      aria-label={label}
      style={{ paddingTop: rows.before, paddingBottom: rows.after }}
    >
      {rows.indexes.map((index) => {
        const item = items[index] as T;
        return (
          <li
            key={keyOf(item)}
            ref={rows.measure}
            data-index={index}
            className={className}
            aria-setsize={total ?? (query.hasNextPage ? -1 : items.length)}
            aria-posinset={index + 1}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}
