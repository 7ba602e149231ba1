import type { NotificationView } from '@assay/sdk';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { apiList, assay, queryClient } from '../frame/api.js';
import { PagedCards } from '../frame/paged-cards.js';
import { Failure } from '../frame/states.js';
import { visibleText } from '../frame/visible-text.js';
import { relativeTime } from './risks.js';

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['listNotifications'] });

function Notice({ notice }: { readonly notice: NotificationView }) {
  const read = useMutation({ mutationFn: () => assay.notifications.read(notice.id), onSuccess: readAgain });
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={notice.readAt === null ? 600 : 400} className="outside-text">
            {visibleText(notice.subject)}
          </Text>
          <Badge variant="default" tt="none" fw={500}>
            {notice.kind}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {relativeTime(notice.createdAt, Date.now())}
        </Text>
      </Group>
      <Text size="sm" className="outside-text">
        {visibleText(notice.text)}
      </Text>
      {notice.readAt === null ? (
        <Group>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Mark as read: ${notice.subject}`}
            onClick={() => read.mutate()}
          >
            Mark as read
          </Button>
        </Group>
      ) : null}
      {read.error === null ? null : <Failure error={read.error} />}
    </Stack>
  );
}

/** A person's notices, newest first. */
export function Notices() {
  const query = useInfiniteQuery(apiList('listNotifications'));
  const readAll = useMutation({ mutationFn: () => assay.notifications.readAll(), onSuccess: readAgain });
  return (
    <Stack>
      <Group>
        <Button size="xs" variant="default" loading={readAll.isPending} onClick={() => readAll.mutate()}>
          Mark all as read
        </Button>
      </Group>
      {readAll.error === null ? null : <Failure error={readAll.error} />}
      <PagedCards
        query={query}
        label="Notices"
        keyOf={({ id }) => id}
        empty={{ title: 'No notice yet.', text: 'Changes of tools you own, pinned or call appear here.' }}
      >
        {(notice) => <Notice notice={notice} />}
      </PagedCards>
    </Stack>
  );
}
