import { Badge, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../frame/api.js';
import { Awaited, Empty } from '../frame/states.js';

/** Addresses that notices are sent to. */
export function Webhooks() {
  const query = useQuery(apiQuery('listWebhooks', { query: { limit: 100 } }));
  return (
    <section aria-labelledby="webhooks">
      <Title order={2} size="h4" id="webhooks" mb="xs">
        Webhooks
      </Title>
      <Awaited query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No webhook is registered.">
              On the command line: <code>assay webhooks add</code>
            </Empty>
          ) : (
            <ul className="plain-list tool-list">
              {items.map((webhook) => (
                <li key={webhook.id} className="card">
                  <Group justify="space-between">
                    <Text className="outside-text">{webhook.url}</Text>
                    <Badge variant="default" tt="none" fw={500}>
                      {webhook.failingSince === null ? 'delivering' : 'failing'}
                    </Badge>
                  </Group>
                  <Text size="sm" c="dimmed" className="outside-text">
                    {webhook.pending} waiting, {webhook.dead} given up. {webhook.lastError}
                  </Text>
                </li>
              ))}
            </ul>
          )
        }
      </Awaited>
    </section>
  );
}
