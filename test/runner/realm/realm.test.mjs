import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import config from '../../jest.config.mjs';

const folder = import.meta.dirname;
const root = join(folder, '..', '..', '..');

/** Runs the samples in one worker, in order. Resolves to Jest's report. */
function runSamples() {
  const settings = {
    ...config,
    rootDir: root,
    roots: [join(folder, 'samples')],
    testMatch: ['**/*.case.mjs'],
    testSequencer: join(folder, 'samples', 'sequence.cjs'),
  };
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--json', '--runInBand'];
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, '--config', JSON.stringify(settings)], { cwd: root }, (_failed, out) =>
      resolve(JSON.parse(out)),
    );
  });
}

describe('the realm that test files share', () => {
  it('keeps modules, and nothing else, from one file to the next', async () => {
    const { testResults } = await runSamples();
    const outcome = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, status }) => `${basename(name)}: ${title}: ${status}`),
    );
    expect(outcome.sort()).toEqual([
      'a-first.case.mjs: is not run: pending',
      'a-first.case.mjs: is the only one of its file: passed',
      'b-second.case.mjs: fails: failed',
      'b-second.case.mjs: has its own hooks, focus, time limit and environment variables: passed',
      'b-second.case.mjs: shares the modules of the first file: passed',
      'c-own.case.mjs: evaluates its modules itself: passed',
      'd-last.case.mjs: shares the modules of the first file again: passed',
    ]);
    const second = testResults.find(({ name }) => name.endsWith('b-second.case.mjs'));
    expect(second.message).toContain('samples/b-second.case.mjs:16');
  });
});
