import type { RegistryServerView } from '@assay/sdk';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { assay } from '../frame/api.js';
import { CardList } from '../frame/card-list.js';
import { More } from '../frame/more.js';
import { Empty, Failure, Loading } from '../frame/states.js';

function Server({ server }: Pick<RegistryServerView, 'server'>) {
  const { name, version, title, description, remotes = [], packages = [] } = server;
  const ways = [...remotes.map(({ type }) => type), ...packages.map(({ registryType }) => registryType)];
  return (
    <>
      <Text component="h2" className="tool-card-name">
        {title ?? name}
      </Text>
      <Text size="sm" c="dimmed" className="outside-text">
        {name} {version}
      </Text>
      <Text size="sm" className="outside-text" lineClamp={3}>
        {description}
      </Text>
      <Group gap={6} mt={8}>
        {[...new Set(ways)].map((way) => (
          <Badge key={way} variant="default" size="sm" tt="none" fw={500}>
            {way}
          </Badge>
        ))}
        <Link to="/" search={{ q: name }}>
          Find its tools
        </Link>
      </Group>
    </>
  );
}

const pageSize = 30;

/** MCP servers that this registry lists: published here, or mirrored from a registry that it follows. */
export function ServerList({ words }: { readonly words: string | undefined }) {
  const query = { version: 'latest', limit: pageSize, ...(words !== undefined && { search: words }) };
  const list = useInfiniteQuery({
    queryKey: ['mcpRegistry', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => assay.mcpRegistry.list(query, { signal }).page(pageParam),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  if (list.data === undefined)
    return list.error === null ? (
      <Loading lines={6} />
    ) : (
      <Failure error={list.error} retry={() => void list.refetch()} />
    );
  const servers = list.data.pages.flatMap(({ items }) => items);
  if (servers.length === 0)
    return <Empty title="No server is listed.">Servers appear here when they are published or mirrored.</Empty>;
  return (
    <Stack gap="sm">
      <CardList items={servers} label="Servers" keyOf={({ server }) => `${server.name} ${server.version}`} query={list}>
        {({ server }) => <Server server={server} />}
      </CardList>
      <More query={list} />
    </Stack>
  );
}
