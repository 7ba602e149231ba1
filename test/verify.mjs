/** `npm run verify`: everything that has to hold before a change is good. Plain Node 20 or newer. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runForeground } from '../apps/server/launch/child.mjs';
import { reportingFailures } from '../apps/server/launch/launch.mjs';
import { elsewhereOnNode, runOnNode } from '../apps/server/launch/node-binary.mjs';
import { prepareInstall } from '../apps/server/launch/prepare.mjs';
import { root } from '../apps/server/launch/repository.mjs';
import { inOneLine, sumOf } from './runner/counts.mjs';
import { checkPackages } from './runner/packages.mjs';

const say = (line) => process.stdout.write(`${line}\n`);
const program = (...path) => join(root, 'node_modules', ...path);
const typescript = (...args) => runOnNode(root, program('typescript', 'bin', 'tsc'), args);

const lint = () => runForeground(program('.bin', 'biome'), ['check', '--error-on-warnings', '.'], { cwd: root });

async function build() {
  const generated = await runOnNode(root, join(root, 'libs', 'persistence', 'generate.mjs'));
  return generated || (await typescript('-b')) || (await typescript('-p', 'test'));
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

async function verify() {
  const steps = [await step('Format and lint', lint), await step('Build and types', build)];
  const { runTests } = await import('./runner/run-tests.mjs');
  let counts = { passed: 0, failed: 0 };
  const tests = async (args) => {
    const run = await runTests(args);
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
