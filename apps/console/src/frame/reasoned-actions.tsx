import type { RouteName } from '@assay/sdk';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readAgain } from './api.js';
import { Failure } from './states.js';

export interface ReasonedAction {
  readonly label: string;
  readonly needsReason?: boolean;
  readonly run: (reason: string) => Promise<unknown>;
}

interface ReasonedActionsProps {
  readonly actions: readonly ReasonedAction[];
  /** What the actions are about, for screen readers: several such forms are on a page. */
  readonly about: string;
  /** Routes to read again afterwards. */
  readonly stale: readonly RouteName[];
}

/** Buttons that do something with the reason that a person gave. */
export function ReasonedActions({ actions, about, stale }: ReasonedActionsProps) {
  const [reason, setReason] = useState('');
  const said = reason.trim();
  const act = useMutation({
    mutationFn: (action: ReasonedAction) => action.run(said),
    onSuccess: () => {
      setReason('');
      return readAgain(stale);
    },
  });
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <TextInput
          className="grow"
          size="xs"
          label="Reason"
          aria-label={`Reason, ${about}`}
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {actions.map((action, at) => (
          <Button
            key={action.label}
            size="xs"
            variant={at === 0 ? 'filled' : 'default'}
            aria-label={`${action.label}, ${about}`}
            disabled={act.isPending || (action.needsReason === true && said === '')}
            onClick={() => act.mutate(action)}
          >
            {action.label}
          </Button>
        ))}
      </Group>
      {act.error === null ? null : <Failure error={act.error} />}
    </Stack>
  );
}
