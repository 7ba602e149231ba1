import type { Entry } from '@assay/sdk';
import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { JsonText } from './json-text.js';
import { SchemaTable } from './schema-table.js';

function Examples({ examples }: { readonly examples: NonNullable<Entry['examples']> }) {
  return examples.map(({ name, input, output }) => (
    <details key={name} className="card">
      <summary>{name}</summary>
      <JsonText value={input} label={`Input of ${name}`} />
      {output === undefined ? null : <JsonText value={output} label={`Output of ${name}`} />}
    </details>
  ));
}

/** What a tool does, takes and returns. */
export function ToolOverview({ entry }: { readonly entry: Entry }) {
  const { description, capabilities = [], inputSchema, outputSchema, examples = [] } = entry;
  return (
    <Stack gap="lg">
      <Text className="outside-text">{description}</Text>
      {capabilities.length === 0 ? null : (
        <Group gap={6}>
          {capabilities.map((capability) => (
            <Badge
              key={capability}
              variant="default"
              tt="none"
              renderRoot={(props) => <Link to="/" search={{ capability }} {...props} />}
            >
              {capability}
            </Badge>
          ))}
        </Group>
      )}
      <section aria-labelledby="takes">
        <Title order={2} size="h4" id="takes">
          What it takes
        </Title>
        <SchemaTable schema={inputSchema} label="Input" />
      </section>
      <section aria-labelledby="returns">
        <Title order={2} size="h4" id="returns">
          What it returns
        </Title>
        {outputSchema === undefined ? (
          <Text size="sm">Its publisher states no output schema.</Text>
        ) : (
          <SchemaTable schema={outputSchema} label="Output" />
        )}
      </section>
      {examples.length === 0 ? null : (
        <section aria-labelledby="examples">
          <Title order={2} size="h4" id="examples" mb="xs">
            Examples
          </Title>
          <Stack gap="xs">
            <Examples examples={examples} />
          </Stack>
        </section>
      )}
    </Stack>
  );
}
