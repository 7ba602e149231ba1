import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Failure } from './states.js';

type Paged = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'error'>;

/** The next page of a list, while there is one. What is shown stays when reading it fails. */
export function More({ query }: { readonly query: Paged }) {
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.fetchNextPage()} />;
  if (!query.hasNextPage) return null;
  return (
    <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show more
    </Button>
  );
}
