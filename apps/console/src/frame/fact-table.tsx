import { Table, type TableProps } from '@mantine/core';

interface FactTableProps extends Pick<TableProps, 'variant'> {
  readonly label: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** Names of ours with their values, which may come from outside. */
export const FactTable = ({ label, facts, variant }: FactTableProps) => (
  <Table aria-label={label} {...(variant !== undefined && { variant })}>
    <Table.Tbody>
      {facts.map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Th scope="row">{name}</Table.Th>
          <Table.Td className="outside-text">{value}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
