import type { DeliveryView, WebhookView } from '@assay/sdk';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, assay, readAgain } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { PagedCards } from '../frame/paged-cards.js';
import { Part } from '../frame/part.js';
import { Failure } from '../frame/states.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookForm } from './webhook-form.js';

const pingWords = ({ state, lastStatus, lastError }: DeliveryView): string =>
  state === 'delivered' ? `The test was delivered (${lastStatus}).` : `The test failed: ${lastError ?? lastStatus}`;

function Test({ webhook }: { readonly webhook: WebhookView }) {
  const test = useMutation({
    mutationFn: () => assay.webhooks.test(webhook.id),
    onSuccess: () => readAgain(['listDeliveries', 'listWebhooks']),
  });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={test.isPending}
        aria-label={`Send a test: ${webhook.url}`}
        onClick={() => test.mutate()}
      >
        Send a test
      </Button>
      {test.data === undefined ? null : (
        <Text size="sm" role="status" className="outside-text">
          {pingWords(test.data)}
        </Text>
      )}
      {test.error === null ? null : <Failure error={test.error} />}
    </>
  );
}

function Webhook({ webhook }: { readonly webhook: WebhookView }) {
  const { id, url, kinds, failingSince, pending, dead, lastError } = webhook;
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text className="outside-text">{url}</Text>
        <Badge variant="default" tt="none" fw={500}>
          {failingSince === null ? 'delivering' : 'failing'}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" className="outside-text">
        {kinds === null ? 'All notices' : kinds.join(', ')}; {pending} waiting, {dead} given up. {lastError}
      </Text>
      <Group gap="sm">
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={isOpen}
          aria-label={`Deliveries: ${url}`}
          onClick={() => setOpen(!isOpen)}
        >
          Deliveries
        </Button>
        <Test webhook={webhook} />
        <OneAction
          label="Delete"
          about={url}
          question="Waiting messages are deleted too."
          run={() => assay.webhooks.delete(id)}
          stale={['listWebhooks']}
        />
      </Group>
      {isOpen ? <WebhookDeliveries id={id} /> : null}
    </Stack>
  );
}

/** Addresses that notices are sent to, with what was sent. For administrators. */
export function Webhooks() {
  const query = useInfiniteQuery(apiList('listWebhooks', { query: { limit: 50 } }));
  return (
    <Part title="Webhooks">
      <WebhookForm />
      <PagedCards query={query} label="Webhooks" keyOf={({ id }) => id} empty={{ title: 'No webhook is registered.' }}>
        {(webhook) => <Webhook webhook={webhook} />}
      </PagedCards>
    </Part>
  );
}
