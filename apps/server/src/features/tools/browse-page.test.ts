import { describe, expect, it } from '@jest/globals';
import { browseOf, needsIndex, type ToolListQuery, writeOffset } from './browse-page.js';

const same = (name: string) => name;

describe('needsIndex', () => {
  it('is for more than names', () => {
    expect(needsIndex({ namespace: 'a', capability: 'data', limit: 5, query: '  ' })).toBe(false);
    for (const more of [
      { query: 'x' },
      { sort: 'name' },
      { minTrust: 0 },
      { facets: 'stage' },
      { readOnly: 'false' },
    ]) {
      expect(needsIndex(more as ToolListQuery)).toBe(true);
    }
  });
});

describe('browseOf', () => {
  it('reads the parameters', () => {
    const asked: ToolListQuery = {
      query: ' mail ',
      namespace: 'old',
      readOnly: 'true',
      facets: 'stage,stage,protocol',
    };
    expect(browseOf(asked, (name) => `${name}-now`)).toMatchObject({
      query: 'mail',
      namespace: 'old-now',
      readOnly: true,
      facets: ['stage', 'protocol'],
      limit: 50,
      offset: 0,
    });
  });

  it('takes a cursor of the same list, whatever the size of its pages, and of no other', () => {
    const asked: ToolListQuery = { sort: 'trust', minTrust: 0.5, limit: 10 };
    const cursor = writeOffset(asked, 10);
    expect(browseOf({ ...asked, limit: 20, cursor }, same).offset).toBe(10);
    for (const other of [{ sort: 'name' }, { minTrust: 0.6 }, { query: 'x' }] as ToolListQuery[]) {
      expect(() => browseOf({ ...asked, ...other, cursor }, same)).toThrow('not one of this list');
    }
    for (const odd of ['x', 'AAAA', `${cursor}AA`]) {
      expect(() => browseOf({ ...asked, cursor: odd }, same)).toThrow('not one of this list');
    }
  });
});
