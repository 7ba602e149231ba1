import type { RunSummary, SagaView } from '@assay/sdk';
import { Badge, Button, Stack, Table, Tabs, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiList } from '../frame/api.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Empty, Failure, Loading } from '../frame/states.js';
import { CompositionEditor } from './composition-editor.js';
import { Gaps } from './gaps.js';
import { MadeTools } from './made-tools.js';

const Status = ({ status }: { readonly status: string }) => (
  <Badge variant="default" tt="none" fw={500}>
    {status.toLowerCase().replaceAll('_', ' ')}
  </Badge>
);

const RunRow = ({ run }: { readonly run: RunSummary }) => (
  <Table.Tr>
    <Table.Th scope="row">
      <Link to="/compositions/runs/$id" params={{ id: run.id }}>
        {run.startedAt.slice(0, 19).replace('T', ' ')}
      </Link>
    </Table.Th>
    <Table.Td>{run.notation}</Table.Td>
    <Table.Td>
      <Status status={run.status} />
    </Table.Td>
  </Table.Tr>
);

const SagaRow = ({ saga }: { readonly saga: Pick<SagaView, 'id' | 'state' | 'createdAt'> }) => (
  <Table.Tr>
    <Table.Th scope="row">
      <Link to="/compositions/sagas/$id" params={{ id: saga.id }}>
        {saga.createdAt.slice(0, 19).replace('T', ' ')}
      </Link>
    </Table.Th>
    <Table.Td>
      <Status status={saga.state} />
    </Table.Td>
  </Table.Tr>
);

function Runs() {
  const list = useInfiniteQuery(apiList('listRuns', { query: { limit: 30 } }));
  if (list.error !== null) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading />;
  const runs = list.data.pages.flatMap(({ items }) => items);
  if (runs.length === 0) return <Empty title="No run yet.">Check a composition in the editor and run it.</Empty>;
  return (
    <Stack>
      <Table aria-label="Runs">
        <Table.Tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </Table.Tbody>
      </Table>
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Stack>
  );
}

function Sagas() {
  const list = useInfiniteQuery(apiList('listSagas', { query: { limit: 30 } }));
  if (list.error !== null) return <Failure error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined) return <Loading />;
  const sagas = list.data.pages.flatMap(({ items }) => items);
  if (sagas.length === 0)
    return <Empty title="No saga yet.">Agents start them with start_saga or POST /v1/sagas.</Empty>;
  return (
    <Table aria-label="Sagas">
      <Table.Tbody>
        {sagas.map((saga) => (
          <SagaRow key={saga.id} saga={saga} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Compositions: an editor that checks while a person types, runs, and sagas. */
export function CompositionsPage() {
  const [tab, setTab] = useState('editor');
  const contents = { editor: CompositionEditor, runs: Runs, sagas: Sagas, gaps: Gaps, made: MadeTools };
  const Content = contents[tab as keyof typeof contents];
  return (
    <Page title="Compositions" lead={<Text size="sm">Plans, pipelines, chains and sagas that run as one call.</Text>}>
      <NeedsSignIn scope="tools:call">
        <Tabs value={tab} onChange={(chosen) => setTab(chosen ?? 'editor')}>
          <Tabs.List aria-label="Compositions">
            <Tabs.Tab value="editor">Editor</Tabs.Tab>
            <Tabs.Tab value="runs">Runs</Tabs.Tab>
            <Tabs.Tab value="sagas">Sagas</Tabs.Tab>
            <Tabs.Tab value="gaps">Gaps</Tabs.Tab>
            <Tabs.Tab value="made">Made tools</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={tab} pt="md">
            <Content />
          </Tabs.Panel>
        </Tabs>
      </NeedsSignIn>
    </Page>
  );
}
