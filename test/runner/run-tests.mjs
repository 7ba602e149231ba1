import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runForeground } from '../../apps/server/launch/child.mjs';
import { root } from '../../apps/server/launch/repository.mjs';
import { countsOf, failedFilesOf, programLines, serviceLines } from './counts.mjs';
import { startTestDatabase } from './database.mjs';
import { pathOfPackage, usesDatabase } from './selection.mjs';

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

const own = new Set(['--soak', '--services']);

/**
 * Ours are `--soak`, chaos and simulation at full length, one after the other, and `--services`, the tests that need
 * programs beyond Node. Everything else is passed to Jest.
 */
function jestArguments(args) {
  const rest = args.filter((arg) => !own.has(arg)).map((arg) => pathOfPackage(arg, root));
  const chosen = args.includes('--soak') ? ['--runInBand', ...rest, 'test/chaos', 'test/simulation'] : rest;
  const workers = chosen.some((arg) => /^(?:-i|--runInBand|-w|--maxWorkers)/.test(arg)) ? [] : ['--maxWorkers=2'];
  return [...workers, ...chosen];
}

const configOf = (args) =>
  join(root, 'test', args.includes('--services') ? 'jest.services.config.mjs' : 'jest.config.mjs');

const nodeArguments = (args, more) => [
  ...['--max-semi-space-size=32', '--experimental-vm-modules', '--no-warnings', jest, '--config', configOf(args)],
  ...more,
  ...jestArguments(args),
];

const runJest = (args, env, report) =>
  runForeground(process.execPath, nodeArguments(args, ['--json', '--outputFile', report]), { cwd: root, env });

/** Whether a test that these arguments choose works with PostgreSQL. */
function needDatabase(args) {
  if (args.every((arg) => arg.startsWith('-'))) return true;
  const listed = spawnSync(process.execPath, nodeArguments(args, ['--listTests']), { cwd: root, encoding: 'utf8' });
  return listed.stdout.split('\n').some((path) => usesDatabase(relative(root, path).replaceAll('\\', '/')));
}

const nothingRan = { passed: 0, failed: 1, skipped: 0 };
const unknownResults = { counts: nothingRan, failedFiles: [] };

/** What Jest reported; a run that ended without a report counts as one failure. */
function readResults(report) {
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'));
    return { counts: countsOf(results), failedFiles: failedFilesOf(results) };
  } catch {
    return unknownResults;
  }
}

const isInstalled = (program) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined;

const say = (line) => process.stdout.write(`${line}\n`);

/**
 * Signals are for the children while this process cleans up after them: it ends when they have ended. A signal that
 * comes while PostgreSQL starts is remembered, so that nothing is left running.
 */
function holdSignals() {
  const state = { interrupted: false };
  const remember = () => {
    state.interrupted = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, remember);
  return state;
}

async function runAgainst(url, args, report) {
  const soak = args.includes('--soak') ? { ASSAY_SOAK: '1' } : {};
  const database = url === undefined ? {} : { ASSAY_TEST_DATABASE_URL: url };
  const code = await runJest(args, { ...process.env, ...soak, ...database }, report);
  const { counts, failedFiles } = readResults(report);
  if (counts.passed + counts.failed === 0) say('No test ran.');
  return { counts, failedFiles, code: code || Number(counts.failed > 0 || counts.passed === 0) };
}

/**
 * Runs the tests against the database of ASSAY_TEST_DATABASE_URL, or one made for this run if a test needs one. Resolves
 * to the counts, the files with a failure, and an exit code that is 0 only when something passed and nothing failed.
 */
export async function runTests(args) {
  const signals = holdSignals();
  const folder = mkdtempSync(join(tmpdir(), 'assay-jest-'));
  let database;
  try {
    const given = process.env.ASSAY_TEST_DATABASE_URL;
    if (!given && needDatabase(args)) database = await startTestDatabase(say);
    if (signals.interrupted) return { ...unknownResults, code: 130 };
    return await runAgainst(given || database?.url, args, join(folder, 'results.json'));
  } catch (error) {
    say(`The tests could not run. ${error instanceof Error ? error.message : String(error)}`);
    return { ...unknownResults, code: 1 };
  } finally {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
    const lines = args.includes('--services')
      ? programLines(isInstalled)
      : serviceLines(process.env, database !== undefined);
    for (const line of lines) say(line);
  }
}
