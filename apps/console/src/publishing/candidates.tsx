import type { CandidateView } from '@assay/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiList, assay } from '../frame/api.js';
import { OneAction } from '../frame/one-action.js';
import { Part } from '../frame/part.js';
import { RecordTable } from '../frame/record-table.js';

const resultOf = ({ calls, failures, primary, compared, kind }: CandidateView): string => {
  const outputs = compared.same + compared.withinTolerance + compared.different;
  const shadow = kind === 'shadow' && outputs > 0 ? `; ${compared.different} of ${outputs} outputs differ` : '';
  return `${failures} of ${calls} calls failed (${primary.failures} of ${primary.calls} in use)${shadow}`;
};

/** Tools that are tried out on a share of the calls, of toolsets and fallback hierarchies. */
export function Candidates() {
  const query = useInfiniteQuery(apiList('listCandidates', { query: { limit: 50 } }));
  return (
    <Part title="Shadows and canaries">
      <RecordTable
        query={query}
        label="Shadows and canaries"
        keyOf={(it) => it.id}
        empty={{
          title: 'No tool is tried out.',
          text: 'A toolset or a fallback hierarchy can send a share of its calls to one.',
        }}
        columns={[
          { name: 'Tool', cell: ({ tool, place }) => `${tool} for ${place}` },
          { name: 'Kind', cell: ({ kind, percent }) => `${kind}, ${percent} %` },
          { name: 'Result', cell: resultOf },
          {
            name: 'State',
            cell: (it) =>
              it.state === 'running' ? (
                'running'
              ) : (
                <>
                  rolled back: {it.reason}{' '}
                  <OneAction
                    label="Enable again"
                    about={it.tool}
                    run={() => assay.request('resumeCandidate', { path: { id: it.id } })}
                    stale={['listCandidates']}
                  />
                </>
              ),
          },
        ]}
      />
    </Part>
  );
}
