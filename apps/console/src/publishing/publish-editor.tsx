import { type CheckAnswer, isReview, type Manifest } from '@assay/sdk';
import { Alert, Button, FileButton, Group, JsonInput, List, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { assay, queryClient } from '../frame/api.js';
import { PageLink } from '../frame/links.js';
import { Failure } from '../frame/states.js';
import { partsOf } from '../marketplace/tool-name.js';

const parse = (text: string): Manifest => {
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    throw new Error(`This is not valid JSON: ${(error as Error).message}`);
  }
};

function Checked({ answer }: { readonly answer: CheckAnswer }) {
  const { ok, problems, change, requiredBump, comparedWith, differences, notes, deprecates } = answer;
  return (
    <Alert color={ok ? 'green' : 'red'} title={ok ? 'It can be published' : 'It cannot be published'}>
      {comparedWith === null ? null : (
        <Text size="sm">
          Compared with {comparedWith}: {change}, which needs a {requiredBump} number.
        </Text>
      )}
      <List size="sm">
        {problems.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            <code>{path}</code> {message}
          </List.Item>
        ))}
        {differences.map(({ path, kind, message }) => (
          <List.Item key={`${path} ${message}`}>
            {kind} <code>{path}</code> {message}
          </List.Item>
        ))}
        {deprecates.map(({ version }) => (
          <List.Item key={version}>Deprecates {version}.</List.Item>
        ))}
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function usePublish() {
  return useMutation({
    mutationFn: async (text: string) => assay.tools.publish(parse(text)),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

function Published({ published }: { readonly published: Awaited<ReturnType<typeof assay.tools.publish>> }) {
  if (isReview(published))
    return <Alert color="yellow">Held for review: a reviewer decides before it can be called.</Alert>;
  return (
    <Alert color="green" title="Published">
      <PageLink to="/tools/$ns/$tool" params={partsOf(published.name)} size="sm">
        {published.name}@{published.version}
      </PageLink>
    </Alert>
  );
}

/** A manifest, typed or dropped as a file: checked, then published. */
export function PublishEditor() {
  const [text, setText] = useState('');
  const check = useMutation({ mutationFn: async () => assay.tools.check(parse(text)) });
  const publish = usePublish();
  const read = async (file: File | null | undefined) => {
    if (file) setText(await file.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };
  return (
    <section aria-labelledby="publish">
      <Stack gap="sm">
        <Title order={2} size="h4" id="publish">
          Publish a version
        </Title>
        <JsonInput
          label="Manifest"
          description="Type it, or drop a file here."
          autosize
          minRows={8}
          maxRows={30}
          value={text}
          onChange={setText}
          onDrop={drop}
          classNames={{ input: 'code-input' }}
        />
        <Group gap="sm">
          <Button variant="default" disabled={text === ''} loading={check.isPending} onClick={() => check.mutate()}>
            Check
          </Button>
          <Button disabled={text === ''} loading={publish.isPending} onClick={() => publish.mutate(text)}>
            Publish
          </Button>
          <FileButton onChange={(file) => void read(file)} accept="application/json,.json">
            {(props) => (
              <Button variant="default" {...props}>
                Open a file
              </Button>
            )}
          </FileButton>
        </Group>
        {[check.error, publish.error].map((error) =>
          error === null ? null : <Failure key={error.message} error={error} />,
        )}
        {check.data === undefined ? null : <Checked answer={check.data} />}
        {publish.data === undefined ? null : <Published published={publish.data} />}
      </Stack>
    </section>
  );
}
