import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { apiList, assay, queryClient } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { Part } from '../frame/part.js';
import { RecordTable } from '../frame/record-table.js';
import { Failure } from '../frame/states.js';
import { visibleText } from '../frame/visible-text.js';
import { RevocationImpact } from './revocation-impact.js';

function Revoke() {
  const [target, setTarget] = useState('');
  const [reason, setReason] = useState('');
  const [shown, setShown] = useState<string>();
  const revoke = useMutation({
    mutationFn: (chosen: string) => assay.request('createRevocation', { body: { target: chosen, reason } }),
    onSuccess: () => {
      setShown(undefined);
      setTarget('');
      setReason('');
      return queryClient.invalidateQueries({ queryKey: ['listRevocations'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(target.trim());
  };
  return (
    <Stack gap="sm">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <TextInput
            className="grow"
            label="What"
            description="A version, range, tool or namespace: acme/mail@^1"
            required
            value={target}
            onChange={(event) => {
              setTarget(event.currentTarget.value);
              setShown(undefined);
            }}
          />
          <TextInput
            className="grow"
            label="Reason"
            description="Kept permanently, shown to everybody concerned"
            required
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            Show the impact
          </Button>
        </Group>
      </form>
      {shown === undefined ? null : (
        <>
          <RevocationImpact target={shown} />
          <Group>
            <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate(shown)}>
              Revoke {shown} now
            </Button>
          </Group>
        </>
      )}
      {revoke.error === null ? null : <Failure error={revoke.error} />}
    </Stack>
  );
}

function InForce() {
  const query = useInfiniteQuery(apiList('listRevocations'));
  return (
    <RecordTable
      query={query}
      label="Revocations"
      keyOf={({ id }) => id}
      empty={{ title: 'Nothing was revoked.' }}
      columns={[
        { name: 'What', cell: ({ target }) => target },
        { name: 'Versions', cell: ({ versions }) => versions },
        { name: 'Reason', cell: ({ reason }) => visibleText(reason) },
        { name: 'By', cell: ({ revokedBy, revokedAt }) => `${revokedBy}, ${revokedAt.slice(0, 10)}` },
        { name: 'Appeal', cell: ({ appeal }) => (appeal === null ? '–' : visibleText(appeal.reason)) },
        {
          name: 'State',
          cell: ({ id, target, lifted }) =>
            lifted === null ? (
              <OneAction
                label="Lift"
                about={target}
                question="Its versions can be called again."
                run={() => assay.request('liftRevocation', { path: { id } })}
                stale={['listRevocations']}
              />
            ) : (
              `lifted ${lifted.at.slice(0, 10)}`
            ),
        },
      ]}
    />
  );
}

/** Taking tools out of use at once, and back. */
export function Revocations() {
  return (
    <>
      <Part title="Revoke">
        <Revoke />
      </Part>
      <Part title="All revocations">
        <InForce />
      </Part>
    </>
  );
}
