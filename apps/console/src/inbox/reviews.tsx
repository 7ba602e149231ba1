import type { MadeToolView, ReviewView } from '@assay/sdk';
import { Badge, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, assay, queryClient } from '../frame/api.js';
import { PagedCards } from '../frame/paged-cards.js';
import { Part } from '../frame/part.js';
import { ReasonedActions } from '../frame/reasoned-actions.js';
import { Failure } from '../frame/states.js';
import { visibleText } from '../frame/visible-text.js';
import { JsonText } from '../marketplace/json-text.js';
import { MadeReport } from './made-report.js';
import { VersionDiff } from './version-diff.js';

const decide = (id: string, decision: 'approve' | 'refuse') => (reason: string) =>
  assay.request('decideReview', { path: { id }, body: { decision, ...(reason !== '' && { reason }) } });

const Review = ({ review }: { readonly review: ReviewView }) => (
  <Stack gap="sm">
    <Group gap="xs">
      <Text fw={600} className="outside-text">
        {visibleText(review.subject)}
      </Text>
      <Badge variant="default" tt="none">
        {review.kind}
      </Badge>
    </Group>
    <Text size="sm">Submitted by {visibleText(review.submittedBy)}</Text>
    <List size="sm">
      {[...review.findings, ...(review.differences ?? [])].map(({ path, message }) => (
        <List.Item key={`${path} ${message}`} className="outside-text">
          <code>{path}</code> {visibleText(message)}
        </List.Item>
      ))}
    </List>
    {review.previous === undefined ? null : <VersionDiff previous={review.previous} about={review.subject} />}
    {review.manifest === undefined && review.capability === undefined ? null : (
      <details className="why">
        <summary>What would take effect</summary>
        <JsonText
          value={visibleText(JSON.stringify(review.manifest ?? review.capability, null, 2))}
          label={`Change to ${review.subject}`}
        />
      </details>
    )}
    <ReasonedActions
      about={review.subject}
      stale={['listReviews']}
      actions={[
        { label: 'Approve', run: decide(review.id, 'approve') },
        { label: 'Refuse', run: decide(review.id, 'refuse') },
      ]}
    />
  </Stack>
);

/** Publishing a made tool needs the name it gets. */
function Promotion({ made }: { readonly made: MadeToolView }) {
  const [name, setName] = useState('');
  const promote = useMutation({
    mutationFn: () => assay.request('promoteMadeTool', { path: { id: made.id }, body: { decision: 'approve', name } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['listMadeTools'] }),
  });
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <TextInput
          className="grow"
          size="xs"
          label={`Publish ${made.template.name} as`}
          placeholder="namespace/tool"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="xs" disabled={!name.includes('/')} loading={promote.isPending} onClick={() => promote.mutate()}>
          Publish
        </Button>
      </Group>
      {promote.error === null ? null : <Failure error={promote.error} />}
      <ReasonedActions
        about={made.tool}
        stale={['listMadeTools']}
        actions={[
          {
            label: 'Deny',
            run: (reason) =>
              assay.request('promoteMadeTool', {
                path: { id: made.id },
                body: { decision: 'deny', ...(reason !== '' && { reason }) },
              }),
          },
        ]}
      />
    </Stack>
  );
}

const MadeTool = ({ made }: { readonly made: MadeToolView }) => (
  <Stack gap="sm">
    <Group gap="xs">
      <Text fw={600} className="outside-text">
        {visibleText(made.tool)}
      </Text>
      <Badge variant="default" tt="none">
        score {made.score.toFixed(2)}
      </Badge>
      <Badge variant="default" tt="none">
        tier {made.tier}
      </Badge>
    </Group>
    <Text size="sm" className="outside-text">
      {visibleText(made.template.description)}
    </Text>
    <Text size="sm" c="dimmed">
      Made by {visibleText(made.createdBy)}; succeeded in {made.uses.sessions} sessions with {made.uses.inputs}{' '}
      different inputs over {made.uses.spanHours.toFixed(0)} hours
    </Text>
    {made.previous === undefined ? null : <VersionDiff previous={made.previous} about={made.tool} />}
    <details className="why">
      <summary>Code and report</summary>
      <MadeReport made={made} />
    </details>
    <Promotion made={made} />
  </Stack>
);

/** Changes that a reviewer decides on, and tools that agents made. */
export function Reviews() {
  const reviews = useInfiniteQuery(apiList('listReviews', { query: { state: 'open' } }));
  const made = useInfiniteQuery({
    ...apiList('listMadeTools'),
    select: ({ pages, pageParams }) => ({
      pageParams,
      pages: pages.map((page) => ({ ...page, items: page.items.filter(({ status }) => status === 'ephemeral') })),
    }),
  });
  return (
    <Stack gap="xl">
      <Part title="Changes held for review">
        <PagedCards
          query={reviews}
          label="Reviews"
          keyOf={({ id }) => id}
          empty={{
            title: 'Nothing is held for review.',
            text: 'Breaking changes, look-alike names and suspicious definitions appear here.',
          }}
        >
          {(review) => <Review review={review} />}
        </PagedCards>
      </Part>
      <Part title="Tools that agents made">
        <PagedCards
          query={made}
          label="Made tools"
          keyOf={({ id }) => id}
          empty={{ title: 'No made tool waits.', text: 'Tools that agents make from code can be published here.' }}
        >
          {(tool) => <MadeTool made={tool} />}
        </PagedCards>
      </Part>
    </Stack>
  );
}
