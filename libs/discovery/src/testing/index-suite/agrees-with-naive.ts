import { deepEqual } from 'node:assert/strict';
import { stages } from '@assay/contracts';
import fc from 'fast-check';
import { facets, type IndexQuery, indexSorts, type ToolDocument, type ToolIndex } from '../../tool-index.js';
import { aDocument } from './contract-case.js';
import { NaiveToolIndex } from './naive-tool-index.js';

const tags = ['data', 'data.query', 'data.query.sql', 'data.store', 'mail', 'mail.send'];
const tokens = ['public', 'org:1', 'org:2@a'];

const aNumber = fc.constantFrom(-2.5, 0, 0.1, 154.25, 3e-9);

const someDocument: fc.Arbitrary<ToolDocument> = fc
  .record({
    id: fc.constantFrom('a/x', 'a/X', 'a/x.y', 'a/x-y', 'b/x', 'b/10', 'b/9', 'c/_', 'c.d/z', 'c-d/z'),
    capabilities: fc.subarray(tags, { maxLength: 3 }),
    audience: fc.subarray(tokens, { maxLength: 2 }),
    organisationId: fc.constantFrom('one', 'two'),
    trustKey: aNumber,
    insideTrustKey: aNumber,
    protocol: fc.constantFrom('http' as const, 'mcp' as const, 'json-rpc' as const),
    stage: fc.constantFrom(...stages),
    readOnly: fc.boolean(),
    deprecated: fc.boolean(),
    publishedAt: fc.constantFrom(0, 1, 1_790_000_000_000),
  })
  .map(({ id, ...more }) => aDocument(id, { ...more, namespace: id.slice(0, id.indexOf('/')) }));

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const someFilter = fc.record(
  {
    namespaces: fc.subarray(['a', 'b', 'c.d', 'none']),
    protocols: fc.subarray(['http' as const, 'mcp' as const, 'json-rpc' as const]),
    minStage: fc.constantFrom(...stages),
    readOnly: fc.constant(true as const),
    capability: fc.constantFrom(...tags, 'mai'),
  },
  { requiredKeys: [] },
);

const someQuery: fc.Arbitrary<IndexQuery> = fc
  .record({
    capabilities: fc.subarray(tags, { maxLength: 2 }),
    audience: fc.subarray(tokens),
    minTrustKey: optional(aNumber),
    organisationId: fc.constantFrom(null, 'one', 'two', 'three'),
    filter: optional(someFilter),
    sort: optional(fc.constantFrom(...indexSorts)),
    facets: optional(fc.subarray([...facets])),
    limit: fc.nat(12),
    offset: optional(fc.nat(8)),
  })
  .map((query) => ({ text: '', ...(Object.fromEntries(entriesOf(query)) as Omit<IndexQuery, 'text'>) }));

const entriesOf = (query: object) => Object.entries(query).filter(([, value]) => value !== undefined);

/** Relevance to twelve digits: sums may be added up in another order. */
const answerOf = async (index: ToolIndex, query: IndexQuery) => {
  const { candidates, total, facets: counted } = await index.search(query);
  return { total, facets: counted ?? null, found: candidates.map(({ id, relevance }) => [id, relevance.toFixed(12)]) };
};

/**
 * Any documents, listed and found by tags with any filter, order, page and facets: the same as from an engine that
 * looks at every one. Words are left out; each engine reads them its own way.
 */
export async function agreesWithNaive(fresh: () => Promise<ToolIndex>, numRuns: number): Promise<void> {
  const index = await fresh();
  await fc.assert(
    fc.asyncProperty(
      fc.array(someDocument, { maxLength: 14 }),
      fc.array(someQuery, { minLength: 1, maxLength: 6 }),
      async (documents, queries) => {
        const naive = new NaiveToolIndex();
        await naive.put(documents);
        await index.rebuild([documents]);
        for (const query of queries) {
          deepEqual(await answerOf(index, query), await answerOf(naive, query));
        }
      },
    ),
    { numRuns },
  );
}
