import type { ConfirmedImport, ImportView, Proposal } from '@assay/sdk';
import { Alert, Badge, Button, Checkbox, Group, List, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { assay, queryClient } from '../frame/api.js';
import { PageLink } from '../frame/links.js';
import { Failure } from '../frame/states.js';
import { partsOf } from '../marketplace/tool-name.js';

const isPublishable = ({ state }: Proposal): boolean => state === 'new' || state === 'changed';

/** What a started command may reach, before anybody confirms it. */
function Isolation({ isolation }: Pick<ImportView, 'isolation'>) {
  if (isolation === undefined) return null;
  if (isolation === 'off' || isolation === 'none')
    return (
      <Alert color="yellow">The command is started without a sandbox: it can do what the server's user can do.</Alert>
    );
  const { network, hosts = [], folders, memoryMb, processes } = isolation;
  return (
    <Text size="sm">
      Sandbox: network {network}
      {hosts.length === 0 ? '' : ` (${hosts.join(', ')})`}, folders{' '}
      {folders.length === 0 ? 'none' : folders.map(({ path, mode }) => `${path} (${mode})`).join(', ')}, {memoryMb} MB,{' '}
      {processes} processes.
    </Text>
  );
}

function Notes({ proposal }: { readonly proposal: Proposal }) {
  const { problems, notes, findings = [] } = proposal;
  const lines = [
    ...problems.map(({ path, message }) => `Cannot be published: ${path} ${message}`),
    ...findings.map(({ rule, excerpt }) => `Finding ${rule}: ${excerpt}`),
    ...notes,
  ];
  if (lines.length === 0) return null;
  return (
    <List size="xs">
      {lines.map((line) => (
        <List.Item key={line} className="outside-text">
          {line}
        </List.Item>
      ))}
    </List>
  );
}

interface RowProps {
  readonly proposal: Proposal;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

const Row = ({ proposal, isChosen, onChoose }: RowProps) => (
  <li>
    <Checkbox
      checked={isChosen}
      disabled={!isPublishable(proposal)}
      onChange={(event) => onChoose(event.currentTarget.checked)}
      label={`${proposal.manifest.name}@${proposal.manifest.version}`}
      description={proposal.manifest.description.slice(0, 200)}
    />
    <Group gap={6} ml="xl" mt={4}>
      <Badge variant="default" size="sm" tt="none" fw={500}>
        {proposal.state}
      </Badge>
    </Group>
    <Notes proposal={proposal} />
  </li>
);

/** What was published, each with its page. */
function Published({ confirmed }: { readonly confirmed: ConfirmedImport }) {
  return (
    <Alert
      color="green"
      title={`Published ${confirmed.entries.length} ${confirmed.entries.length === 1 ? 'tool' : 'tools'}`}
    >
      <List size="sm">
        {confirmed.entries.map(({ name }) => (
          <List.Item key={name}>
            <PageLink to="/tools/$ns/$tool" params={partsOf(name)} size="sm">
              {name}
            </PageLink>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** The proposals of one server, to choose from and confirm. */
export function Proposed({ proposed }: { readonly proposed: ImportView }) {
  const { server, proposals, removed, leftOut, isolation } = proposed;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const include = proposals
    .filter(isPublishable)
    .map(({ manifest }) => manifest.name)
    .filter((name) => !left.has(name));
  const confirm = useMutation({
    mutationFn: () => assay.imports.confirm(proposed.id, { include }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const choose = (name: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(name);
    else next.add(name);
    setLeft(next);
  };
  return (
    <section className="card" aria-label={server}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {server}
        </Title>
        <Isolation isolation={isolation} />
        <ul className="plain-list tool-list">
          {proposals.map((proposal) => (
            <Row
              key={proposal.manifest.name}
              proposal={proposal}
              isChosen={include.includes(proposal.manifest.name)}
              onChoose={(isChosen) => choose(proposal.manifest.name, isChosen)}
            />
          ))}
        </ul>
        {[...removed.map((name) => `${name} is no longer offered.`), ...leftOut].map((line) => (
          <Text key={line} size="sm" className="outside-text">
            {line}
          </Text>
        ))}
        {confirm.data === undefined ? (
          <div>
            <Button disabled={include.length === 0} loading={confirm.isPending} onClick={() => confirm.mutate()}>
              Publish {include.length} {include.length === 1 ? 'tool' : 'tools'}
            </Button>
          </div>
        ) : (
          <Published confirmed={confirm.data} />
        )}
        {confirm.error === null ? null : <Failure error={confirm.error} />}
      </Stack>
    </section>
  );
}
