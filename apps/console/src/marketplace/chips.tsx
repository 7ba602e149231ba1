import type { DiscoveryAnswer } from '@assay/sdk';
import { Badge, Group, Text } from '@mantine/core';

/** The constraints that the server read from the words, and what it did with each. */
export function Chips({ parsed }: Pick<DiscoveryAnswer, 'parsed'>) {
  if (parsed.fromText.length === 0) return null;
  return (
    <Group gap={6} mb="sm" aria-label="Constraints read from your words" role="group">
      <Text size="sm" c="dimmed">
        Read from your words:
      </Text>
      {parsed.fromText.map(({ words, note, outcome }) => (
        <Badge key={words} variant="default" tt="none" title={note}>
          {words}
          {outcome === 'applied' ? '' : ` (${outcome})`}
        </Badge>
      ))}
    </Group>
  );
}
