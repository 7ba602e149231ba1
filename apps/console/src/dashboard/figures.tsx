import type { CallFigures } from '@assay/sdk';
import { Table } from '@mantine/core';
import { Empty } from '../frame/states.js';
import { classesOf, dollarText, levelName, levelsOf, msText, numberText, shareText } from './periods.js';

const Figure = ({ name, value, note }: { readonly name: string; readonly value: string; readonly note?: string }) => (
  <div className="card figure">
    {name}
    <strong>{value}</strong>
    {note === undefined ? null : <small>{note}</small>}
  </div>
);

/** The figures of the whole range. */
export function Figures({ total }: { readonly total: CallFigures }) {
  const { calls, failures, cached, tokens, costUsd, latency } = total;
  const share = calls === 0 ? undefined : `${shareText(failures / calls)} of the calls`;
  const ms = (value: number | undefined): string => (value === undefined ? '–' : msText(value));
  return (
    <div className="figures">
      <Figure name="Calls" value={numberText(calls)} note={`${numberText(cached)} from the cache`} />
      <Figure name="Failed" value={numberText(failures)} {...(share !== undefined && { note: share })} />
      <Figure
        name="Latency, p95"
        value={ms(latency?.p95Ms)}
        note={`p50 ${ms(latency?.p50Ms)}, p99 ${ms(latency?.p99Ms)}`}
      />
      <Figure name="Tokens of results" value={numberText(tokens)} />
      <Figure name="Spending" value={dollarText(costUsd)} />
    </div>
  );
}

/** Errors by class, with their codes. */
export function Errors({ total }: { readonly total: CallFigures }) {
  const classes = classesOf(total);
  if (classes.length === 0) return <Empty title="No call failed." />;
  return (
    <Table aria-label="Errors by class">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Class</Table.Th>
          <Table.Th>Calls</Table.Th>
          <Table.Th>Codes</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {classes.map(({ name, calls, codes }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{numberText(calls)}</Table.Td>
            <Table.Td>{codes.map((it) => `${it.code} ${numberText(it.calls)}`).join(', ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Which level of a hierarchy answered. */
export function Levels({ total }: { readonly total: CallFigures }) {
  const levels = levelsOf(total);
  if (levels.length === 0) return <Empty title="No call in this time." />;
  return (
    <Table aria-label="Fallback levels">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Answered by</Table.Th>
          <Table.Th>Calls</Table.Th>
          <Table.Th>Share</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {levels.map(({ level, calls, share }) => (
          <Table.Tr key={level}>
            <Table.Th scope="row">{levelName(level)}</Table.Th>
            <Table.Td>{numberText(calls)}</Table.Td>
            <Table.Td>{shareText(share)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
