import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery } from '../frame/api.js';
import { useChangeSearch } from './search-page.js';
import { facetNames, filtersOf, protocols, questionOf, type SearchState, stages } from './search-state.js';

type Counts = Readonly<Record<string, number>>;

const withCount = (value: string, counts: Counts | undefined): string =>
  counts?.[value] === undefined ? value : `${value} (${counts[value].toLocaleString('en')})`;

const options = (any: string, values: readonly string[], counts?: Counts) => [
  { value: '', label: any },
  ...values.map((value) => ({ value, label: withCount(value, counts) })),
];

const commonest = (counts: Counts | undefined, chosen: string | undefined): string[] => {
  const names = Object.entries(counts ?? {})
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .slice(0, 100);
  return chosen === undefined || names.includes(chosen) ? names : [chosen, ...names];
};

const trustSteps = ['0', '0.25', '0.5', '0.75', '0.9'];
const latencySteps = ['100', '500', '1000', '5000'];
const costSteps = ['0', '0.001', '0.01', '0.1'];

const numeric = (value: string): number | undefined => (value === '' ? undefined : Number(value));

interface FacetProps {
  readonly label: string;
  readonly value: string | number | undefined;
  readonly data: { value: string; label: string }[];
  readonly onChange: (value: string) => void;
  /** Why it has no effect now; absent while it has. */
  readonly idle?: string | undefined;
}

const Facet = ({ label, value, data, onChange, idle }: FacetProps) => (
  <NativeSelect
    size="xs"
    label={label}
    description={idle}
    disabled={idle !== undefined}
    data={data}
    value={value === undefined ? '' : String(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

function Limits({ state }: { readonly state: SearchState }) {
  const change = useChangeSearch();
  const steps = (any: string, values: readonly string[], word: (value: string) => string) => [
    { value: '', label: any },
    ...values.map((value) => ({ value, label: word(value) })),
  ];
  const idle = questionOf(state) === undefined ? 'With words in the search' : undefined;
  return (
    <>
      <Facet
        label="Trust"
        value={state.minTrust}
        data={steps('Default', trustSteps, (it) => (it === '0' ? 'Any' : `At least ${it}`))}
        onChange={(value) => void change({ minTrust: numeric(value) })}
      />
      <Facet
        label="Latency (p95)"
        idle={idle}
        value={state.maxLatencyMs}
        data={steps('Any', latencySteps, (it) => `At most ${it} ms`)}
        onChange={(value) => void change({ maxLatencyMs: numeric(value) })}
      />
      <Facet
        label="Cost of a call"
        idle={idle}
        value={state.maxCost}
        data={steps('Any', costSteps, (it) => (it === '0' ? 'Free' : `At most $${it}`))}
        onChange={(value) => void change({ maxCost: numeric(value) })}
      />
    </>
  );
}

const cleared = {
  ...{ capability: undefined, namespace: undefined, protocol: undefined, stage: undefined },
  ...{ minTrust: undefined, maxLatencyMs: undefined, maxCost: undefined, readOnly: undefined },
};

/** On a phone the filters open on demand, so that results come first. */
function Folded({ children }: { readonly children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  if (isWide) return <aside aria-label="Filters">{children}</aside>;
  return (
    <details className="card">
      <summary>Filters</summary>
      {children}
    </details>
  );
}

/** Filters with the number of tools behind each choice. */
export function Facets({ state }: { readonly state: SearchState }) {
  const change = useChangeSearch();
  const query = { ...filtersOf(state), facets: facetNames, limit: 1 };
  const { data } = useQuery({ ...apiQuery('listTools', { query }), placeholderData: keepPreviousData });
  const counts = data?.facets;
  return (
    <Folded>
      <Stack gap="xs">
        <Facet
          label="Capability"
          value={state.capability}
          data={options('Any', commonest(counts?.capabilities, state.capability), counts?.capabilities)}
          onChange={(value) => void change({ capability: value || undefined })}
        />
        <Facet
          label="Publisher"
          value={state.namespace}
          data={options('Any', commonest(counts?.namespace, state.namespace), counts?.namespace)}
          onChange={(value) => void change({ namespace: value || undefined })}
        />
        {state.kind === 'compositions' ? null : (
          <Facet
            label="Protocol"
            value={state.protocol}
            data={options('Any', protocols, counts?.protocol)}
            onChange={(value) => void change({ protocol: protocols.find((it) => it === value) })}
          />
        )}
        <Facet
          label="Stage"
          value={state.stage}
          data={options('Any', stages, counts?.stage)}
          onChange={(value) => void change({ stage: stages.find((it) => it === value) })}
        />
        <Limits state={state} />
        <Checkbox
          label={<Text size="sm">Only reads</Text>}
          checked={state.readOnly === true}
          onChange={(event) => void change({ readOnly: event.currentTarget.checked || undefined })}
        />
        <Button size="xs" variant="default" onClick={() => void change(cleared)}>
          Clear the filters
        </Button>
      </Stack>
    </Folded>
  );
}
