import { Stack } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { More } from './more.js';
import { Empty, Failure, Loading } from './states.js';

interface PagedCardsProps<T> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly T[] }>>;
  readonly label: string;
  readonly keyOf: (item: T) => string;
  readonly empty: { readonly title: string; readonly text?: ReactNode };
  readonly children: (item: T) => ReactNode;
}

/** A list of the API as cards, page by page, in each of its states. */
export function PagedCards<T>({ query, label, keyOf, empty, children }: PagedCardsProps<T>) {
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty title={empty.title}>{empty.text}</Empty>;
  return (
    <Stack>
      <ul className="plain-list tool-list" aria-label={label}>
        {items.map((item) => (
          <li key={keyOf(item)} className="card">
            {children(item)}
          </li>
        ))}
      </ul>
      <More query={query} />
    </Stack>
  );
}
