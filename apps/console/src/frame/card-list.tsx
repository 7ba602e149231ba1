import type { ReactNode } from 'react';
import type { NextPage } from './long-lists.js';
import { useLongList, useNextPageOnScroll } from './use-long-list.js';

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
export function CardList<T>({ items, label, keyOf, query, total, className = 'card', children }: CardListProps<T>) {
  const list = useLongList({
    count: items.length,
    rowPx: cardPx,
    gapPx: cardGapPx,
    keyOf: (index) => keyOf(items[index] as T),
  });
  useNextPageOnScroll(query, list.indexes.at(-1), items.length);
  return (
    <ul
      ref={list.ref}
      className="plain-list tool-list"
      aria-label={label}
      style={{ paddingTop: list.before, paddingBottom: list.after }}
    >
      {list.indexes.map((index) => {
        const item = items[index] as T;
        return (
          <li
            key={keyOf(item)}
            ref={list.measure}
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
