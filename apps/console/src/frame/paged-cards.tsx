import { Stack } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CardList } from './card-list.js';
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
  if (query.data === undefined)
    return query.error === null ? <Loading /> : <Failure error={query.error} retry={() => void query.refetch()} />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty title={empty.title}>{empty.text}</Empty>;
  return (
    <Stack>
      <CardList items={items} label={label} keyOf={keyOf} query={query}>
        {children}
      </CardList>
      <More query={query} />
    </Stack>
  );
}
