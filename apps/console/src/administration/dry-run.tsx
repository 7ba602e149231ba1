import type { PolicyTrial } from '@assay/sdk';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { assay } from '../frame/api.js';
import { Failure } from '../frame/states.js';
import { visibleText } from '../frame/visible-text.js';

interface PolicyText {
  readonly id: string;
  readonly text: string;
}

const words = { ALLOW: 'allowed', REQUIRE_APPROVAL: 'a person is asked', DENY: 'denied' } as const;

const Outcome = ({ outcome }: { readonly outcome: PolicyTrial }) => (
  <Alert color={outcome.changes.length === 0 ? 'green' : 'yellow'} title="Against the calls recorded last">
    <Text size="sm" role="status">
      Would have denied {outcome.denied.toLocaleString('en')} of {outcome.calls.toLocaleString('en')} and asked a person
      about {outcome.asked.toLocaleString('en')}.
    </Text>
    <List size="sm">
      {outcome.changes.map(({ principal, tool, calls, before, after }) => (
        <List.Item key={`${principal} ${tool}`} className="outside-text">
          {calls} by {visibleText(principal)} to {visibleText(tool)}: {words[before]} now, {words[after]} then
        </List.Item>
      ))}
    </List>
    {outcome.skipped === 0 ? null : (
      <Text size="sm">
        {outcome.skipped.toLocaleString('en')} calls are left out: their caller or version no longer exists.
      </Text>
    )}
    <Text size="sm">Arguments of calls are not recorded: a policy about arguments is tried without any.</Text>
  </Alert>
);

/** What a text would have decided of recorded calls. Nothing is called or changed. */
export function DryRunOfPolicy(policy: PolicyText) {
  const run = useMutation({ mutationFn: () => assay.policies.try(policy) });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="xs"
        variant="default"
        disabled={policy.text.trim() === ''}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        Try on recorded calls
      </Button>
      {run.data === undefined ? null : <Outcome outcome={run.data} />}
      {run.error === null ? null : <Failure error={run.error} />}
    </Stack>
  );
}
