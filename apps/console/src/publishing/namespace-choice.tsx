import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery, assay, queryClient } from '../frame/api.js';
import { Failure } from '../frame/states.js';

interface NamespaceChoiceProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** One of the namespaces a person may publish into, or a new one. */
export function NamespaceChoice({ value, onChange }: NamespaceChoiceProps) {
  const { data } = useQuery(apiQuery('me'));
  const names = data?.namespaces ?? [];
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => assay.namespaces.create({ name }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      onChange(name);
      setName('');
    },
  });
  const first = names[0];
  useEffect(() => {
    if (value === '' && first !== undefined) onChange(first);
  }, [value, first, onChange]);
  return (
    <>
      <Group align="flex-end" gap="sm">
        {names.length === 0 ? null : (
          <NativeSelect
            label="Namespace"
            data={[...names]}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={names.length === 0 ? 'Name of your first namespace' : 'Or a new namespace'}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button variant="default" disabled={name === ''} loading={create.isPending} onClick={() => create.mutate()}>
          Create
        </Button>
      </Group>
      {create.error === null ? null : <Failure error={create.error} />}
    </>
  );
}
