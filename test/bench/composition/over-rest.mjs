/**
 * What a composition costs over a running server, a step: plans of read-only steps by `POST /v1/plans/execute`, beside the
 * same calls of the same HTTP tool by `POST /v1/invocations`, one after the other, and as many at once as a run has under way.
 * Every call goes through the whole gateway in each case.
 *
 *     node test/bench/composition/over-rest.mjs [--json <file>]
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { withAssay } from '../assay/installation.mjs';
import { liftLimits } from '../assay/lift-limits.mjs';
import { namespace } from '../assay/manifests.mjs';
import { ownUsage } from '../assay/own-usage.mjs';
import { Requests } from '../assay/requests.mjs';
import { answersAt, end, freePort, start } from '../peers/processes.mjs';
import { printReport } from '../report.mjs';

const upstream = fileURLToPath(new URL('../gateway/upstream.mjs', import.meta.url));
const steps = 100;
const rounds = 12;
const warmUpRounds = 4;
/** Calls a run has under way at a time. */
const atOnce = 64;

const tool = `${namespace}/echo`;
const text = { type: 'string' };
const manifestOf = (url) => ({
  name: tool,
  version: '1.0.0',
  description: 'Gives back what it is given.',
  inputSchema: { type: 'object', properties: { message: text }, required: ['message'] },
  outputSchema: { type: 'object', properties: { text }, required: ['text'] },
  protocol: 'http',
  endpoint: { url: `${url}/echo` },
  annotations: { readOnlyHint: true },
});

const stepsOf = (argumentsOf) =>
  Array.from({ length: steps }, (_, at) => ({ id: `s${at}`, tool, arguments: argumentsOf(at) }));
/** Each takes what the one before gave. */
const sequence = stepsOf((at) => ({ message: at === 0 ? 'x' : `$ref:s${at - 1}.text` }));
const sideBySide = stepsOf((at) => ({ message: `m${at}` }));

const run = (requests, of) => async () => {
  const { status } = await requests.expect(200, '/v1/plans/execute', {
    plan: { steps: of, output_steps: [`s${steps - 1}`] },
  });
  if (status !== 'succeeded') throw new Error(`the run ${status}`);
};
const call = (requests, message) => requests.expect(200, '/v1/invocations', { tool, input: { message } });

async function oneByOne(requests) {
  let message = 'x';
  for (let at = 0; at < steps; at += 1) message = (await call(requests, message)).output.text;
}

async function manyAtOnce(requests) {
  let next = 0;
  const worker = async () => {
    for (; next < steps; ) {
      next += 1;
      await call(requests, `m${next}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** ms of each way, which take turns; and what the server spent on each of its own CPU, in ms. */
async function measured(ways, pid) {
  const took = ways.map(() => ({ ms: [], cpuMs: [] }));
  for (let round = 0; round < rounds + warmUpRounds; round += 1)
    for (const [at, way] of ways.entries()) {
      const before = ownUsage(pid)?.cpuMs ?? Number.NaN;
      const begun = performance.now();
      await way();
      if (round < warmUpRounds) continue;
      took[at].ms.push(performance.now() - begun);
      took[at].cpuMs.push((ownUsage(pid)?.cpuMs ?? Number.NaN) - before);
    }
  // The system counts CPU in steps of 10 ms: only their sum says something.
  return took.map(({ ms, cpuMs }) => ({ ms: median(ms), cpuMs: cpuMs.reduce((sum, it) => sum + it, 0) / rounds }));
}

function rowsOf(what, inOne, apart, against) {
  const row = (name, value, more = {}) => ({
    name: `over REST: ${what}${name}`,
    value: value / steps,
    unit: 'ms/step',
    ...more,
  });
  return [
    row('', inOne.ms, { ratio: inOne.ms / apart.ms, against, target: { of: 'ratio', below: 1 } }),
    row(', the same calls by themselves', apart.ms),
    row(', CPU of the server', inOne.cpuMs, { ratio: inOne.cpuMs / apart.cpuMs, against }),
  ];
}

/** Rows over a fresh Assay. */
export const measureOverRest = () =>
  withAssay(async (assay) => {
    const port = await freePort();
    const running = start(upstream, [], { PORT: String(port) });
    const requests = new Requests(assay, atOnce);
    try {
      await answersAt(`http://127.0.0.1:${port}/`, running);
      await liftLimits(requests);
      await requests.expect(201, '/v1/namespaces', { name: namespace });
      await requests.expect(201, '/v1/tools', manifestOf(`http://127.0.0.1:${port}`));
      const ways = [
        run(requests, sequence),
        () => oneByOne(requests),
        run(requests, sideBySide),
        () => manyAtOnce(requests),
      ];
      const [chained, apart, wide, many] = await measured(ways, assay.pid);
      return [
        ...rowsOf(`a sequence of ${steps} as one plan`, chained, apart, 'one call after the other'),
        ...rowsOf(`${steps} steps side by side as one plan`, wide, many, `${atOnce} calls at once`),
      ];
    } finally {
      requests.close();
      await end(running);
    }
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  const begun = performance.now();
  const rows = await measureOverRest();
  printReport([{ title: 'A plan over REST', rows }], Math.round((performance.now() - begun) / 1_000));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
}
