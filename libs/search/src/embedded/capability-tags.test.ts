import { aDocument, NaiveToolIndex } from '@assay/discovery/testing';
import { type Capability, seededTaxonomy, Taxonomy } from '@assay/registry';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CapabilityTags } from './capability-tags.js';
import { EmbeddedToolIndex } from './embedded-tool-index.js';

const seeded = seededTaxonomy().nodes();

/** The first set, in which `change` changes the rows of one tag. */
function aTree(tag = '', change: Partial<Capability> = {}): Taxonomy {
  const tree = new Taxonomy();
  for (const node of seeded) tree.apply({ id: node.id, state: node.tag === tag ? { ...node, ...change } : node });
  return tree;
}

describe('CapabilityTags', () => {
  it('recomputes when the tree or the tags in use change', () => {
    const tree = aTree();
    const tags = new CapabilityTags();
    tags.add('weather', 0);
    expect(tags.related('communication.email', tree)).toEqual([]);
    tags.add('mail', 1);
    expect(tags.related('communication.email', tree)).toEqual([{ slots: [1], relevance: 1 }]);
    tags.add('mail', 2);
    expect(tags.related('communication.email', tree)).toEqual([{ slots: [1, 2], relevance: 1 }]);
    const weather = tree.row('weather') as Capability;
    tree.apply({ id: weather.id, state: { ...weather, mergedInto: 'communication.email' } });
    expect(tags.related('communication.email', tree)).toHaveLength(2);
  });
});

describe('EmbeddedToolIndex with a taxonomy', () => {
  it('finds by tags what an engine finds that looks at every document', async () => {
    const tag = fc.constantFrom(...seeded.slice(0, 40).map((it) => it.tag), 'mail', 'sql', 'data.query.odd', 'odd');
    const tags = fc.uniqueArray(tag, { maxLength: 3 });
    const change = fc
      .record({ tag, mergedInto: fc.constantFrom('data', 'web') })
      .filter((it) => it.tag !== it.mergedInto);
    await fc.assert(
      fc.asyncProperty(
        fc.array(tags, { maxLength: 12 }),
        tags,
        change,
        fc.option(
          tag.map((capability) => ({ filter: { capability } })),
          { nil: {} },
        ),
        async (declared, capabilities, { tag: merged, mergedInto }, filter) => {
          const tree = aTree(merged, { mergedInto });
          const [embedded, naive] = [new EmbeddedToolIndex({}, tree), new NaiveToolIndex(tree)];
          const documents = declared.map((it, at) => aDocument(`a/t${at}`, { capabilities: it }));
          const query = { text: '', capabilities, audience: ['public'], limit: 50, ...filter };
          for (const index of [embedded, naive]) await index.put(documents);
          const [one, other] = [await embedded.search(query), await naive.search(query)];
          const found = ({ candidates }: typeof one) =>
            candidates.map(({ id, relevance }) => [id, relevance.toFixed(9)]);
          expect(found(one)).toEqual(found(other));
        },
      ),
      { numRuns: 60 },
    );
  });
});
