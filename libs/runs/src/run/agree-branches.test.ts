import { fail, ok } from '@assay/kernel';
import { aCaller, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { agreeBranches } from './agree-branches.js';

it('compares the branches whose tools are found, and nothing when fewer than two are', async () => {
  const version = aVersion();
  const find = (name: string) =>
    name === 'gone' ? fail('not_found', 'gone') : ok({ version, manifest: version.manifest, isExact: true } as never);
  const compared: unknown[] = [];
  const outputs = new Map([['a', 1]]);
  const agree = agreeBranches({ find }, aCaller(), {
    run: async (answers) => {
      compared.push(answers.map(({ branch, input, output }) => [branch, input, output]));
      return { outputs, warnings: ['they differ'] };
    },
  });
  const branch = (name: string, tool: string) => ({ name, call: { tool, input: { of: name } }, output: name });
  const never = new AbortController().signal;
  expect(await agree([branch('a', 't/a'), branch('b', 't/b'), branch('c', 'gone')], never)).toEqual({
    outputs,
    warnings: ['they differ'],
  });
  expect(await agree([branch('a', 't/a'), branch('c', 'gone')], never)).toEqual({ outputs: new Map(), warnings: [] });
  expect(compared).toEqual([
    [
      ['a', { of: 'a' }, 'a'],
      ['b', { of: 'b' }, 'b'],
    ],
  ]);
});
