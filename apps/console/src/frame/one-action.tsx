import type { RouteName } from '@assay/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readAgain } from './api.js';
import { Failure } from './states.js';

interface OneActionProps {
  readonly label: string;
  /** What it is done to, for screen readers. */
  readonly about: string;
  readonly run: () => Promise<unknown>;
  /** Routes to read again afterwards. */
  readonly stale: readonly RouteName[];
  /** What is asked first, for a step that cannot be taken back. */
  readonly question?: string;
}

/** A button in a row, with a second press where the step cannot be taken back. */
export function OneAction({ label, about, run, stale, question }: OneActionProps) {
  const [isAsking, setAsking] = useState(false);
  const act = useMutation({
    mutationFn: run,
    onSuccess: () => {
      setAsking(false);
      return readAgain(stale);
    },
  });
  const press = () => (question !== undefined && !isAsking ? setAsking(true) : act.mutate());
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        {isAsking ? (
          <Text size="sm" role="status">
            {question}
          </Text>
        ) : null}
        <Button
          size="compact-xs"
          variant={isAsking ? 'filled' : 'default'}
          loading={act.isPending}
          aria-label={`${isAsking ? `Yes, ${label.toLowerCase()}` : label}: ${about}`}
          onClick={press}
        >
          {isAsking ? `Yes, ${label.toLowerCase()}` : label}
        </Button>
        {isAsking ? (
          <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
            No
          </Button>
        ) : null}
      </Group>
      {act.error === null ? null : <Failure error={act.error} />}
    </>
  );
}
