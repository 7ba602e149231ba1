import type { ApprovalDetail } from '@assay/sdk';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay, readAgain } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { useSession } from '../frame/session.js';
import { Failure, Loading } from '../frame/states.js';

const stale = ['listApprovals', 'showApproval'] as const;

/** To whom, of those who may decide, and why. */
function DelegationForm({ approval, close }: { readonly approval: ApprovalDetail; readonly close: () => void }) {
  const { id, tool } = approval;
  const people = useQuery(apiQuery('listDelegates', { path: { id } }));
  const [to, setTo] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const delegate = useMutation({
    mutationFn: (name: string) =>
      assay.approvals.delegate(id, { to: name, ...(reason.trim() !== '' && { reason: reason.trim() }) }),
    onSuccess: () => {
      close();
      return readAgain(stale);
    },
  });
  if (people.error !== null) return <Failure error={people.error} />;
  if (people.data === undefined) return <Loading />;
  const names = people.data.items.map(({ name }) => name);
  if (names.length === 0) return <Text size="sm">Nobody else may decide on this call.</Text>;
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <Select
          label="Delegate to"
          data={names}
          value={to}
          onChange={setTo}
          searchable
          comboboxProps={{ withinPortal: false }}
        />
        <TextInput
          className="grow"
          label="Reason for delegating"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={to === null}
          loading={delegate.isPending}
          onClick={() => to !== null && delegate.mutate(to)}
          aria-label={`Delegate the decision: ${tool}`}
        >
          Delegate
        </Button>
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      </Group>
      {delegate.error === null ? null : <Failure error={delegate.error} />}
    </Stack>
  );
}

/** Hands this person's decision to somebody else, or takes it back. */
export function Delegation({ approval }: { readonly approval: ApprovalDetail }) {
  const { id, tool, decisions, delegations } = approval;
  const name = useSession().principal?.name;
  const [isOpen, setOpen] = useState(false);
  const own = delegations.find(({ by }) => by === name);
  if (own !== undefined)
    return <OneAction label="Take it back" about={tool} run={() => assay.approvals.takeBack(id)} stale={stale} />;
  if (decisions.some(({ by }) => by === name)) return null;
  return isOpen ? (
    <DelegationForm approval={approval} close={() => setOpen(false)} />
  ) : (
    <Group>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => setOpen(true)}
        aria-label={`Delegate to another person: ${tool}`}
      >
        Delegate to another person
      </Button>
    </Group>
  );
}
