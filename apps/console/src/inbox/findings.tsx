import type { FindingView } from '@assay/sdk';
import { Badge, Group, List, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList, assay } from '../frame/api.js';
import { PagedCards } from '../frame/paged-cards.js';
import { ReasonedActions } from '../frame/reasoned-actions.js';
import { may, useSession } from '../frame/session.js';
import { visibleText } from '../frame/visible-text.js';

const resolve = (id: string, action: 'dismiss' | 'confirm') => (reason: string) =>
  assay.request('resolveFinding', { path: { id }, body: { action, reason } });

function Finding({ finding }: { readonly finding: FindingView }) {
  const session = useSession();
  const name = `${finding.tool}@${finding.version}`;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text fw={600} className="outside-text">
          {visibleText(name)}
        </Text>
        <Badge variant="default" tt="none">
          {finding.severity.toLowerCase()}
        </Badge>
        <Badge variant="default" tt="none">
          in the {finding.subject}
        </Badge>
        {finding.quarantined ? (
          <Badge variant="default" tt="none">
            quarantined
          </Badge>
        ) : null}
      </Group>
      <List size="sm">
        {finding.signs.map(({ path, rule, excerpt }) => (
          <List.Item key={`${path} ${rule} ${excerpt}`} className="outside-text">
            {rule} at <code>{path}</code>: {visibleText(excerpt)}
          </List.Item>
        ))}
      </List>
      {may(session, 'admin') ? (
        <ReasonedActions
          about={name}
          stale={['listFindings']}
          actions={[
            { label: 'Dismiss as a false alarm', needsReason: true, run: resolve(finding.id, 'dismiss') },
            { label: 'Confirm as abuse', needsReason: true, run: resolve(finding.id, 'confirm') },
          ]}
        />
      ) : null}
    </Stack>
  );
}

/** Signs of abuse that somebody has to judge. */
export function Findings() {
  const query = useInfiniteQuery(apiList('listFindings', { query: { state: 'open' } }));
  return (
    <PagedCards
      query={query}
      label="Findings"
      keyOf={({ id }) => id}
      empty={{ title: 'No finding is open.', text: 'Signs of abuse in definitions and outputs appear here.' }}
    >
      {(finding) => <Finding finding={finding} />}
    </PagedCards>
  );
}
