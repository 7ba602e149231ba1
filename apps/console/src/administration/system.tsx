import type { AnswerOf, IndexStatusView } from '@assay/sdk';
import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, assay } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { Part } from '../frame/part.js';
import { Awaited } from '../frame/states.js';
import { Replicas } from './replicas.js';

const Row = ({ name, children }: { readonly name: string; readonly children: string | number }) => (
  <Table.Tr>
    <Table.Th scope="row">{name}</Table.Th>
    <Table.Td className="outside-text">{children}</Table.Td>
  </Table.Tr>
);

const rebuildText = ({ rebuild, building }: IndexStatusView): string => {
  if (building !== null) return `running, ${building.toLocaleString('en')} tools so far`;
  if (rebuild === null) return 'none since this replica started';
  return `${rebuild.state}, started ${rebuild.startedAt}${rebuild.problem === null ? '' : `: ${rebuild.problem}`}`;
};

const pollMs = 2_000;

function SearchIndex() {
  const query = useQuery({
    ...apiQuery('showIndex'),
    refetchInterval: ({ state }) => (state.data?.building === null ? false : pollMs),
  });
  return (
    <Awaited query={query}>
      {(index) => (
        <Stack gap="sm" align="flex-start">
          <Table aria-label="Search index">
            <Table.Tbody>
              <Row name="Engine">{index.engine}</Row>
              <Row name="In use">{index.ready ? 'yes' : `no: ${index.problem ?? 'it is not ready yet'}`}</Row>
              <Row name="Tools">{`${index.documents.toLocaleString('en')} of ${index.tools.toLocaleString('en')}`}</Row>
              <Row name="Changes to write">{index.pending ?? 'written by another replica'}</Row>
              <Row name="Rebuild">{rebuildText(index)}</Row>
            </Table.Tbody>
          </Table>
          <OneAction
            label="Rebuild"
            about="the search index"
            run={() => assay.request('rebuildIndex', {})}
            stale={['showIndex']}
          />
        </Stack>
      )}
    </Awaited>
  );
}

function Models() {
  const query = useQuery(apiQuery('showModels'));
  return (
    <Awaited query={query}>
      {(models) => (
        <Table aria-label="Models">
          <Table.Tbody>
            {Object.entries(models).map(([name, value]) => (
              <Row key={name} name={name}>
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </Row>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Awaited>
  );
}

type Installation = AnswerOf<'showInstallation'>;

const Settings = ({ settings }: Pick<Installation, 'settings'>) => (
  <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label="Settings in force">
    <Table aria-label="Settings in force">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Setting</Table.Th>
          <Table.Th>Value</Table.Th>
          <Table.Th>Source</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {settings.map(({ name, value, source }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">
              <code>{name}</code>
            </Table.Th>
            <Table.Td className="outside-text">{value ?? '–'}</Table.Td>
            <Table.Td>{source}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

const Jobs = ({ jobs }: Pick<Installation, 'jobs'>) => (
  <Table aria-label="Jobs">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Job</Table.Th>
        <Table.Th>Runs</Table.Th>
        <Table.Th>Failed</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {jobs.map(({ name, runs, failures }) => (
        <Table.Tr key={name}>
          <Table.Th scope="row">{name}</Table.Th>
          <Table.Td>{runs.toLocaleString('en')}</Table.Td>
          <Table.Td>{failures.toLocaleString('en')}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

function Replica() {
  const query = useQuery(apiQuery('showInstallation'));
  return (
    <Awaited query={query} lines={8}>
      {({ version, replica, jobs, settings }) => (
        <Stack gap="xl">
          <Part title="This replica">
            <Text size="sm">
              Assay {version} on Node {replica.node}, {replica.id ?? 'without a name of its own'}, started{' '}
              {replica.startedAt}. Behind a load balancer another replica may answer next.
            </Text>
          </Part>
          <Part title="Jobs">
            <Jobs jobs={jobs} />
          </Part>
          <Part title="Settings in force">
            <Settings settings={settings} />
          </Part>
        </Stack>
      )}
    </Awaited>
  );
}

/** How this installation runs. */
export function System() {
  return (
    <>
      <Part title="Search index">
        <SearchIndex />
      </Part>
      <Part title="Replicas">
        <Replicas />
      </Part>
      <Replica />
      <Part title="Language models">
        <Text size="sm" mb="xs">
          What repairs arguments and answers for compositions.
        </Text>
        <Models />
      </Part>
    </>
  );
}
