import type { FallbackView, SetFallback } from '@assay/sdk';
import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { assay, queryClient } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { Failure } from '../frame/states.js';
import { LevelList } from './level-list.js';

type Level = SetFallback['levels'][number];

const levelOf = ({ tool, accuracy, mapping, shadow, canary }: FallbackView['levels'][number]): Level => ({
  tool,
  accuracy,
  ...(mapping !== undefined && { mapping }),
  ...(shadow !== undefined && { shadow }),
  ...(canary !== undefined && { canary }),
});

/** Refused when somebody else declared or changed it meanwhile. */
const whenUnchanged = (known: FallbackView | undefined): Record<string, string> =>
  known === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${known.revision}"` };

interface EditorProps {
  readonly capability: string;
  /** The hierarchy as the server has it; undefined for a new one. */
  readonly known?: FallbackView;
  readonly onSaved?: () => void;
}

function useSave(capability: string, known: FallbackView | undefined, onSaved: (() => void) | undefined) {
  return useMutation({
    mutationFn: (body: SetFallback) =>
      assay.request('setFallback', { path: { capability }, body, headers: whenUnchanged(known) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['listFallbacks'] });
      onSaved?.();
    },
  });
}

interface AddToolProps {
  readonly capability: string;
  readonly known: readonly string[];
  readonly onAdd: (tool: string) => void;
}

function AddTool({ capability, known, onAdd }: AddToolProps) {
  const [tool, setTool] = useState('');
  const add = () => {
    onAdd(tool);
    setTool('');
  };
  return (
    <>
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
        disabled={tool === '' || known.includes(tool)}
        onClick={add}
      >
        Add
      </Button>
    </>
  );
}

/** Takes the whole hierarchy away. */
const Remove = ({ known: { capability, revision } }: { readonly known: FallbackView }) => (
  <OneAction
    label="Remove"
    about={capability}
    question="Calls by this capability then have no fallback."
    run={() => assay.request('deleteFallback', { path: { capability }, headers: { 'if-match': `"${revision}"` } })}
    stale={['listFallbacks']}
  />
);

/** What is wrong with a level, or how its circuit is. */
function noteOf(tool: string, known: FallbackView | undefined): string {
  const status = known?.levels.find((level) => level.tool === tool);
  return status?.problem ?? (status?.circuit ? `circuit ${status.circuit.toLowerCase().replace('_', ' ')}` : '');
}

/** A hierarchy being edited; nothing changes until it is saved. */
export function HierarchyEditor({ capability, known, onSaved }: EditorProps) {
  const [levels, setLevels] = useState<readonly Level[]>(known?.levels.map(levelOf) ?? []);
  const [escalation, setEscalation] = useState(known?.escalation ?? true);
  const save = useSave(capability, known, onSaved);
  const tools = levels.map(({ tool }) => tool);
  return (
    <Stack gap="sm">
      <LevelList
        label={`Levels of ${capability}`}
        tools={tools}
        noteOf={(tool) => noteOf(tool, known)}
        onOrder={(order) => setLevels(order.flatMap((tool) => levels.find((level) => level.tool === tool) ?? []))}
        onRemove={(tool) => setLevels(levels.filter((level) => level.tool !== tool))}
      />
      <Group align="flex-end" gap="sm">
        <AddTool capability={capability} known={tools} onAdd={(tool) => setLevels([...levels, { tool }])} />
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
          onClick={() => save.mutate({ levels: [...levels], escalation })}
        >
          Save
        </Button>
        {known === undefined ? null : <Remove known={known} />}
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
