import type { Gap } from '@assay/sdk';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList } from '../frame/api.js';
import { PagedCards } from '../frame/paged-cards.js';
import { visibleText } from '../frame/visible-text.js';
import { JsonText } from '../marketplace/json-text.js';

const kinds = { request: 'search without an answer', sequence: 'repeated sequence', chain: 'long chain' } as const;

const GapCard = ({ gap }: { readonly gap: Gap }) => (
  <Stack gap="xs">
    <Group gap="xs">
      <Text fw={600} className="outside-text">
        {visibleText(gap.what)}
      </Text>
      <Badge variant="default" tt="none">
        {kinds[gap.kind]}
      </Badge>
    </Group>
    <Text size="sm" c="dimmed">
      {gap.times} times by {gap.callers} callers, last on {gap.lastAt.slice(0, 10)}
    </Text>
    {gap.nearest.length === 0 ? null : (
      <Text size="sm" className="outside-text">
        Nearest: {visibleText(gap.nearest.join(', '))}
      </Text>
    )}
    {gap.proposal === null ? null : (
      <details className="why">
        <summary>
          {gap.proposal.kind === 'composition' ? 'A composition that does it' : 'A template to start from'}
        </summary>
        <JsonText
          value={visibleText(
            JSON.stringify(
              gap.proposal.kind === 'composition' ? gap.proposal.manifest : gap.proposal.template,
              null,
              2,
            ),
          )}
          label={`Proposal for ${gap.what}`}
        />
      </details>
    )}
    <Text size="xs" c="dimmed">
      Let a model make a tool for it: assay make describe &quot;…&quot; --gap {gap.id}
    </Text>
  </Stack>
);

/** What callers needed in the last 30 days and no tool does. */
export function Gaps() {
  const gaps = useInfiniteQuery(apiList('listGaps'));
  return (
    <PagedCards
      query={gaps}
      label="Gaps"
      keyOf={({ id }) => id}
      empty={{
        title: 'No gap in the last 30 days.',
        text: 'Searches that no tool answered, repeated sequences of calls and long chains appear here.',
      }}
    >
      {(gap) => <GapCard gap={gap} />}
    </PagedCards>
  );
}
