import type { ApprovalDetail } from '@assay/sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { assay, queryClient } from '../frame/api.js';
import { Failure } from '../frame/states.js';
import { ConfirmForm, needsConfirmation } from '../sign-in/confirm-identity.js';

type Choice = 'approve' | 'deny';

const readAgain = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => /Approvals?$/.test(String(queryKey[0])) });

/** Approve or deny, with a reason. A decision is a button that was pressed, never a key in the field. */
export function Decision({ approval }: { readonly approval: ApprovalDetail }) {
  const { id, subject, tool, needed, decisions } = approval;
  const [reason, setReason] = useState('');
  const decide = useMutation({
    mutationFn: (decision: Choice) =>
      assay.approvals.decide(id, { decision, ...(reason.trim() !== '' && { reason: reason.trim() }) }),
    onSuccess: readAgain,
  });
  const approveLabel = subject === 'result' ? 'Release the result' : 'Approve, once';
  const missing = needed - decisions.filter(({ decision }) => decision === 'approve').length;
  return (
    <Stack gap="xs">
      <TextInput
        label="Reason"
        description="Kept with your decision and shown to the caller"
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button
          loading={decide.isPending}
          onClick={() => decide.mutate('approve')}
          aria-label={`${approveLabel}: ${tool}`}
        >
          {approveLabel}
        </Button>
        <Button
          variant="default"
          disabled={decide.isPending}
          onClick={() => decide.mutate('deny')}
          aria-label={`Deny: ${tool}`}
        >
          Deny
        </Button>
        {missing > 1 ? <Text size="sm">{missing} different people have to approve.</Text> : null}
      </Group>
      {needsConfirmation(decide.error) ? (
        <ConfirmForm action="decide" onConfirmed={() => decide.mutate(decide.variables ?? 'deny')} />
      ) : null}
      {decide.error === null || needsConfirmation(decide.error) ? null : <Failure error={decide.error} />}
    </Stack>
  );
}
