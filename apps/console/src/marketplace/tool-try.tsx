import type { Entry } from '@assay/sdk';
import { Alert, Button, Group, JsonInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { assay } from '../frame/api.js';
import { PageLink } from '../frame/links.js';
import { useSession } from '../frame/session.js';
import { Failure } from '../frame/states.js';
import { CallResult } from './call-result.js';
import { ToolForm } from './tool-form.js';

const parsed = (text: string): { value: Record<string, unknown> } | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: value as Record<string, unknown> }
      : undefined;
  } catch {
    return undefined;
  }
};

function useCall(entry: Entry) {
  return useMutation({
    mutationFn: ({ input, dryRun }: { input: unknown; dryRun: boolean }) =>
      assay.invoke(
        { tool: `${entry.name}@${entry.version}`, input: (input ?? {}) as Record<string, unknown> },
        { throwOnFailure: false, dryRun },
      ),
  });
}

function NeedsSignIn() {
  const { href } = useLocation();
  return (
    <Alert color="yellow" title="Calls need a signed-in caller">
      <Text size="sm">
        The form below shows what the tool takes.{' '}
        <PageLink to="/sign-in" search={{ next: href }}>
          Sign in
        </PageLink>{' '}
        to call it.
      </Text>
    </Alert>
  );
}

interface JsonEntryProps {
  readonly text: string;
  readonly isObject: boolean;
  readonly onChange: (text: string) => void;
  readonly children: ReactNode;
}

/** The input as JSON, for those who prefer it to the form. */
const JsonEntry = ({ text, isObject, onChange, children }: JsonEntryProps) => (
  <Stack gap="xs">
    <JsonInput
      label="Input"
      autosize
      minRows={6}
      value={text}
      onChange={onChange}
      error={isObject ? undefined : 'This is not a JSON object.'}
    />
    <Group>{children}</Group>
  </Stack>
);

const modes = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
];

/** A form from the input schema, the call through the gateway, and its result with trace and verified receipt. */
export function ToolTry({ entry }: { readonly entry: Entry }) {
  const session = useSession();
  const call = useCall(entry);
  const [mode, setMode] = useState('form');
  const [data, setData] = useState<unknown>(entry.examples?.[0]?.input ?? {});
  const [text, setText] = useState(JSON.stringify(data, null, 2));
  const read = parsed(text);
  const change = (next: string) => {
    if (next === 'json') setText(JSON.stringify(data ?? {}, null, 2));
    else if (read !== undefined) setData(read.value);
    setMode(next);
  };
  const input = mode === 'form' ? data : read?.value;
  const isReady = session.signedIn && !call.isPending && input !== undefined;
  const check = (
    <Button variant="default" disabled={!isReady} onClick={() => call.mutate({ input, dryRun: true })}>
      Check without calling
    </Button>
  );
  return (
    <Stack>
      {session.signedIn ? null : <NeedsSignIn />}
      {entry.annotations?.readOnlyHint === true ? null : (
        <Text size="sm">This tool may change something: a call here is a real call.</Text>
      )}
      <SegmentedControl aria-label="How to give the input" data={modes} value={mode} onChange={change} />
      {mode === 'form' ? (
        <ToolForm
          schema={entry.inputSchema}
          data={data}
          onChange={setData}
          onSubmit={(sent) => isReady && call.mutate({ input: sent, dryRun: false })}
        >
          <Button type="submit" disabled={!isReady} loading={call.isPending}>
            Call
          </Button>
          {check}
        </ToolForm>
      ) : (
        <JsonEntry text={text} isObject={read !== undefined} onChange={setText}>
          <Button disabled={!isReady} loading={call.isPending} onClick={() => call.mutate({ input, dryRun: false })}>
            Call
          </Button>
          {check}
        </JsonEntry>
      )}
      {call.error === null ? null : <Failure error={call.error} />}
      {call.data === undefined ? null : (
        <CallResult key={call.data.id} envelope={call.data} wasDryRun={call.variables.dryRun} />
      )}
    </Stack>
  );
}
