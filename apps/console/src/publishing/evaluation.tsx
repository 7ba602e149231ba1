import type { EvaluationView } from '@assay/sdk';
import { Alert, Button, List, Progress, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay } from '../frame/api.js';
import { FormRow } from '../frame/form-row.js';
import { Part } from '../frame/part.js';
import { Awaited } from '../frame/states.js';

const pollMs = 1_000;

type Side = EvaluationView['tool'];

const share = (of: Side['succeeded']): string =>
  of === null ? 'unknown' : `${(of.value * 100).toFixed(0)} % of ${of.of}`;
const ms = (of: number | null): string => (of === null ? 'unknown' : `${Math.round(of)} ms`);

const rows: readonly (readonly [string, (side: Side) => string])[] = [
  ['Calls', ({ calls }) => String(calls)],
  ['Succeeded', ({ succeeded }) => share(succeeded)],
  ['Met the output schema', ({ schemaValid }) => share(schemaValid)],
  ['Half of the calls take', ({ p50Ms }) => ms(p50Ms)],
  ['95 % of the calls take', ({ p95Ms }) => ms(p95Ms)],
  ['Cost', ({ costUsd }) => (costUsd === null ? 'unknown' : `$${costUsd}`)],
];

const Sides = ({ tool, against }: Pick<EvaluationView, 'tool' | 'against'>) => (
  <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
    <Table aria-label="Comparison">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Figure</Table.Th>
          <Table.Th className="outside-text">{tool.tool}</Table.Th>
          <Table.Th className="outside-text">{against.tool}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, text]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{text(tool)}</Table.Td>
            <Table.Td>{text(against)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

const colours = {
  equivalent: 'green',
  better: 'green',
  different: 'yellow',
  inconclusive: 'yellow',
  worse: 'red',
} as const;

/** Its progress, then its report. */
function Report({ evaluation }: { readonly evaluation: EvaluationView }) {
  const { state, verdict, reasons, progress, problem, differences, tool, against } = evaluation;
  if (state === 'failed') return <Alert color="red">{problem ?? 'The comparison failed.'}</Alert>;
  if (state === 'running' || verdict === null)
    return (
      <Stack gap={4}>
        <Text size="sm" role="status">
          {progress.done} of {progress.total} calls replayed
        </Text>
        <Progress
          aria-label="Replayed calls"
          value={progress.total === 0 ? 0 : (100 * progress.done) / progress.total}
        />
      </Stack>
    );
  return (
    <Stack gap="sm">
      <Alert color={colours[verdict]} title={`The verdict is: ${verdict}`}>
        <List size="sm">
          {reasons.map((reason) => (
            <List.Item key={reason} className="outside-text">
              {reason}
            </List.Item>
          ))}
        </List>
      </Alert>
      <Sides tool={tool} against={against} />
      <List size="sm">
        {differences.map(({ kind, path, calls, withinTolerance }) => (
          <List.Item key={`${kind} ${path}`} className="outside-text">
            {kind} at <code>{path === '' ? '/' : path}</code> in {calls} calls
            {withinTolerance ? ', within tolerance' : ''}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** Replays calls on two tools or versions, and compares them. */
export function Evaluation() {
  const [tool, setTool] = useState('');
  const [against, setAgainst] = useState('');
  const start = useMutation({ mutationFn: () => assay.evaluations.start({ tool, against }) });
  const id = start.data?.id;
  const query = useQuery({
    ...apiQuery('showEvaluation', { path: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? pollMs : false),
  });
  return (
    <Part title="Compare two tools or versions">
      <FormRow submit={() => start.mutate()} error={start.error}>
        <TextInput
          className="grow"
          label="In use"
          placeholder="acme/orders.create@^1"
          value={tool}
          onChange={(event) => setTool(event.currentTarget.value)}
          required
        />
        <TextInput
          className="grow"
          label="Compare with"
          placeholder="acme/orders.create@2.0.0"
          value={against}
          onChange={(event) => setAgainst(event.currentTarget.value)}
          required
        />
        <Button type="submit" loading={start.isPending}>
          Replay calls
        </Button>
      </FormRow>
      {id === undefined ? (
        <Text size="sm" c="dimmed">
          Recorded calls and the examples of the version are replayed.
        </Text>
      ) : (
        <Awaited query={query}>{(evaluation) => <Report evaluation={evaluation} />}</Awaited>
      )}
    </Part>
  );
}
