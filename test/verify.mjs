/** `npm run verify`: everything that has to hold before a change is good. Plain Node 20 or newer. */
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runForeground } from '../apps/server/launch/child.mjs';
import { reportingFailures } from '../apps/server/launch/launch.mjs';
import { elsewhereOnNode, runOnNode } from '../apps/server/launch/node-binary.mjs';
import { prepareInstall } from '../apps/server/launch/prepare.mjs';
import { root } from '../apps/server/launch/repository.mjs';
import { countsAfterSecondRun, deservesSecondRun, inOneLine, sumOf } from './runner/counts.mjs';
import { checkPackages } from './runner/packages.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const program = (...path) => join(root, 'node_modules', ...path);
const typescript = (...args) => runOnNode(root, program('typescript', 'bin', 'tsc'), args);

const lint = () => runForeground(program('.bin', 'biome'), ['check', '--error-on-warnings', '.'], { cwd: root });

async function build() {
  const generated = await runOnNode(root, join(root, 'libs', 'persistence', 'generate.mjs'));
  const compiled = generated || (await typescript('-b'));
  if (compiled) return compiled;
  const bundled = ['server/bundle.mjs', 'console/build.mjs'].map((path) => runOnNode(root, join(root, 'apps', path)));
  return Math.max(...(await Promise.all([typescript('-p', 'test'), ...bundled])));
}

async function packages() {
  const problems = await checkPackages(root);
  for (const problem of problems) say(problem);
  return Number(problems.length > 0);
}

/** Runs one step under a heading. Resolves to whether it went well. */
async function step(title, work) {
  say(`\n== ${title}`);
  const began = performance.now();
  const code = await work();
  say(`== ${title}: ${code === 0 ? 'good' : 'FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`);
  return code === 0;
}

/**
 * Runs the tests. Where few files fail, those run once more, one after the other: beside everything else a machine of two
 * cores can be too slow for a deadline. What fails again has failed; what passes is named, so that nobody overlooks it.
 */
async function runTestsTwiceIfNeeded(args) {
  const { runTests } = await import('./runner/run-tests.mjs');
  const first = await runTests(args);
  if (!deservesSecondRun(first)) return first;
  const files = first.failedFiles.map((path) => relative(root, path));
  say(`\nFailed beside the other tests, run once more alone: ${files.join(', ')}`);
  const second = await runTests([...args, '--maxWorkers=1', '--runTestsByPath', ...files]);
  const passed = files.filter((path) => !second.failedFiles.includes(join(root, path)));
  if (second.counts.passed > 0) for (const path of passed) say(`Passed alone: ${path}`);
  return { ...second, counts: countsAfterSecondRun(first.counts, second.counts) };
}

async function verify() {
  const steps = [await step('Format and lint', lint), await step('Build and types', build)];
  let counts = { passed: 0, failed: 0 };
  const tests = async (args) => {
    const run = await runTestsTwiceIfNeeded(args);
    counts = sumOf(counts, { ...run.counts, failed: run.counts.failed || Number(run.code !== 0) });
    return run.code;
  };
  await step('Architecture rules and tests', () => tests([]));
  await step('Tests with other programs', () => tests(['--services']));
  steps.push(await step('Published packages', packages));
  const total = { ...counts, failed: counts.failed + steps.filter((good) => !good).length };
  say(`\n${inOneLine(total)}`);
  return Number(total.failed > 0);
}

await reportingFailures(async () => {
  await prepareInstall(root);
  return (await elsewhereOnNode(root, fileURLToPath(import.meta.url), process.argv.slice(2))) ?? verify();
}, '0 passed, 1 failed');
