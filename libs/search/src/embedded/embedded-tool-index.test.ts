import { facets, type IndexAnswer, type ToolDocument } from '@assay/discovery';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EmbeddedToolIndex } from './embedded-tool-index.js';

const tool = (id: string, more: Partial<ToolDocument> = {}): ToolDocument => ({
  id,
  name: '',
  title: '',
  description: '',
  provider: '',
  capabilities: [],
  parameters: [],
  audience: ['public'],
  organisationId: 'org-a',
  trustKey: 0,
  insideTrustKey: 0,
  namespace: 'a',
  protocol: 'http',
  stage: 'BETA',
  readOnly: false,
  deprecated: false,
  publishedAt: 0,
  ...more,
});

async function indexOf(...documents: ToolDocument[]): Promise<EmbeddedToolIndex> {
  const index = new EmbeddedToolIndex();
  await index.put(documents);
  return index;
}

const search = (
  index: EmbeddedToolIndex,
  text: string,
  capabilities: readonly string[] = [],
  limit = 50,
): Promise<IndexAnswer> => index.search({ text, capabilities, audience: ['public'], limit });

const ids = async (index: EmbeddedToolIndex, text: string): Promise<string[]> =>
  (await search(index, text)).candidates.map(({ id }) => id);

describe('EmbeddedToolIndex', () => {
  it('weighs the name above the description above parameters', async () => {
    const index = await indexOf(
      tool('a/parameter', { parameters: ['invoice'] }),
      tool('a/description', { description: 'invoice' }),
      tool('a/name', { name: 'invoice' }),
    );
    expect(await ids(index, 'invoice')).toEqual(['a/name', 'a/description', 'a/parameter']);
  });

  it('finds a compound written in one piece, and one written in parts', async () => {
    const index = await indexOf(tool('a/hub', { name: 'GitHub.listIssues' }), tool('a/other', { name: 'listFiles' }));
    expect(await ids(index, 'github')).toEqual(['a/hub']);
    expect(await ids(index, 'git hub')).toEqual(['a/hub']);
  });

  it('finds other forms of a word, and words of other scripts', async () => {
    const index = await indexOf(
      tool('a/create', { description: 'Creates orders' }),
      tool('a/weather', { description: '查询城市天气预报' }),
    );
    expect(await ids(index, 'creating an order')).toEqual(['a/create']);
    expect(await ids(index, '天气')).toEqual(['a/weather']);
  });

  it('finds what another verb of the same operation does before what the very verb does to other things', async () => {
    const index = await indexOf(
      tool('a/add', {
        name: 'add_observations',
        description: 'Add new observations to existing entities in the graph',
      }),
      tool('a/create', { name: 'create_entities', description: 'Create multiple new entities in the graph' }),
      tool('a/delete', { name: 'delete_entities', description: 'Delete multiple entities from the graph' }),
      tool('a/folder', { name: 'create_directory', description: 'Create a new directory' }),
      tool('a/tree', { name: 'directory_tree', description: 'A tree of a directory' }),
    );
    for (const query of ['add entities to the graph', 'Please insert entities', 'adding an entity'])
      expect((await ids(index, query))[0]).toBe('a/create');
    for (const query of ['remove entities', 'I want to erase entities'])
      expect((await ids(index, query))[0]).toBe('a/delete');
    expect((await ids(index, 'make a directory'))[0]).toBe('a/folder');
  });

  it('reads a verb as an operation only where it opens a request', async () => {
    const index = await indexOf(tool('a/delete', { name: 'delete_entities' }), tool('a/graph', { name: 'graph' }));
    expect(await ids(index, 'the graph without removed things')).toEqual(['a/graph', 'a/delete']);
    expect((await search(index, 'what could get me a graph')).terms).toEqual(['get', 'graph']);
    expect((await search(index, 'a graph to get')).terms).toEqual(['graph']);
  });

  it('gives a shared word its weight in a small catalogue, too', async () => {
    const index = await indexOf(
      ...['create', 'list', 'close'].map((verb) => tool(`a/${verb}`, { name: `${verb}_invoice` })),
    );
    const { candidates } = await search(index, 'forward an invoice quarterly');
    expect(candidates[0]?.relevance).toBeGreaterThan(0.05);
  });

  it('prefers the rare word', async () => {
    const common = Array.from({ length: 20 }, (_, n) => tool(`a/common${n}`, { description: 'list things' }));
    const index = await indexOf(...common, tool('a/rare', { description: 'show walrus' }));
    expect((await ids(index, 'list walrus'))[0]).toBe('a/rare');
  });

  it('prefers the shorter of two texts', async () => {
    const index = await indexOf(
      tool('a/long', { description: 'walrus among very many other animals living near cold northern water' }),
      tool('a/short', { description: 'walrus' }),
    );
    expect(await ids(index, 'walrus')).toEqual(['a/short', 'a/long']);
  });

  it('lowers relevance with every word of the query that the document lacks', async () => {
    const index = await indexOf(tool('a/walrus', { name: 'walrus' }), tool('a/seal', { name: 'seal' }));
    const relevances = await Promise.all(
      ['walrus', 'walrus seal', 'walrus seal iceberg'].map(
        async (text) => (await search(index, text)).candidates.find(({ id }) => id === 'a/walrus')?.relevance ?? 0,
      ),
    );
    expect(relevances).toEqual([...relevances].sort((a, b) => b - a));
    expect(new Set(relevances).size).toBe(3);
  });

  it('names the words it found, reduced', async () => {
    const index = await indexOf(tool('a/create', { description: 'Creates orders' }));
    const { candidates, terms } = await search(index, 'create orders in bulk');
    expect(terms).toEqual(['create', 'orders', 'bulk']);
    expect(candidates[0]?.matched).toEqual(['create', 'orders']);
  });

  it('counts tags and text alike when both are asked for', async () => {
    const index = await indexOf(
      tool('a/exact', { capabilities: ['data.query'] }),
      tool('a/below', { capabilities: ['data.query.sql'] }),
    );
    const { candidates } = await search(index, 'walrus', ['data.query']);
    expect(candidates.map(({ relevance }) => relevance)).toEqual([0.5, 0.45]);
  });

  it('answers as before after a search that broke in mid-way', async () => {
    const index = await indexOf(tool('a/one', { name: 'walrus' }), tool('a/two', { name: 'walrus seal' }));
    const before = await search(index, 'walrus');
    const broken = { text: 'seal', capabilities: [], audience: ['public'], limit: 5, sort: 'none such' as 'name' };
    await expect(index.search(broken)).rejects.toThrow();
    expect(await search(index, 'walrus')).toEqual(before);
  });

  it('holds nothing of a removed document back', async () => {
    const index = await indexOf(tool('a/one', { name: 'walrus' }), tool('a/two', { name: 'seal' }));
    await index.remove(['a/one']);
    expect(await search(index, 'walrus seal')).toEqual(
      await search(await indexOf(tool('a/two', { name: 'seal' })), 'walrus seal'),
    );
  });
});

const word = fc.constantFrom('walrus', 'seal', 'herd', 'count', 'ice', 'orders', 'listFiles', 'GitHub', '天气');
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const question = fc
  .tuple(fc.array(word, { maxLength: 8 }), fc.constantFrom(' ', '. ', ' film. '))
  .map(([words, between]) => words.join(between));
const tag = fc.constantFrom('data', 'data.query', 'data.query.sql', 'data.store', 'mail.send');
const document = fc.record({
  id: fc.nat(30).map((n) => `a/t${n}`),
  name: text,
  title: text,
  description: text,
  provider: text,
  capabilities: fc.array(tag, { maxLength: 3 }),
  parameters: fc.array(text, { maxLength: 3 }),
  audience: fc.subarray(['public', 'org:1', 'org:2']),
  organisationId: fc.constantFrom('one', 'two'),
  trustKey: fc.double({ min: -20, max: 200, noNaN: true }),
  insideTrustKey: fc.double({ min: -20, max: 200, noNaN: true }),
  namespace: fc.constantFrom('a', 'b'),
  protocol: fc.constantFrom('http' as const, 'mcp' as const),
  stage: fc.constantFrom('SANDBOX' as const, 'BETA' as const, 'VERIFIED' as const),
  readOnly: fc.boolean(),
  deprecated: fc.boolean(),
  publishedAt: fc.nat(1_000),
});

type Step =
  | { readonly put: readonly ToolDocument[] }
  | { readonly remove: readonly string[] }
  | { readonly churn: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.array(document, { maxLength: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      remove: fc.array(
        fc.nat(30).map((n) => `a/t${n}`),
        { maxLength: 5 },
      ),
    }),
  },
  // Enough comes and goes for the garbage to be cleared away.
  { weight: 1, arbitrary: fc.record({ churn: fc.integer({ min: 500, max: 700 }) }) },
);

describe('after any puts and removals', () => {
  it('answers like an index rebuilt from the remaining documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        question,
        fc.array(tag, { maxLength: 2 }),
        fc.record({
          sort: fc.constantFrom('relevance' as const, 'trust' as const, 'published' as const, 'name' as const),
          offset: fc.nat(3),
          filter: fc.record({ readOnly: fc.constant(true as const), capability: tag }, { requiredKeys: [] }),
        }),
        async (steps, query, tags, view) => {
          const index = new EmbeddedToolIndex();
          const left = new Map<string, ToolDocument>();
          for (const one of steps) await apply(one, index, left);
          const rebuilt = await indexOf(...left.values());
          const asked = { text: query, capabilities: tags, audience: ['public', 'org:1'], limit: 7, facets, ...view };
          expect(await index.search(asked)).toEqual(await rebuilt.search(asked));
          expect(await index.size()).toBe(left.size);
        },
      ),
      { numRuns: 60 },
    );
  });
});

async function apply(step: Step, index: EmbeddedToolIndex, left: Map<string, ToolDocument>): Promise<void> {
  if ('put' in step) {
    await index.put(step.put);
    for (const one of step.put) left.set(one.id, one);
  } else if ('remove' in step) {
    await index.remove(step.remove);
    for (const id of step.remove) left.delete(id);
  } else {
    const passing = Array.from({ length: step.churn }, (_, n) => tool(`b/t${n}`, { name: `walrus seal x${n % 40}` }));
    await index.put(passing);
    await index.remove(passing.map(({ id }) => id));
  }
}

describe('whatever is asked', () => {
  it('relevance lies in (0, 1], falls, and only visible documents come back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 20 }),
        question,
        fc.array(tag, { maxLength: 3 }),
        async (documents, query, tags) => {
          const index = await indexOf(...documents);
          const visible = new Map(documents.map((one) => [one.id, one.audience.includes('org:1')]));
          const asked = { text: query, capabilities: tags, audience: ['org:1'], limit: 50 };
          const last = new Map(documents.map((one) => [one.id, one]));
          const trusted = new Set([...last.values()].filter((one) => one.trustKey >= 50).map(({ id }) => id));
          const found = await index.search({ ...asked, minTrustKey: 50 });
          const all = await index.search(asked);
          const kept = all.candidates.filter(({ id }) => trusted.has(id));
          expect(found.candidates).toEqual(kept);
          const { candidates } = await index.search(asked);
          const relevances = candidates.map(({ relevance }) => relevance);
          expect(relevances.every((value) => value > 0 && value <= 1)).toBe(true);
          expect(relevances).toEqual([...relevances].sort((a, b) => b - a));
          expect(candidates.every(({ id }) => visible.get(id))).toBe(true);
          expect(new Set(candidates.map(({ id }) => id)).size).toBe(candidates.length);
        },
      ),
    );
  });
});
