import type { RunBody, RunCheck } from '@assay/sdk';
import { Alert, Button, Group, JsonInput, List, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { assay } from '../frame/api.js';
import { Failure, Loading } from '../frame/states.js';
import { outlooks } from './dry-run.js';
import { Estimate } from './estimate.js';

const Graph = lazy(async () => ({ default: (await import('./graph.js')).Graph }));

const example = JSON.stringify(
  { plan: { steps: [{ id: 'sum', tool: 'assay/data.calculate', arguments: { expression: '6 * 7' } }] } },
  null,
  2,
);

const typingMs = 400;

const parse = (text: string): RunBody | undefined => {
  try {
    return JSON.parse(text) as RunBody;
  } catch {
    return undefined;
  }
};

function Verdict({ check }: { readonly check: RunCheck }) {
  const { ok, problems, warnings, verdicts, estimate } = check;
  const refused = estimate?.refused ?? [];
  return (
    <Alert color={ok ? 'green' : 'red'} title={ok ? 'It can run' : 'It cannot run'}>
      <List size="sm">
        {[...problems, ...warnings].map(({ path, message }) => (
          <List.Item key={`${path} ${message}`} className="outside-text">
            <code>{path}</code> {message}
          </List.Item>
        ))}
        {refused.map(({ step, why }) => (
          <List.Item key={`refused ${step}`} className="outside-text">
            {step} would be denied: {why}
          </List.Item>
        ))}
        {verdicts.map(({ tool, version, callable, why }) => (
          <List.Item key={`${tool}@${version}`} className="outside-text">
            {tool}@{version}: {callable === 'yes' ? 'may be called' : callable}. {why}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** A composition as JSON in any notation, checked as a person types, with its graph. */
export function CompositionEditor() {
  const [text, setText] = useState(example);
  const [settled] = useDebouncedValue(text, typingMs);
  const body = parse(settled);
  const navigate = useNavigate();
  const check = useQuery({
    queryKey: ['checkPlan', settled],
    queryFn: ({ signal }) => assay.request('checkPlan', { body: body as RunBody }, { signal }),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const marks = check.data === undefined ? {} : outlooks(check.data);
  const run = useMutation({
    mutationFn: () => assay.request('executePlan', { body: body as RunBody, prefer: 'respond-async' }),
    onSuccess: ({ id }) => navigate({ to: '/compositions/runs/$id', params: { id } }),
  });
  return (
    <div className="editor-columns">
      <Stack gap="sm">
        <JsonInput
          label="Composition"
          description="An object with plan, pipeline, chain or compose, and input."
          autosize
          minRows={14}
          maxRows={32}
          value={text}
          onChange={setText}
          error={parse(text) === undefined ? 'This is not valid JSON.' : undefined}
        />
        <Group>
          <Button disabled={check.data?.ok !== true} loading={run.isPending} onClick={() => run.mutate()}>
            Run
          </Button>
        </Group>
        {run.error === null ? null : <Failure error={run.error} />}
      </Stack>
      <Stack gap="sm" aria-live="polite">
        {check.error === null ? null : <Failure error={check.error} />}
        {check.data?.graph ? (
          <Suspense fallback={<Loading />}>
            <Graph nodes={check.data.graph} outlooks={marks} />
          </Suspense>
        ) : null}
        {check.data === undefined ? null : <Verdict check={check.data} />}
        {check.data?.estimate ? <Estimate estimate={check.data.estimate} outlooks={marks} /> : null}
      </Stack>
    </div>
  );
}
