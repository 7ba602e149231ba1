import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../frame/api.js';
import { Awaited, Empty } from '../frame/states.js';
import { HierarchyEditor } from './hierarchy-editor.js';

function NewHierarchy() {
  const [capability, setCapability] = useState('');
  const [edited, setEdited] = useState<string>();
  return (
    <div className="card">
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Capability"
            placeholder="email.send"
            value={capability}
            onChange={(event) => setCapability(event.currentTarget.value)}
          />
          <Button variant="default" disabled={capability === ''} onClick={() => setEdited(capability)}>
            Declare a hierarchy
          </Button>
        </Group>
        {edited === undefined ? null : (
          <HierarchyEditor
            key={edited}
            capability={edited}
            onSaved={() => {
              setEdited(undefined);
              setCapability('');
            }}
          />
        )}
      </Stack>
    </div>
  );
}

/** Which tools are tried after which, by capability. */
export function Fallbacks() {
  const query = useQuery(apiQuery('listFallbacks', { query: { limit: 200 } }));
  return (
    <>
      <NewHierarchy />
      <Awaited query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No hierarchy is declared.">
              Calls by capability use the most trusted tool until you declare one.
            </Empty>
          ) : (
            <ul className="plain-list tool-list" aria-label="Hierarchies">
              {items.map((fallback) => (
                <li key={fallback.capability} className="card">
                  <Title order={2} size="h5" mb="xs">
                    {fallback.capability}
                  </Title>
                  {fallback.warnings.map((warning) => (
                    <Text key={warning} size="sm" className="outside-text">
                      {warning}
                    </Text>
                  ))}
                  <HierarchyEditor key={fallback.revision} capability={fallback.capability} known={fallback} />
                </li>
              ))}
            </ul>
          )
        }
      </Awaited>
    </>
  );
}
