import type { NamespaceView } from '@assay/sdk';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../frame/api.js';
import { PageButton, PageLink } from '../frame/links.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { may, useSession } from '../frame/session.js';
import { Awaited, Empty } from '../frame/states.js';
import { PublishEditor } from './publish-editor.js';
import { Webhooks } from './webhooks.js';

function ownersOf({ owners, teams }: NamespaceView): string {
  const names = [...owners.map(({ name }) => name), ...teams.map((team) => `team ${team}`)];
  return names.length === 0 ? 'No owner: administrators publish into it' : `Owned by ${names.join(', ')}`;
}

const Namespace = ({ namespace }: { readonly namespace: NamespaceView }) => (
  <li className="card">
    <Group justify="space-between">
      <PageLink to="/" search={{ namespace: namespace.name }} fw={600}>
        {namespace.name}
      </PageLink>
      <Group gap={6}>
        <Badge variant="default" tt="none" fw={500}>
          {namespace.visibility}
        </Badge>
        <Badge variant="default" tt="none" fw={500}>
          {namespace.proven === null ? 'no domain proved' : `proved ${namespace.proven.domain}`}
        </Badge>
      </Group>
    </Group>
    <Text size="sm" c="dimmed">
      {ownersOf(namespace)}
      {namespace.transfer === null ? '' : `; offered to ${namespace.transfer.organisation}`}
    </Text>
  </li>
);

function Namespaces() {
  const me = useQuery(apiQuery('me'));
  const query = useQuery(apiQuery('listNamespaces', { query: { limit: 200 } }));
  return (
    <Awaited query={query}>
      {({ items }) => {
        const own = items.filter(({ name }) => me.data?.namespaces.includes(name));
        return own.length === 0 ? (
          <Empty title="You have no namespace yet.">Create one where you import or publish.</Empty>
        ) : (
          <ul className="plain-list tool-list">
            {own.map((namespace) => (
              <Namespace key={namespace.name} namespace={namespace} />
            ))}
          </ul>
        );
      }}
    </Awaited>
  );
}

/** What a publisher does: namespaces, publishing a manifest, webhooks. */
export function PublishingPage() {
  const session = useSession();
  return (
    <Page
      title="Publishing"
      lead="Versions are immutable. Check a manifest before you publish it."
      actions={
        <Group gap="xs">
          <PageButton to="/publishing/import" variant="default">
            Import tools
          </PageButton>
          <PageButton to="/publishing/evaluations" variant="default">
            Evaluations
          </PageButton>
        </Group>
      }
    >
      <NeedsSignIn scope="registry:publish">
        <Stack gap="xl">
          <PublishEditor />
          <section aria-labelledby="namespaces">
            <Title order={2} size="h4" id="namespaces" mb="xs">
              Your namespaces
            </Title>
            <Namespaces />
          </section>
          {may(session, 'admin') ? <Webhooks /> : null}
        </Stack>
      </NeedsSignIn>
    </Page>
  );
}
