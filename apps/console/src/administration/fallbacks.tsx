import type { FallbackView, SetFallback } from '@assay/sdk';
import { Button, Group, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay, queryClient } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { Awaited, Empty, Failure } from '../frame/states.js';
import { LevelList } from './level-list.js';

type Level = SetFallback['levels'][number];

const levelOf = ({ tool, accuracy, mapping, shadow, canary }: FallbackView['levels'][number]): Level => ({
  tool,
  accuracy,
  ...(mapping !== undefined && { mapping }),
  ...(shadow !== undefined && { shadow }),
  ...(canary !== undefined && { canary }),
});

interface EditorProps {
  readonly capability: string;
  /** The hierarchy as the server has it; undefined for a new one. */
  readonly known?: FallbackView;
  readonly onSaved?: () => void;
}

/** A hierarchy being edited; nothing changes until it is saved. */
function Editor({ capability, known, onSaved }: EditorProps) {
  const [levels, setLevels] = useState<readonly Level[]>(known?.levels.map(levelOf) ?? []);
  const [escalation, setEscalation] = useState(known?.escalation ?? true);
  const [tool, setTool] = useState('');
  const save = useMutation({
    mutationFn: () =>
      assay.request('setFallback', {
        path: { capability },
        body: { levels: [...levels], escalation },
        headers: { 'if-match': known === undefined ? '*' : `"${known.revision}"` },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['listFallbacks'] });
      onSaved?.();
    },
  });
  const statuses = new Map(known?.levels.map((level) => [level.tool, level]));
  return (
    <Stack gap="sm">
      <LevelList
        label={`Levels of ${capability}`}
        tools={levels.map((level) => level.tool)}
        noteOf={(name) => {
          const status = statuses.get(name);
          return (
            status?.problem ?? (status?.circuit ? `circuit ${status.circuit.toLowerCase().replace('_', ' ')}` : '')
          );
        }}
        onOrder={(order) => setLevels(order.flatMap((name) => levels.find((level) => level.tool === name) ?? []))}
        onRemove={(name) => setLevels(levels.filter((level) => level.tool !== name))}
      />
      <Group align="flex-end" gap="sm">
        <TextInput
          size="xs"
          label="Add a tool"
          aria-label={`Add a tool to ${capability}`}
          placeholder="namespace/tool"
          value={tool}
          onChange={(event) => setTool(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          aria-label={`Add to ${capability}`}
          disabled={tool === '' || levels.some((level) => level.tool === tool)}
          onClick={() => {
            setLevels([...levels, { tool }]);
            setTool('');
          }}
        >
          Add
        </Button>
        <Switch
          label="Then a person"
          aria-label={`Then a person, for ${capability}`}
          checked={escalation}
          onChange={(event) => setEscalation(event.currentTarget.checked)}
        />
      </Group>
      <Group gap="sm">
        <Button
          size="xs"
          aria-label={`Save ${capability}`}
          disabled={levels.length === 0}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Save
        </Button>
        {known === undefined ? null : (
          <OneAction
            label="Remove"
            about={capability}
            question="Calls by this capability then have no fallback."
            run={() =>
              assay.request('deleteFallback', { path: { capability }, headers: { 'if-match': `"${known.revision}"` } })
            }
            stale={['listFallbacks']}
          />
        )}
        {save.isSuccess ? (
          <Text size="sm" role="status">
            Saved.
          </Text>
        ) : null}
      </Group>
      {save.error === null ? null : <Failure error={save.error} />}
    </Stack>
  );
}

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
          <Editor
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

/** Which tools stand in for which, by capability. */
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
                  <Editor key={fallback.revision} capability={fallback.capability} known={fallback} />
                </li>
              ))}
            </ul>
          )
        }
      </Awaited>
    </>
  );
}
