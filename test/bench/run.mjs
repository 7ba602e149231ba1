/**
 * `npm run bench`: every benchmark and one table at the end, against peers measured in the same run.
 *
 *     npm run bench -- [--data <folder>] [--only <name>]… [--json <file>] [--agentos <folder>]
 *
 * Names: publish, search-http, registry, trust, peers, addresses, gateway, composition, tokens, limits, policies, audit,
 * comparison, discovery, learning. `--agentos` is a folder with the peer that compositions are measured against
 * (composition/overhead.mjs). Wants a quiet machine and takes at most ten minutes.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { reportingFailures } from '../../apps/server/launch/launch.mjs';
import { elsewhereOnNode } from '../../apps/server/launch/node-binary.mjs';
import { prepare } from '../../apps/server/launch/prepare.mjs';
import { root } from '../../apps/server/launch/repository.mjs';
import { choose, pieces } from './pieces.mjs';
import { printReport } from './report.mjs';
import { endEverything, runPieces } from './run-pieces.mjs';

const budgetMs = 595_000;

const usage = () => `npm run bench -- [options]     every benchmark, in about ten minutes; wants a quiet machine

  --only <piece>      one of ${Object.keys(pieces).join(', ')}; may be repeated
  --data <folder>     real tools, queries and plans to measure with
  --agentos <folder>  the peer that compositions are measured against
  --json <file>       keeps the figures
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: resolve(root, '../shared/data') },
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      agentos: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return { ...values, data: resolve(values.data), chosen: choose(values.only) };
}

async function bench(options) {
  const startedAt = performance.now();
  const { sections, failed } = await runPieces(options.chosen, {
    data: options.data,
    endsAt: startedAt + budgetMs,
    agentos: options.agentos,
  });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  printReport(sections, seconds);
  if (options.json) {
    const machine = { cores: cpus().length, processor: cpus()[0]?.model, node: process.version };
    writeFileSync(options.json, `${JSON.stringify({ machine, seconds, sections }, null, 2)}\n`);
  }
  return Number(failed);
}

await reportingFailures(async () => {
  await prepare(root);
  const elsewhere = await elsewhereOnNode(root, fileURLToPath(import.meta.url), process.argv.slice(2));
  if (elsewhere !== undefined) return elsewhere;
  let options;
  try {
    options = readOptions();
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage()}`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(usage());
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => endEverything().then(() => process.exit(130)));
  const code = await bench(options);
  await endEverything();
  return code;
});
