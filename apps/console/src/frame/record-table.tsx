import { Stack, Table } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { More } from './more.js';
import { Empty, Failure, Loading } from './states.js';

export interface Column<T> {
  readonly name: string;
  readonly cell: (item: T) => ReactNode;
}

interface RecordTableProps<T> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly T[] }>>;
  readonly label: string;
  readonly keyOf: (item: T) => string;
  /** The first one names the row. */
  readonly columns: readonly Column<T>[];
  readonly empty: { readonly title: string; readonly text?: ReactNode };
}

/** A list of the API as a table, page by page, in each of its states. */
export function RecordTable<T>({ query, label, keyOf, columns, empty }: RecordTableProps<T>) {
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty title={empty.title}>{empty.text}</Empty>;
  const [first, ...others] = columns;
  return (
    <Stack>
      <Table.ScrollContainer minWidth={520} type="native" tabIndex={0} role="region" aria-label={label}>
        <Table aria-label={label} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name }) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={keyOf(item)}>
                <Table.Th scope="row" className="outside-text">
                  {first?.cell(item)}
                </Table.Th>
                {others.map(({ name, cell }) => (
                  <Table.Td key={name} className="outside-text">
                    {cell(item)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <More query={query} />
    </Stack>
  );
}
