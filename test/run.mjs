/** `npm test`: installs and builds what is missing, then runs every test. Plain Node 20 or newer. */
import { fileURLToPath } from 'node:url';
import { reportingFailures } from '../apps/server/launch/launch.mjs';
import { elsewhereOnNode } from '../apps/server/launch/node-binary.mjs';
import { prepare } from '../apps/server/launch/prepare.mjs';
import { root } from '../apps/server/launch/repository.mjs';

await reportingFailures(async () => {
  await prepare(root);
  const args = process.argv.slice(2);
  const elsewhere = await elsewhereOnNode(root, fileURLToPath(import.meta.url), args);
  if (elsewhere !== undefined) return elsewhere;
  const { runTests } = await import('./runner/run-tests.mjs');
  const { inOneLine } = await import('./runner/counts.mjs');
  const { counts, code } = await runTests(args);
  process.stdout.write(`${inOneLine(counts)}\n`);
  return code;
}, '0 passed, 1 failed');
