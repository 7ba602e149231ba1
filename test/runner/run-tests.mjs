import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runForeground } from '../../apps/server/launch/child.mjs';
import { root } from '../../apps/server/launch/repository.mjs';
import config from '../jest.config.mjs';
import { countsOf, failedFilesOf, programLines, serviceLines, sumOf } from './counts.mjs';
import { startTestDatabase } from './database.mjs';
import { lanesOf } from './lanes.mjs';
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

const runJest = (args, report, options) =>
  runForeground(process.execPath, nodeArguments(args, ['--json', '--outputFile', report]), { cwd: root, ...options });

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

/** Runs the files of one lane. Beside other lanes, its output does not rewrite lines of the terminal. */
async function runLane(args, report, { env, isAlone }) {
  const onOutput = isAlone ? undefined : (chunk) => process.stdout.write(chunk);
  return { code: await runJest(args, report, { env, onOutput }), ...readResults(report) };
}

async function runAgainst(url, args, folder) {
  const soak = args.includes('--soak') ? { ASSAY_SOAK: '1' } : {};
  const database = url === undefined ? {} : { ASSAY_TEST_DATABASE_URL: url };
  const env = { ...process.env, ...soak, ...database };
  const lanes = lanesOf(args, config.testPathIgnorePatterns);
  const run = (lane, number) =>
    runLane(lane, join(folder, `results-${number}.json`), { env, isAlone: lanes.length === 1 });
  const results = await Promise.all(lanes.map(run));
  const counts = results.map((it) => it.counts).reduce(sumOf);
  const failedFiles = results.flatMap((it) => it.failedFiles);
  const code = Math.max(...results.map((it) => it.code));
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
    return await runAgainst(given || database?.url, args, folder);
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
