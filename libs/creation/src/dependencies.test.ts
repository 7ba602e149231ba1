import { describe, expect, it } from '@jest/globals';
import { type Dependencies, dependencyIssues, noDependencies, pinnedSources, sourcesOf } from './dependencies.js';

const allowed = [
  { name: 'decimal.js', version: '10.6.0', integrity: 'sha256-d' },
  { name: 'csv-parse/sync', version: '7.0.3', integrity: 'sha256-c' },
];
const dependencies: Dependencies = { allowed, source: async (name) => `source of ${name}` };

describe('dependencies', () => {
  it('are on the list under exactly their names', () => {
    expect(dependencyIssues(['decimal.js', 'csv-parse/sync'], allowed)).toEqual([]);
    const messages = dependencyIssues(['lodash', 'dеcimal.js', 'decimal.jss', 'csv-parse/sinc'], allowed);
    expect(messages).toEqual([
      { path: '/dependencies/0', message: 'is not allowed; allowed: decimal.js, csv-parse/sync' },
      { path: '/dependencies/1', message: 'only looks like "decimal.js"' },
      { path: '/dependencies/2', message: 'only looks like "decimal.js"' },
      { path: '/dependencies/3', message: 'only looks like "csv-parse/sync"' },
    ]);
    expect(dependencyIssues(['a'], [])).toEqual([
      { path: '/dependencies/0', message: 'is not allowed; allowed: nothing' },
    ]);
  });

  it('are those a tool was published with', async () => {
    expect(await sourcesOf(['decimal.js'], dependencies)).toEqual({ 'decimal.js': 'source of decimal.js' });
    expect(await pinnedSources(allowed.slice(0, 1), dependencies)).toEqual({
      ...{ ok: true, value: { 'decimal.js': 'source of decimal.js' } },
    });
    const other = [{ ...allowed[0], integrity: 'sha256-x' }] as typeof allowed;
    expect(await pinnedSources(other, dependencies)).toMatchObject({ error: { code: 'unavailable', outcome: 'none' } });
    expect(await pinnedSources(allowed, { ...noDependencies, allowed })).toMatchObject({
      error: { code: 'unavailable' },
    });
  });
});
