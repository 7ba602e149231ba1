import { describe, expect, it } from '@jest/globals';
import { assessPublication, decidingNeighbour, publicationDifferences } from './assess-publication.js';
import { Catalogue } from './catalogue.js';
import { aManifest, aVersion } from './testing/builders.js';

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const item = { type: 'string' };
const version = (number: string, inputSchema: object) =>
  aVersion(aManifest({ version: number, inputSchema: { ...inputSchema } }));
const candidate = (number: string, inputSchema: object) =>
  aManifest({ version: number, inputSchema: { ...inputSchema } });

describe('assessPublication', () => {
  it('accepts a first version, and every sufficient version number', () => {
    expect(assessPublication(candidate('1.0.0', object({ item })), []).kind).toBe('fits');
    const there = [version('1.0.0', object({ item }))];
    expect(assessPublication(candidate('1.1.0', object({ item, more: item })), there).kind).toBe('fits');
    expect(assessPublication(candidate('2.0.0', object({})), there).kind).toBe('fits');
  });

  it('refuses an understated number, with problems, differences and the number that would do', () => {
    const there = [version('1.0.0', object({ item }))];
    const assessed = assessPublication(candidate('1.1.0', object({ item, more: item }, ['more'])), there);
    expect(assessed).toMatchObject({
      kind: 'understated',
      failure: {
        code: 'understated_version',
        message: expect.stringMatching(/beside 1\.0\.0: .*[^.]\. Publish it as 2\.0\.0\.$/),
        data: { comparedWith: '1.0.0', requiredVersion: '2.0.0' },
      },
    });
    const issues = assessed.kind === 'understated' ? (assessed.failure.issues ?? []) : [];
    expect(issues.every(({ path }) => path.startsWith('/inputSchema'))).toBe(true);
    expect(issues.length).toBeGreaterThan(0);
  });

  it('names the neighbour that refuses: the one above, when the number fits the one below', () => {
    const there = [version('1.0.0', object({})), version('1.2.0', object({ b: item }))];
    const assessed = assessPublication(candidate('1.1.0', object({ a: item })), there);
    expect(assessed).toMatchObject({ kind: 'understated', failure: { data: { comparedWith: '1.2.0' } } });
    expect(decidingNeighbour(assessed.check)).toMatchObject({ version: '1.2.0', side: 'higher' });
  });

  it('leaves undecided differences to a reviewer, with their places', () => {
    const cloudy = (pattern: string) => object({ item: { ...item, pattern } });
    const assessed = assessPublication(candidate('1.1.0', cloudy('^[ab]+(c|)$')), [
      version('1.0.0', cloudy('^(a|b)+c?$')),
    ]);
    expect(assessed).toMatchObject({
      kind: 'undecided',
      findings: [
        { path: '/inputSchema/properties/item/pattern', message: expect.stringMatching(/\(beside 1\.0\.0\)$/) },
      ],
    });
  });
});

describe('publicationDifferences', () => {
  it('are relative to the neighbouring version', () => {
    const catalogue = new Catalogue();
    const first = version('1.0.0', object({ item }));
    expect(publicationDifferences(first.manifest, catalogue)).toEqual([]);
    catalogue.apply({ kind: 'tool-version', id: first.id, state: first });
    expect(publicationDifferences(first.manifest, catalogue)).toEqual([]);
    const next = candidate('1.1.0', object({ item, more: item }));
    expect(publicationDifferences(next, catalogue)).toMatchObject([{ kind: 'additive', after: item }]);
  });
});
