import { Badge, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList } from '../frame/api.js';
import { PagedCards } from '../frame/paged-cards.js';
import { visibleText } from '../frame/visible-text.js';
import { MadeReport } from '../inbox/made-report.js';

/** The tools a person's agents made, in every state, with their reports. */
export function MadeTools() {
  const made = useInfiniteQuery(apiList('listMadeTools'));
  return (
    <PagedCards
      query={made}
      label="Made tools"
      keyOf={({ id }) => id}
      empty={{ title: 'No made tool.', text: 'Tools that you make from code, or let a model make, appear here.' }}
    >
      {(tool) => (
        <Stack gap="xs">
          <Group gap="xs">
            <Text fw={600} className="outside-text">
              {visibleText(`${tool.tool}@${tool.version}`)}
            </Text>
            <Badge variant="default" tt="none">
              {tool.status}
            </Badge>
            <Badge variant="default" tt="none">
              score {tool.score.toFixed(2)}
            </Badge>
            <Badge variant="default" tt="none">
              tier {tool.tier}
            </Badge>
          </Group>
          <Text size="sm" className="outside-text">
            {visibleText(tool.template.description)}
          </Text>
          <Text size="sm" c="dimmed">
            By {visibleText(tool.createdBy)}; succeeded in {tool.uses.sessions} sessions with {tool.uses.inputs} inputs
            {tool.promotedAs === null ? '' : `; published as ${tool.promotedAs}`}
          </Text>
          <details className="why">
            <summary>Report, code and tests</summary>
            <MadeReport made={tool} />
          </details>
        </Stack>
      )}
    </PagedCards>
  );
}
