import type { CheckedPolicy, PolicyView } from '@assay/sdk';
import { Alert, Badge, Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, apiQuery, assay, readAgain } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { Part } from '../frame/part.js';
import { Awaited, Empty, Failure } from '../frame/states.js';
import { JsonText } from '../marketplace/json-text.js';
import { DryRunOfPolicy } from './dry-run.js';

const Statements = ({ checked }: { readonly checked: CheckedPolicy }) => (
  <Alert color="green" title="Valid">
    <List size="sm">
      {checked.statements.map(({ id, decision, obligation, actions, arguments: dependsOnArguments }) => (
        <List.Item key={id}>
          {id}: {(obligation ?? decision).replaceAll('_', ' ')} on {actions.join(', ')}
          {dependsOnArguments ? ', depending on the arguments' : ''}
        </List.Item>
      ))}
    </List>
  </Alert>
);

const typingMs = 400;

/** The server's own check, a moment after the last key. */
function Check({ text }: { readonly text: string }) {
  const [settled] = useDebouncedValue(text, typingMs);
  const query = useQuery({
    queryKey: ['checkPolicy', settled],
    queryFn: ({ signal }) => assay.request('checkPolicy', { body: { text: settled } }, { signal }),
    enabled: settled.trim() !== '',
    retry: false,
  });
  if (settled.trim() === '') return null;
  if (query.error !== null) return <Failure error={query.error} />;
  return query.data === undefined ? null : <Statements checked={query.data} />;
}

function Versions({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(apiList('listPolicyVersions', { path: { id } }));
  const versions = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <details className="why">
      <summary>Versions of {id}</summary>
      <Stack gap="xs" mt="xs">
        {versions.map(({ version, text, changedBy, changedAt }) => (
          <div key={version}>
            <Text size="sm">
              Version {version}, {changedBy ?? 'shipped'} {changedAt?.slice(0, 10)}
            </Text>
            <JsonText value={text ?? 'deleted'} label={`Version ${version} of ${id}`} />
          </div>
        ))}
      </Stack>
    </details>
  );
}

const stale = ['listPolicies', 'listPolicyVersions'] as const;

interface EditorProps {
  readonly id: string;
  /** The policy in force; undefined for a new one. */
  readonly known?: PolicyView;
  readonly onSaved?: () => void;
}

/** The text of one policy, checked while a person types. */
function Editor({ id, known, onSaved }: EditorProps) {
  const [text, setText] = useState(known?.text ?? '');
  const save = useMutation({
    mutationFn: async () => {
      // Refused when somebody else changed it meanwhile.
      const headers: Record<string, string> =
        known === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${known.version}"` };
      return assay.request('putPolicy', { path: { id }, body: { text }, headers });
    },
    onSuccess: async () => {
      await readAgain(stale);
      onSaved?.();
    },
  });
  return (
    <Stack gap="sm">
      <Textarea
        label={`Policy ${id}`}
        description="In Cedar"
        classNames={{ input: 'code-input' }}
        autosize
        minRows={4}
        maxRows={24}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Check text={text} />
      <Group gap="sm">
        <Button
          size="xs"
          aria-label={`Save: ${id}`}
          disabled={text.trim() === '' || text === known?.text}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Save
        </Button>
        {known === undefined || (known.shipped && known.version === 0) ? null : (
          <OneAction
            label={known.shipped ? 'Restore' : 'Delete'}
            about={id}
            question={known.shipped ? 'The shipped text applies again.' : 'It no longer applies to any call.'}
            run={() => assay.request('deletePolicy', { path: { id }, headers: { 'if-match': `"${known.version}"` } })}
            stale={stale}
          />
        )}
      </Group>
      <DryRunOfPolicy id={id} text={text} />
      {save.error === null ? null : <Failure error={save.error} />}
      {known === undefined ? null : <Versions id={id} />}
    </Stack>
  );
}

/** The editor is there once it is opened: an installation may have many policies. */
function Policy({ policy }: { readonly policy: PolicyView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="card">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {policy.id}{' '}
          <Badge variant="default" tt="none" fw={500}>
            version {policy.version}
          </Badge>{' '}
          {policy.shipped ? (
            <Badge variant="default" tt="none" fw={500}>
              shipped
            </Badge>
          ) : null}
        </summary>
        {isOpen ? (
          <>
            <Text size="sm" my="xs" className="outside-text">
              {policy.description}
            </Text>
            <Editor key={policy.version} id={policy.id} known={policy} />
          </>
        ) : null}
      </details>
    </li>
  );
}

function NewPolicy() {
  const [id, setId] = useState('');
  const [edited, setEdited] = useState<string>();
  return (
    <div className="card">
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput label="Id of a new policy" value={id} onChange={(event) => setId(event.currentTarget.value)} />
          <Button variant="default" disabled={id === ''} onClick={() => setEdited(id)}>
            Write it
          </Button>
        </Group>
        {edited === undefined ? null : (
          <Editor
            key={edited}
            id={edited}
            onSaved={() => {
              setEdited(undefined);
              setId('');
            }}
          />
        )}
      </Stack>
    </div>
  );
}

/** What may be called, what needs a person, and what is denied. */
export function Policies() {
  const query = useQuery(apiQuery('listPolicies', { query: { limit: 200 } }));
  return (
    <>
      <Part title="New policy">
        <NewPolicy />
      </Part>
      <Part title="In force">
        <Awaited query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No policy is in force." />
            ) : (
              <ul className="plain-list tool-list" aria-label="Policies">
                {items.map((policy) => (
                  <Policy key={policy.id} policy={policy} />
                ))}
              </ul>
            )
          }
        </Awaited>
      </Part>
    </>
  );
}
