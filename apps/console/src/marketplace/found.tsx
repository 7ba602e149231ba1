import type { Discover, DiscoveryAnswer, DiscoveryResult } from '@assay/sdk';
import { Alert, List, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../frame/api.js';
import { Awaited, Empty } from '../frame/states.js';
import { Chips } from './chips.js';
import { ToolCard } from './tool-card.js';

const marksOf = ({ stage, callable, annotations, parts }: DiscoveryResult): string[] => [
  ...(stage === undefined ? [] : [stage.toLowerCase().replaceAll('_', ' ')]),
  ...(callable === 'approval' ? ['needs approval'] : []),
  ...(callable === 'no' ? ['not callable by you'] : []),
  ...(annotations?.readOnlyHint === true ? ['read-only'] : []),
  ...(annotations?.destructiveHint === true ? ['destructive'] : []),
  `relevance ${parts.relevance.toFixed(2)}`,
];

function Result({ result }: { readonly result: DiscoveryResult }) {
  const { tool, version, title, description, why, parts } = result;
  return (
    <ToolCard {...{ tool, version, title, description }} trust={parts.trust} marks={marksOf(result)}>
      {why.length === 0 ? null : (
        <details className="why">
          <summary>Why it matched</summary>
          <List size="sm">
            {why.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
        </details>
      )}
    </ToolCard>
  );
}

function Excluded({ excluded }: Pick<DiscoveryAnswer, 'excluded'>) {
  if (excluded.length === 0) return null;
  return (
    <details className="why">
      <summary>{excluded.length} close matches were left out</summary>
      <List size="sm">
        {excluded.map(({ tool, why }) => (
          <List.Item key={tool}>
            {tool}: {why}
          </List.Item>
        ))}
      </List>
    </details>
  );
}

function Answer({ answer }: { readonly answer: DiscoveryAnswer }) {
  const { results, match, totalFiltered, tookMs, excluded, warnings = [] } = answer;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {results.length} of {totalFiltered} matches in {Math.round(tookMs)} ms
      </Text>
      {match?.note === undefined ? null : <Alert color="yellow">{match.note}</Alert>}
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow">
          {warning}
        </Alert>
      ))}
      {results.length === 0 ? (
        <Empty title="No tool matches.">Use fewer words or remove a filter.</Empty>
      ) : (
        <ul className="plain-list tool-list">
          {results.map((result) => (
            <li key={`${result.tool}@${result.version}`} className="card tool-card">
              <Result result={result} />
            </li>
          ))}
        </ul>
      )}
      <Excluded excluded={excluded} />
    </Stack>
  );
}

interface FoundProps {
  readonly question: Discover;
  /** Shows only this publisher's of the results. */
  readonly namespace: string | undefined;
}

/** Results of a search, with the constraints that were read from its words. */
export function Found({ question, namespace }: FoundProps) {
  const query = useQuery({ ...apiQuery('discover', { body: question }), placeholderData: keepPreviousData });
  const isWanted = ({ tool }: DiscoveryResult) => namespace === undefined || tool.startsWith(`${namespace}/`);
  return (
    <section aria-label="Results" aria-busy={query.isFetching}>
      {query.data === undefined ? null : <Chips parsed={query.data.parsed} />}
      <Awaited query={query} lines={8}>
        {(answer) => <Answer answer={{ ...answer, results: answer.results.filter(isWanted) }} />}
      </Awaited>
    </section>
  );
}
