import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aCapability, aTaxonomy } from '../testing/a-capability.js';
import { dottedTree } from './capability-tree.js';
import { Taxonomy } from './taxonomy.js';

const sound = aTaxonomy([
  aCapability('data', { aliases: ['stored data'] }),
  aCapability('data.query'),
  aCapability('data.query.sql', { aliases: ['sql', 'structured query'] }),
  aCapability('web', { aliases: ['structured query'] }),
  aCapability('sky', { parent: 'web' }),
  aCapability('old', { mergedInto: 'older' }),
  aCapability('older', { mergedInto: 'data.query' }),
]);

describe('Taxonomy', () => {
  // tag, its canonical tag, its path
  it.each([
    ['data.query.sql', 'data.query.sql', ['data', 'data.query', 'data.query.sql']],
    ['sky', 'sky', ['web', 'sky']],
    ['older', 'data.query', ['data', 'data.query']],
    ['old', 'data.query', ['data', 'data.query']],
    ['sql', 'data.query.sql', ['data', 'data.query', 'data.query.sql']],
    ['stored-data', 'data', ['data']],
    // Two capabilities share the alias: it refers to neither.
    ['structured-query', 'structured-query', ['structured-query']],
    [
      'data.query.graph.deep',
      'data.query.graph.deep',
      ['data', 'data.query', 'data.query.graph', 'data.query.graph.deep'],
    ],
    ['old.new', 'old.new', ['data', 'data.query', 'old.new']],
    ['elsewhere.all', 'elsewhere.all', ['elsewhere', 'elsewhere.all']],
  ])('places %s', (tag, canonical, path) => {
    expect([sound.canonical(tag), sound.path(tag)]).toEqual([canonical, path]);
  });

  it('lists parents before children, each level by tag, without merged ones', () => {
    expect(sound.nodes().map(({ tag }) => tag)).toEqual(['data', 'data.query', 'data.query.sql', 'web', 'sky']);
    expect(sound.nodes('data').map(({ tag }) => tag)).toEqual(['data.query', 'data.query.sql']);
    expect(sound.mergedInto('data.query')).toEqual(['old', 'older']);
  });

  it('follows changes, and changes its epoch', () => {
    const taxonomy = aTaxonomy([aCapability('data'), aCapability('web')]);
    const before = taxonomy.epoch;
    expect(taxonomy.path('files')).toEqual(['files']);
    taxonomy.apply({ id: 'data', state: aCapability('data', { aliases: ['files'] }) });
    expect(taxonomy.path('files')).toEqual(['data']);
    taxonomy.apply({ id: 'web', state: null });
    expect(taxonomy.nodes().map(({ tag }) => tag)).toEqual(['data']);
    expect(taxonomy.epoch).toBeGreaterThan(before);
  });

  it('terminates on cycles, which two concurrent changes may create', () => {
    const circle = aTaxonomy([
      aCapability('a', { parent: 'b' }),
      aCapability('b', { parent: 'a' }),
      aCapability('c', { mergedInto: 'd' }),
      aCapability('d', { mergedInto: 'c' }),
    ]);
    expect(circle.path('a')).toEqual(['b', 'a']);
    expect(circle.path('c')).toHaveLength(1);
    expect(circle.nodes('a').length).toBeLessThan(100);
  });

  it('is the tree of the dots while it is empty', () => {
    const tag = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 }).map((it) => it.join('.'));
    fc.assert(fc.property(tag, (it) => expect(new Taxonomy().path(it)).toEqual(dottedTree.path(it))));
  });
});
