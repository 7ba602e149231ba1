import { afterAll, describe, expect, it } from '@jest/globals';
import { drive, returnedBy } from '../driven.fixture.js';
import { openSandbox } from '../sandbox.js';
import { allowedModules, moduleSource } from './allowed-modules.js';

const sandbox = openSandbox({ isolated: null, warm: 0 });
afterAll(() => sandbox.close());

describe('the modules that code may import', () => {
  it('are the pinned ones, and run in the sandbox', async () => {
    expect(allowedModules.map(({ name }) => name)).toEqual(['csv-parse/sync', 'decimal.js', 'js-yaml', 'mustache']);
    const modules: Record<string, string> = {};
    for (const { name } of allowedModules) modules[name] = await moduleSource(name);
    const code = `import { parse } from 'csv-parse/sync';
import Decimal from 'decimal.js';
import { load } from 'js-yaml';
import mustache from 'mustache';
export default ({ rows }) => [
  parse(rows, { columns: true }), new Decimal('0.1').plus('0.2').toString(), load('a: [1]'), mustache.render('{{a}}', { a: '<' }),
];`;
    const run = drive(sandbox, { code, entry: 'module', input: { rows: 'a,b\n1,"2,3"' }, modules });
    expect(await returnedBy(run)).toEqual([[{ a: '1', b: '2,3' }], '0.3', { a: [1] }, '&lt;']);
  });

  it('are no others', async () => {
    for (const name of ['lodash', 'js-yaml/../fs', '__proto__', 'jѕ-yaml'])
      await expect(moduleSource(name)).rejects.toThrow('not an allowed module');
  });
});
