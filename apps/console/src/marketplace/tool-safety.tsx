import { type Entry, type Verification, verifyEntry } from '@assay/sdk';
import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery, assay } from '../frame/api.js';
import { FactTable } from '../frame/fact-table.js';
import { may, useSession } from '../frame/session.js';
import { Awaited } from '../frame/states.js';
import { partsOf } from './tool-name.js';

/** Verified here, with the browser's own cryptography: nothing of it is the server's word alone but its public keys. */
async function verify(entry: Entry): Promise<Verification> {
  const [registry, publisher] = await Promise.all([assay.registryKeys(), publisherKeys(entry)]);
  return verifyEntry(entry, { registry: registry.keys, publisher });
}

async function publisherKeys(entry: Entry) {
  if (!entry.signatures.some(({ by }) => by === 'publisher')) return [];
  return assay.publisherKeys.list(partsOf(entry.name).ns).toArray(1_000);
}

function Signatures({ entry }: { readonly entry: Entry }) {
  const query = useQuery({ queryKey: ['verify', entry.id], queryFn: () => verify(entry) });
  return (
    <section aria-labelledby="signatures">
      <Title order={2} size="h4" id="signatures" mb="xs">
        Signatures
      </Title>
      <Awaited query={query}>
        {({ ok, problems, digest, signatures }) => (
          <Stack gap="xs">
            <Alert color={ok ? 'green' : 'red'} title={ok ? 'Verified in this browser' : 'Not verified'}>
              <List size="sm">
                {signatures.map(({ by, keyId, signedAt, problem }) => (
                  <List.Item key={`${by} ${keyId}`}>
                    {problem ?? `Signed by the ${by} with key ${keyId} on ${signedAt.slice(0, 10)}.`}
                  </List.Item>
                ))}
                {ok ? null : problems.map((problem) => <List.Item key={problem}>{problem}</List.Item>)}
              </List>
            </Alert>
            <Text size="xs" className="outside-text">
              Digest of the manifest: {digest.computed}
            </Text>
          </Stack>
        )}
      </Awaited>
    </section>
  );
}

const said = (hint: boolean | undefined, yes: string, no: string): string =>
  hint === undefined ? 'Not declared' : hint ? yes : no;

function Behaviour({ entry }: { readonly entry: Entry }) {
  const { annotations = {}, compensation, auth, security } = entry;
  const rows: readonly (readonly [string, string])[] = [
    ['Changes something', said(annotations.readOnlyHint, 'No, it only reads', 'Yes')],
    ['Destroys something', said(annotations.destructiveHint, 'Yes', 'No')],
    ['Same result when called twice', said(annotations.idempotentHint, 'Yes', 'No')],
    ['Reaches the outside world', said(annotations.openWorldHint, 'Yes', 'No')],
    [
      'Can be undone',
      compensation === undefined
        ? 'Not declared'
        : `${compensation.class}${compensation.tool ? `, by ${compensation.tool}` : ''}`,
    ],
    ['Credential of the upstream', auth?.upstream ?? 'none'],
    ['Security audit, as declared', security?.audit ?? 'none'],
    ['Last verified', entry.lastVerified?.slice(0, 10) ?? 'never'],
    ['Published by', `${entry.createdBy}, ${entry.publishedAt.slice(0, 10)}`],
  ];
  return <FactTable label="What it may do" facts={rows} variant="vertical" />;
}

function Publisher({ namespace }: { readonly namespace: string }) {
  const query = useQuery(apiQuery('showNamespace', { path: { ns: namespace } }));
  return (
    <Awaited query={query} lines={1}>
      {({ proven, organisation }) => (
        <Text size="sm">
          The namespace {namespace} belongs to {organisation}.{' '}
          {proven === null
            ? 'It proves no domain.'
            : `It proved the domain ${proven.domain} by ${proven.method.toUpperCase()} on ${proven.at.slice(0, 10)}.`}
        </Text>
      )}
    </Awaited>
  );
}

function Isolation({ entry }: { readonly entry: Entry }) {
  const server = 'server' in entry.endpoint ? String(entry.endpoint.server) : undefined;
  const session = useSession();
  const { ns, tool } = partsOf(server ?? '/');
  const query = useQuery({
    ...apiQuery('showServer', { path: { ns, server: tool } }),
    enabled: server !== undefined && may(session, 'registry:publish'),
    retry: false,
  });
  if (server === undefined) return <Text size="sm">It is not a command that Assay starts.</Text>;
  if (query.data === undefined) return <Text size="sm">Served by {server}. Its owners see how it is isolated.</Text>;
  const { isolation } = query.data;
  if (isolation === undefined) return <Text size="sm">{server} is reached at an address.</Text>;
  if (isolation === 'off' || isolation === 'none') return <Text size="sm">{server} is started without isolation.</Text>;
  return (
    <Text size="sm">
      {server} runs in a sandbox: network {isolation.network}, {isolation.folders.length} folders, {isolation.memoryMb}{' '}
      MB, {isolation.processes} processes.
    </Text>
  );
}

function Findings({ tool }: { readonly tool: string }) {
  const session = useSession();
  const isAllowed = may(session, 'registry:publish');
  const query = useQuery({ ...apiQuery('listFindings', { query: { tool } }), enabled: isAllowed });
  if (!isAllowed) return <Text size="sm">Findings of the inspection are shown to owners of the tool.</Text>;
  return (
    <Awaited query={query} lines={2}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm">The inspection found nothing.</Text>
        ) : (
          <List size="sm">
            {items.map((finding) => (
              <List.Item key={finding.id} className="outside-text">
                {finding.foundAt.slice(0, 10)}, {finding.severity.toLowerCase()}, {finding.state.toLowerCase()}:{' '}
                {finding.signs.map(({ rule, excerpt }) => `${rule}: ${excerpt}`).join('; ')}
              </List.Item>
            ))}
          </List>
        )
      }
    </Awaited>
  );
}

function Dependents({ tool }: { readonly tool: string }) {
  const query = useQuery(apiQuery('listDependents', { path: partsOf(tool), query: { limit: 100 } }));
  return (
    <Awaited query={query} lines={2}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm">No composed tool that you can see calls it.</Text>
        ) : (
          <List size="sm">
            {items.map((it) => (
              <List.Item key={it.tool}>
                <Link to="/tools/$ns/$tool" params={partsOf(it.tool)}>
                  {it.title ?? it.tool}
                </Link>{' '}
                as {it.references.join(', ')}
              </List.Item>
            ))}
          </List>
        )
      }
    </Awaited>
  );
}

/** What a tool may do, who vouches for it, and what depends on it. */
export function ToolSafety({ entry }: { readonly entry: Entry }) {
  const sections = [
    ['Behaviour', <Behaviour key="b" entry={entry} />],
    ['Publisher', <Publisher key="p" namespace={partsOf(entry.name).ns} />],
    ['Isolation', <Isolation key="i" entry={entry} />],
    ['Findings', <Findings key="f" tool={entry.name} />],
    ['Dependents', <Dependents key="d" tool={entry.name} />],
  ] as const;
  return (
    <Stack gap="lg">
      <Signatures entry={entry} />
      {sections.map(([title, content]) => (
        <section key={title} aria-label={title}>
          <Title order={2} size="h4" mb="xs">
            {title}
          </Title>
          {content}
        </section>
      ))}
    </Stack>
  );
}
