import type { AuditRecordView, AuditVerdict } from '@assay/sdk';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, assay } from '../frame/api.js';
import { Part } from '../frame/part.js';
import { RecordTable } from '../frame/record-table.js';
import { Failure } from '../frame/states.js';
import { visibleText } from '../frame/visible-text.js';
import { JsonText } from '../marketplace/json-text.js';

const Verdict = ({ verdict }: { readonly verdict: AuditVerdict }) => (
  <Alert color={verdict.ok ? 'green' : 'red'} title={verdict.ok ? 'The log is intact' : 'The log is broken'}>
    <Text size="sm">
      {verdict.length.toLocaleString('en')} records in {verdict.chains} chains checked; {verdict.groups ?? 0} signatures
      valid
      {verdict.checkpoints === undefined ? '' : `; checkpoint ${verdict.checkpoints}`}.
    </Text>
    {verdict.firstBreak === undefined ? null : (
      <Text size="sm">
        First break in {verdict.firstBreak.chain} at {verdict.firstBreak.sequence}: {verdict.firstBreak.reason}
      </Text>
    )}
  </Alert>
);

function Verification() {
  const verify = useMutation({ mutationFn: () => assay.request('verifyAudit', {}) });
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        Verify the whole log
      </Button>
      {verify.data === undefined ? null : <Verdict verdict={verify.data} />}
      {verify.error === null ? null : <Failure error={verify.error} />}
    </Stack>
  );
}

const Details = ({ record }: { readonly record: AuditRecordView }) => (
  <details className="why">
    <summary>Show</summary>
    <JsonText value={visibleText(JSON.stringify(record.details, null, 2))} label={`Details of ${record.action}`} />
    <Text size="xs" className="outside-text">
      {record.chain} {record.sequence}, SHA-256 {record.hash}
    </Text>
  </details>
);

const debounceMs = 300;

function Records() {
  const [action, setAction] = useState('');
  const [subject, setSubject] = useState('');
  const [filter] = useDebouncedValue({ action, subject }, debounceMs);
  const query = useInfiniteQuery(
    apiList('listAudit', {
      query: {
        ...(filter.action !== '' && { action: filter.action }),
        ...(filter.subject !== '' && { subject: filter.subject }),
      },
    }),
  );
  return (
    <Stack>
      <Group gap="sm">
        <TextInput
          label="Action"
          placeholder="tool.call"
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
        <TextInput
          label="Subject"
          placeholder="acme/mail.send@1.0.0"
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
      </Group>
      <RecordTable
        query={query}
        label="Records"
        keyOf={({ chain, sequence }) => `${chain} ${sequence}`}
        empty={{ title: 'No record matches.', text: 'Action and subject are compared whole.' }}
        columns={[
          { name: 'Time', cell: ({ at }) => at.replace('T', ' ').slice(0, 19) },
          { name: 'Action', cell: ({ action: name }) => name },
          { name: 'Subject', cell: ({ subject: name }) => visibleText(name) },
          { name: 'By', cell: ({ principal }) => principal ?? 'the server' },
          { name: 'Details', cell: (record) => <Details record={record} /> },
        ]}
      />
    </Stack>
  );
}

/** What was done, and the proof that nothing was changed afterwards. */
export function Audit() {
  return (
    <>
      <Part title="Verification">
        <Verification />
      </Part>
      <Part title="Records">
        <Records />
      </Part>
    </>
  );
}
