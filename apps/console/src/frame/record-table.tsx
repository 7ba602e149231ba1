import { Stack, Table } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListRows, useNextPageOnScroll } from './list-rows.js';
import type { NextPage, RenderedRows } from './long-lists.js';
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
  if (query.data === undefined)
    return query.error === null ? <Loading /> : <Failure error={query.error} retry={() => void query.refetch()} />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <Empty title={empty.title}>{empty.text}</Empty>;
  return (
    <Stack>
      <Table.ScrollContainer minWidth={520} type="native" tabIndex={0} role="region" aria-label={label}>
        <Table aria-label={label} aria-rowcount={query.hasNextPage ? -1 : items.length + 1} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name }) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Rows items={items} keyOf={keyOf} columns={columns} query={query} />
        </Table>
      </Table.ScrollContainer>
      <More query={query} />
    </Stack>
  );
}

interface RowsProps<T> extends Pick<RecordTableProps<T>, 'keyOf' | 'columns'> {
  readonly items: readonly T[];
  readonly query: NextPage;
}

const rowPx = 44;

function Rows<T>(props: RowsProps<T>) {
  const { items, keyOf } = props;
  return (
    <ListRows count={items.length} rowPx={rowPx} keyOf={(index) => keyOf(items[index] as T)}>
      {(rows) => <Body {...props} rows={rows} />}
    </ListRows>
  );
}

function Body<T>({ items, keyOf, columns, query, rows }: RowsProps<T> & { readonly rows: RenderedRows }) {
  const [first, ...others] = columns;
  useNextPageOnScroll(query, rows.indexes.at(-1), items.length);
  return (
    <Table.Tbody ref={rows.ref}>
      <Unrendered px={rows.before} columns={columns.length} />
      {rows.indexes.map((index) => {
        const item = items[index] as T;
        return (
          <Table.Tr key={keyOf(item)} ref={rows.measure} data-index={index} aria-rowindex={index + 2}>
            <Table.Th scope="row" className="outside-text">
              {first?.cell(item)}
            </Table.Th>
            {others.map(({ name, cell }) => (
              <Table.Td key={name} className="outside-text">
                {cell(item)}
              </Table.Td>
            ))}
          </Table.Tr>
        );
      })}
      <Unrendered px={rows.after} columns={columns.length} />
    </Table.Tbody>
  );
}

/** The place of rows that are not rendered. */
const Unrendered = ({ px, columns }: { readonly px: number; readonly columns: number }) =>
  px === 0 ? null : (
    <tr>
      <td colSpan={columns} style={{ height: px, padding: 0 }} />
    </tr>
  );
