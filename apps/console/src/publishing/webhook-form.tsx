import type { CreatedWebhook, NoticeKind } from '@assay/sdk';
import { Alert, Button, Code, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { assay, readAgain } from '../frame/api.js';
import { FormRow } from '../frame/form-row.js';

/** Its secret, the only time that it is shown. */
const Secret = ({ secret }: Pick<CreatedWebhook, 'secret'>) => (
  <Alert color="green" title="Added">
    <Text size="sm">
      Messages are signed with this secret, which is shown once: <Code className="outside-text">{secret}</Code>
    </Text>
  </Alert>
);

/** A new address for notices. The server knows the kinds, and names one that it does not know. */
export function WebhookForm() {
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const chosen = kinds.split(/[\s,]+/).filter(Boolean) as NoticeKind[];
      return assay.webhooks.create({ url, ...(chosen.length > 0 && { kinds: chosen }) });
    },
    onSuccess: () => {
      setUrl('');
      return readAgain(['listWebhooks']);
    },
  });
  return (
    <FormRow
      submit={() => create.mutate()}
      error={create.error}
      outcome={create.data === undefined ? null : <Secret secret={create.data.secret} />}
    >
      <TextInput
        className="grow"
        label="Address of a new webhook"
        placeholder="https://hooks.example.com/assay"
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        required
      />
      <TextInput
        label="Kinds of notices"
        placeholder="all, or approval.opened, tool.revoked"
        value={kinds}
        onChange={(event) => setKinds(event.currentTarget.value)}
      />
      <Button type="submit" loading={create.isPending}>
        Add
      </Button>
    </FormRow>
  );
}
