import { Alert, Button, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { assay } from '../frame/api.js';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Failure } from '../frame/states.js';
import { type NamedSource, readSources, type SourceKind, sourceKinds } from './import-sources.js';
import { NamespaceChoice } from './namespace-choice.js';
import { Proposed } from './proposed.js';

const hints: Readonly<Record<SourceKind, string>> = {
  address: 'https://example.com/mcp',
  command: 'npx -y @modelcontextprotocol/server-memory',
  file: '{ "mcpServers": { "memory": { "command": "npx", "args": ["mcp-server-memory"] } } }',
  openapi: 'https://example.com/openapi.json, or the document itself',
};

interface Attempt {
  readonly namespace: string;
  readonly sources: readonly NamedSource[];
}

/** Asks every server what it offers, one after the other; one that fails does not keep the others from being shown. */
async function proposeAll({ namespace, sources }: Attempt) {
  const asked = [];
  for (const { server, source } of sources) {
    const named = server ?? 'the server';
    try {
      const proposed = await assay.imports.create({ namespace, source, ...(server !== undefined && { server }) });
      asked.push({ name: named, proposed });
    } catch (error) {
      asked.push({ name: named, error: error as Error });
    }
  }
  return asked;
}

function Source({ kind, value, onChange }: { kind: SourceKind; value: string; onChange: (text: string) => void }) {
  const shared = {
    label: sourceKinds[kind],
    placeholder: hints[kind],
    value,
    spellCheck: false,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return kind === 'file' || kind === 'openapi' ? (
    <Textarea {...shared} autosize minRows={6} maxRows={20} />
  ) : (
    <TextInput {...shared} />
  );
}

/** Imports an MCP server by address or command, a client's whole file, or an OpenAPI document. */
export function ImportPage() {
  const [kind, setKind] = useState<SourceKind>('command');
  const [text, setText] = useState('');
  const [namespace, setNamespace] = useState('');
  const propose = useMutation({
    mutationFn: () => Promise.resolve().then(() => proposeAll({ namespace, sources: readSources(kind, text) })),
  });
  return (
    <Page title="Import tools" lead="Assay reads what a server offers and shows it before anything is published.">
      <NeedsSignIn scope="registry:publish">
        <Stack className="card">
          <NamespaceChoice value={namespace} onChange={setNamespace} />
          <SegmentedControl
            aria-label="What to import from"
            className="wrapping"
            data={Object.entries(sourceKinds).map(([value, label]) => ({ value, label }))}
            value={kind}
            onChange={(chosen) => setKind(chosen as SourceKind)}
          />
          <Source kind={kind} value={text} onChange={setText} />
          <div>
            <Button disabled={namespace === ''} loading={propose.isPending} onClick={() => propose.mutate()}>
              Show what it offers
            </Button>
          </div>
          {propose.error === null ? null : <Alert color="red">{propose.error.message}</Alert>}
          {propose.isPending ? (
            <Text role="status">Starting and asking the server. This can take a minute.</Text>
          ) : null}
        </Stack>
        {propose.data?.map(({ name, proposed, error }) =>
          proposed === undefined ? (
            <Stack key={name} gap="xs">
              <Text fw={600}>{name}</Text>
              <Failure error={error ?? new Error('It could not be read.')} />
            </Stack>
          ) : (
            <Proposed key={proposed.id} proposed={proposed} />
          ),
        )}
      </NeedsSignIn>
    </Page>
  );
}
