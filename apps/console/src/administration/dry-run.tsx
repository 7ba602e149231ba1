import { AssayError, type PolicyDecisionView } from '@assay/sdk';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { assay } from '../frame/api.js';
import { Failure } from '../frame/states.js';
import { visibleText } from '../frame/visible-text.js';
import { type DryRun, groupCalls, type JudgedCalls, type RecordedCalls, summarise } from './policy-dry-run.js';

/** How far back recorded calls are read, and how many different ones are decided. */
const maxRecords = 2_000;
const maxGroups = 60;

interface PolicyText {
  readonly id: string;
  readonly text: string;
}

/** Undefined for a principal or version that no longer exists. */
async function judge({ principal, tool, calls }: RecordedCalls, policy: PolicyText): Promise<JudgedCalls | undefined> {
  const verdict = async (changed: object): Promise<PolicyDecisionView['verdict']> =>
    (await assay.request('evaluatePolicy', { body: { principal, tool, ...changed } })).verdict;
  try {
    const [before, after] = await Promise.all([verdict({}), verdict({ policy })]);
    return { principal, tool, calls, before, after };
  } catch (error) {
    if (error instanceof AssayError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function dryRun(policy: PolicyText): Promise<DryRun> {
  await assay.request('checkPolicy', { body: { text: policy.text } });
  const records = await assay.list('listAudit', { query: { action: 'tool.call' } }).toArray(maxRecords);
  const judged: JudgedCalls[] = [];
  for (const group of groupCalls(records).slice(0, maxGroups)) {
    const answer = await judge(group, policy);
    if (answer !== undefined) judged.push(answer);
  }
  return summarise(judged);
}

const words = { ALLOW: 'allowed', REQUIRE_APPROVAL: 'a person is asked', DENY: 'denied' } as const;

const Outcome = ({ outcome }: { readonly outcome: DryRun }) => (
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
    <Text size="sm">Arguments of calls are not recorded: a policy about arguments is tried without any.</Text>
  </Alert>
);

/** What a text would have decided of recorded calls. Nothing is called or changed. */
export function DryRunOfPolicy(policy: PolicyText) {
  const run = useMutation({ mutationFn: () => dryRun(policy) });
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
