import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './states.js';

interface FormRowProps {
  readonly submit: () => void;
  /** Why the last try failed; null when it did not. */
  readonly error: Error | null;
  /** Shown below the fields: what the last try gave. */
  readonly outcome?: ReactNode;
  /** The fields, and the button that submits them. */
  readonly children: ReactNode;
}

/** A short form in one row. */
export const FormRow = ({ submit, error, outcome, children }: FormRowProps) => (
  <Stack gap="sm" mb="md">
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group align="flex-end" gap="sm">
        {children}
      </Group>
    </form>
    {outcome}
    {error === null ? null : <Failure error={error} />}
  </Stack>
);
