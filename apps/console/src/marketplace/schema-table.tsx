import { Code, Table, Text } from '@mantine/core';
import { JsonText } from './json-text.js';
import { type SchemaRow, schemaRows } from './schema-rows.js';

const indents = ['indent-0', 'indent-1', 'indent-2', 'indent-3', 'indent-4', 'indent-5', 'indent-6'];

function Row({ row }: { readonly row: SchemaRow }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" className={`member ${indents[row.depth] ?? ''}`}>
        {row.name}
        {row.isRequired ? <span className="required"> required</span> : null}
      </Table.Th>
      <Table.Td>
        <Code>{row.type}</Code>
      </Table.Td>
      <Table.Td className="outside-text">
        {row.description}
        {row.limits.length === 0 ? null : (
          <Text size="xs" c="dimmed">
            {row.limits.join(' · ')}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface SchemaTableProps {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly label: string;
}

/** A JSON Schema as a table of its members, and as it was published. */
export function SchemaTable({ schema, label }: SchemaTableProps) {
  const rows = schemaRows(schema);
  return (
    <>
      {rows.length === 0 ? (
        <Text size="sm">It lists no members.</Text>
      ) : (
        <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
          <Table aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Type</Table.Th>
                <Table.Th>What it is</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Row key={row.path} row={row} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <details className="why">
        <summary>JSON Schema</summary>
        <JsonText value={schema} label={`${label} as JSON Schema`} />
      </details>
    </>
  );
}
