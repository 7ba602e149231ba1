import type { LimitRuleView, LimitView } from '@assay/sdk';
import { Button, NativeSelect, NumberInput, Progress, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, assay, readAgain } from '../frame/api.js';
import { FormRow } from '../frame/form-row.js';
import { OneAction } from '../frame/one-action.js';
import { Part } from '../frame/part.js';
import { RecordTable } from '../frame/record-table.js';
import { partsOf } from '../marketplace/tool-name.js';

const names = [
  ...['organisation.calls', 'organisation.cost.daily', 'namespace.calls', 'tool.calls', 'caller.calls'],
  ...['caller.calls.daily', 'caller.cost.daily', 'session.calls', 'session.cost', 'call.cost', 'response.tokens'],
  ...['recipient.messages', 'channel.messages', 'organisation.messages.daily'],
  ...['provider.calls', 'provider.calls.daily', 'provider.publications', 'sandbox.calls', 'sandbox.calls.own'],
] as const;

type Name = LimitRuleView['name'];

const amount = (value: number, unit: LimitView['unit']): string =>
  unit === 'usd' ? `$${value.toFixed(2)}` : value.toLocaleString('en');

const windowText = (seconds: number): string => (seconds === 0 ? 'per call' : `per ${seconds.toLocaleString('en')} s`);

function SetLimit() {
  const [name, setName] = useState<string>('caller.cost.daily');
  const [subject, setSubject] = useState('*');
  const [limit, setLimit] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const set = useMutation({
    mutationFn: () =>
      assay.request('setLimit', {
        path: { name: name as Name, subject },
        body: { limit: Number(limit), ...(reason !== '' && { reason }) },
      }),
    onSuccess: () => readAgain(['listLimits', 'listLimitRules']),
  });
  return (
    <FormRow submit={() => set.mutate()} error={set.error}>
      <NativeSelect
        label="Limit"
        data={[...names]}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput label="For" required value={subject} onChange={(event) => setSubject(event.currentTarget.value)} />
      <NumberInput label="Maximum" required min={0} value={limit} onChange={setLimit} hideControls />
      <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      <Button type="submit" disabled={limit === ''} loading={set.isPending}>
        Set
      </Button>
    </FormRow>
  );
}

const spentOf = ({ limit, left }: LimitView): number =>
  limit === 0 ? 100 : Math.min(100, ((limit - left) / limit) * 100);

function InForce() {
  const query = useInfiniteQuery(apiList('listLimits'));
  return (
    <RecordTable
      query={query}
      label="Limits that apply to you"
      keyOf={({ name, subject }) => `${name} ${subject}`}
      empty={{ title: 'No limit applies to you.' }}
      columns={[
        { name: 'Limit', cell: ({ name }) => name },
        { name: 'Counted for', cell: ({ subject }) => subject },
        {
          name: 'Maximum',
          cell: ({ limit, unit, windowSeconds }) => `${amount(limit, unit)} ${windowText(windowSeconds)}`,
        },
        {
          name: 'Used',
          cell: (it) => (
            <>
              {amount(it.limit - it.left, it.unit)}
              <Progress value={spentOf(it)} aria-label={`Used of ${it.name} for ${it.subject}`} />
            </>
          ),
        },
        { name: 'Source', cell: ({ source }) => source },
      ]}
    />
  );
}

function Rules() {
  const query = useInfiniteQuery(apiList('listLimitRules'));
  return (
    <RecordTable
      query={query}
      label="Limits that were set"
      keyOf={({ name, subject }) => `${name} ${subject}`}
      empty={{ title: 'No limit was set.', text: 'The defaults apply.' }}
      columns={[
        { name: 'Limit', cell: ({ name }) => name },
        { name: 'For', cell: ({ subject }) => subject },
        {
          name: 'Maximum',
          cell: ({ limit, unit, windowSeconds }) => `${amount(limit, unit)} ${windowText(windowSeconds)}`,
        },
        { name: 'Set by', cell: ({ setBy, setAt }) => `${setBy ?? 'an operator'}, ${setAt.slice(0, 10)}` },
        { name: 'Reason', cell: ({ reason }) => reason ?? '–' },
        {
          name: 'Actions',
          cell: ({ name, subject }) => (
            <OneAction
              label="Clear"
              about={`${name} for ${subject}`}
              run={() => assay.request('clearLimit', { path: { name, subject } })}
              stale={['listLimits', 'listLimitRules']}
            />
          ),
        },
      ]}
    />
  );
}

function Breakers() {
  const query = useInfiniteQuery(apiList('listBreakers'));
  return (
    <RecordTable
      query={query}
      label="Circuit breakers"
      keyOf={({ tool, version }) => `${tool}@${version}`}
      empty={{ title: 'No tool was called in the last minute.', text: 'A breaker opens when a tool fails too often.' }}
      columns={[
        { name: 'Tool', cell: ({ tool, version }) => `${tool}@${version}` },
        { name: 'State', cell: ({ state }) => state.toLowerCase().replace('_', ' ') },
        { name: 'Last minute', cell: ({ calls, failures }) => `${failures} of ${calls} failed` },
        { name: 'Probe', cell: ({ openUntil }) => openUntil ?? '–' },
        {
          name: 'Actions',
          cell: ({ tool, version }) => (
            <OneAction
              label="Reset"
              about={`${tool}@${version}`}
              run={() => assay.request('resetBreaker', { path: { ...partsOf(tool), version } })}
              stale={['listBreakers']}
            />
          ),
        },
      ]}
    />
  );
}

/** How much may be called and spent, how much was, and which tools are not called for now. */
export function Limits() {
  return (
    <>
      <Part title="Set a limit or budget">
        <Text size="sm" mb="xs">
          For one organisation, namespace, tool or principal by name, or “*” for everyone. Costs are US dollars.
        </Text>
        <SetLimit />
        <Rules />
      </Part>
      <Part title="In force for you, with what is used">
        <InForce />
      </Part>
      <Part title="Circuit breakers">
        <Breakers />
      </Part>
    </>
  );
}
