import type { ApprovalDetail } from '@assay/sdk';
import { Button, Checkbox, Group, JsonInput, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { assay, readAgain } from '../frame/api.js';
import { Failure } from '../frame/states.js';
import { visibleText } from '../frame/visible-text.js';
import { ConfirmForm, needsConfirmation } from '../sign-in/confirm-identity.js';
import { type Bounds, boundsLike, readBounds } from './bounds.js';

const dayMs = 86_400_000;
const largest = { count: 1_000, days: 90 };

function useBounds(input: Readonly<Record<string, unknown>>) {
  const [free, setFree] = useState<readonly string[]>([]);
  const [edited, setEdited] = useState<string>();
  const text = edited ?? JSON.stringify(boundsLike(input, new Set(free)), null, 2);
  const choose = (names: string[]) => {
    setFree(names);
    setEdited(undefined);
  };
  return { free, choose, text, edit: setEdited, bounds: readBounds(text) };
}

interface FreeArgumentsProps {
  readonly names: readonly string[];
  readonly free: readonly string[];
  readonly onChange: (names: string[]) => void;
}

function FreeArguments({ names, free, onChange }: FreeArgumentsProps) {
  if (names.length === 0) return null;
  return (
    <Checkbox.Group
      label="Arguments that may have any value"
      description="The others keep the value of this call."
      value={[...free]}
      onChange={onChange}
    >
      <Group gap="sm" mt={4}>
        {names.map((name) => (
          <Checkbox key={name} value={name} label={visibleText(name)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function Fields({ approval }: { readonly approval: ApprovalDetail }) {
  const { tool, caller } = approval;
  const input = approval.arguments ?? {};
  const [count, setCount] = useState<number | string>(5);
  const [days, setDays] = useState<number | string>(7);
  const { free, choose, text, edit, bounds } = useBounds(input);
  const create = useMutation({
    mutationFn: (agreed: Bounds) => {
      const expiresAt = new Date(Date.now() + Number(days) * dayMs).toISOString();
      const standing = { count: Number(count), expiresAt, bounds: agreed };
      return assay.request('createGrant', { body: { principal: caller.name, tool, actions: ['call'], standing } });
    },
    onSuccess: () => readAgain(['listGrants']),
  });
  const submit = () => (bounds === undefined ? undefined : create.mutate(bounds));
  if (create.isSuccess)
    return (
      <Text size="sm" role="status">
        Approved in advance: {count} calls. This call still waits for your decision.
      </Text>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs">
        <Text size="sm">
          Later calls of {tool} by {visibleText(caller.name)} within these bounds are made without asking you again.
        </Text>
        <Group gap="sm" align="flex-end">
          <NumberInput label="Calls" required min={1} max={largest.count} value={count} onChange={setCount} w={100} />
          <NumberInput label="Days" required min={1} max={largest.days} value={days} onChange={setDays} w={100} />
        </Group>
        <FreeArguments names={Object.keys(input)} free={free} onChange={choose} />
        <JsonInput
          label="Bounds as a JSON Schema"
          autosize
          minRows={4}
          maxRows={14}
          value={text}
          onChange={edit}
          error={bounds === undefined ? 'This is not a JSON object.' : undefined}
        />
        <Group>
          <Button type="submit" variant="default" loading={create.isPending} disabled={bounds === undefined}>
            Approve in advance
          </Button>
        </Group>
        {needsConfirmation(create.error) ? <ConfirmForm action="approve in advance" onConfirmed={submit} /> : null}
        {create.error === null || needsConfirmation(create.error) ? null : <Failure error={create.error} />}
      </Stack>
    </form>
  );
}

/** Consent in advance to calls like the one that waits. */
export function StandingForm({ approval }: { readonly approval: ApprovalDetail }) {
  const [isOpen, setOpen] = useState(false);
  if (approval.subject !== 'call' || approval.arguments === null) return null;
  return (
    <Stack gap="xs">
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`Approve similar calls in advance: ${approval.tool}`}
          onClick={() => setOpen(!isOpen)}
        >
          Approve similar calls in advance
        </Button>
      </Group>
      {isOpen ? <Fields approval={approval} /> : null}
    </Stack>
  );
}
