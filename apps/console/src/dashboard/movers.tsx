import type { TrustMoverView } from '@assay/sdk';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../frame/api.js';
import { Awaited, Empty } from '../frame/states.js';
import { partsOf } from '../marketplace/tool-name.js';
import type { queryOf } from './use-dashboard.js';

const changeText = (change: number): string => `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(3)}`;

const MoverRow = ({ tool, version, before, now, change }: TrustMoverView) => (
  <Table.Tr>
    <Table.Th scope="row" className="outside-text">
      <Link to="/tools/$ns/$tool" params={partsOf(tool)}>
        {tool}
      </Link>{' '}
      {version}
    </Table.Th>
    <Table.Td>{before.toFixed(3)}</Table.Td>
    <Table.Td>{now.toFixed(3)}</Table.Td>
    <Table.Td className={change > 0 ? 'text-ok' : 'text-bad'}>{changeText(change)}</Table.Td>
  </Table.Tr>
);

/** Versions of called tools whose trust changed most. */
export function Movers({ query }: { readonly query: ReturnType<typeof queryOf> }) {
  const movers = useQuery({ ...apiQuery('listTrustMovers', { query }), placeholderData: (former) => former });
  return (
    <Awaited query={movers}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="Trust in the called tools did not move.">
            Scores are computed from each day’s evidence; a change shows on the day after.
          </Empty>
        ) : (
          <Table.ScrollContainer minWidth={420} type="native" tabIndex={0} role="region" aria-label="Trust movers">
            <Table aria-label="Trust movers">
              <Table.Thead>
                <Table.Tr>
                  {['Version', 'Before', 'Now', 'Change'].map((name) => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((mover) => (
                  <MoverRow key={`${mover.tool}@${mover.version}`} {...mover} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )
      }
    </Awaited>
  );
}
