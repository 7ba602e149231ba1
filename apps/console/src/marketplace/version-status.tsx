import type { ChangeStatus, Entry } from '@assay/sdk';
import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery, assay, readAgain } from '../frame/api.js';
import { FormRow } from '../frame/form-row.js';
import { Part } from '../frame/part.js';
import { may, useSession } from '../frame/session.js';
import { partsOf } from './tool-name.js';

const choices: readonly { readonly value: ChangeStatus['status']; readonly label: string }[] = [
  { value: 'DEPRECATED', label: 'Deprecate: it resolves, with a warning' },
  { value: 'YANKED', label: 'Yank: only exact pins resolve' },
  { value: 'SUNSET', label: 'End it now: it cannot be called' },
  { value: 'ACTIVE', label: 'Activate again' },
];

function Form({ name, versions }: { readonly name: string; readonly versions: readonly Entry[] }) {
  const [version, setVersion] = useState(versions[0]?.version ?? '');
  const [status, setStatus] = useState<ChangeStatus['status']>('DEPRECATED');
  const [reason, setReason] = useState('');
  const [sunsetAt, setSunsetAt] = useState('');
  const change = useMutation({
    mutationFn: () => {
      const end = status === 'DEPRECATED' && sunsetAt !== '' ? { sunsetAt } : {};
      return assay.tools.changeStatus(name, version, { status, reason, ...end });
    },
    onSuccess: () => readAgain(['listVersions', 'showTool', 'showVersion']),
  });
  const done =
    change.data === undefined ? null : (
      <Alert color="green">
        {change.data.version} is {change.data.status.toLowerCase()} now. Its users are notified.
      </Alert>
    );
  return (
    <FormRow submit={() => change.mutate()} error={change.error} outcome={done}>
      <NativeSelect
        label="Version to change"
        data={versions.map((it) => it.version)}
        value={version}
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
      <NativeSelect
        label="New status"
        data={[...choices]}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value as ChangeStatus['status'])}
      />
      {status === 'DEPRECATED' ? (
        <TextInput
          type="date"
          label="Sunset, if any"
          value={sunsetAt}
          onChange={(event) => setSunsetAt(event.currentTarget.value)}
        />
      ) : null}
      <TextInput
        className="grow"
        label="Reason"
        value={reason}
        maxLength={1_000}
        onChange={(event) => setReason(event.currentTarget.value)}
        required
      />
      <Button type="submit" variant="default" loading={change.isPending}>
        Change
      </Button>
    </FormRow>
  );
}

/** For those who publish into its namespace: deprecates, yanks, ends or activates a version. */
export function VersionStatus({ entry, versions }: { readonly entry: Entry; readonly versions: readonly Entry[] }) {
  const session = useSession();
  const me = useQuery({ ...apiQuery('me'), enabled: session.signedIn });
  const isOwn = me.data?.namespaces.includes(partsOf(entry.name).ns) === true;
  if (!isOwn || !may(session, 'registry:publish')) return null;
  return (
    <Part title="Change the status of a version">
      <Form name={entry.name} versions={versions} />
    </Part>
  );
}
