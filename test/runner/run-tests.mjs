import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runForeground } from '../../apps/server/launch/child.mjs';
import { root } from '../../apps/server/launch/repository.mjs';
import { countsOf, serviceLines } from './counts.mjs';
import { startTestDatabase } from './database.mjs';

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

/** `--soak` is ours: chaos and simulation at full length, one after the other. Everything else is passed to Jest. */
function jestArguments(args) {
  const rest = args.filter((arg) => arg !== '--soak');
  const chosen = args.includes('--soak') ? ['--runInBand', ...rest, 'test/chaos', 'test/simulation'] : rest;
  const workers = chosen.some((arg) => /^(?:-i|--runInBand|-w|--maxWorkers)/.test(arg)) ? [] : ['--maxWorkers=2'];
  return [...workers, ...chosen];
}

async function runJest(args, env, report) {
  const own = ['--config', join(root, 'test', 'jest.config.mjs'), '--json', '--outputFile', report];
  const node = ['--experimental-vm-modules', '--no-warnings', jest, ...own, ...jestArguments(args)];
  return runForeground(process.execPath, node, { cwd: root, env });
}

const nothingRan = { passed: 0, failed: 1, skipped: 0 };

/** The counts Jest reported; a run that ended without a report counts as one failure. */
function readCounts(report) {
  try {
    return countsOf(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return nothingRan;
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
  const code = await runJest(args, { ...process.env, ...soak, ASSAY_TEST_DATABASE_URL: url }, report);
  const counts = readCounts(report);
  if (counts.passed + counts.failed === 0) say('No test ran.');
  return { counts, code: code || Number(counts.failed > 0 || counts.passed === 0) };
}

/**
 * Runs the tests against a database made for this run, or that of ASSAY_TEST_DATABASE_URL. Resolves to the counts and
 * an exit code that is 0 only when something passed and nothing failed.
 */
export async function runTests(args) {
  const signals = holdSignals();
  const folder = mkdtempSync(join(tmpdir(), 'assay-jest-'));
  let database;
  try {
    const given = process.env.ASSAY_TEST_DATABASE_URL;
    if (!given) database = await startTestDatabase(say);
    if (signals.interrupted) return { counts: nothingRan, code: 130 };
    return await runAgainst(given || database.url, args, join(folder, 'results.json'));
  } catch (error) {
    say(`The tests could not run. ${error instanceof Error ? error.message : String(error)}`);
    return { counts: nothingRan, code: 1 };
  } finally {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
    for (const line of serviceLines(process.env, isInstalled)) say(line);
  }
}
