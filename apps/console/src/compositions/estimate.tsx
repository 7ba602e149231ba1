import type { RunCheck } from '@assay/sdk';
import { Table } from '@mantine/core';
import { FactTable } from '../frame/fact-table.js';
import { figuresOf, type StepOutlook } from './dry-run.js';

interface EstimateProps {
  readonly estimate: NonNullable<RunCheck['estimate']>;
  readonly outlooks: Readonly<Record<string, StepOutlook>>;
}

/** What a dry run expects of the whole, and of each step: the same as the marks in the graph. */
export const Estimate = ({ estimate, outlooks }: EstimateProps) => (
  <>
    <FactTable label="Dry run" facts={figuresOf(estimate)} />
    <Table aria-label="Dry run of each step">
      <Table.Tbody>
        {Object.entries(outlooks).map(([id, { note }]) => (
          <Table.Tr key={id}>
            <Table.Th scope="row" className="outside-text">
              {id}
            </Table.Th>
            <Table.Td>{note}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </>
);
