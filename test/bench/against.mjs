/**
 * Calls and publications of this checkout beside those of another one, in one run: two servers side by side, measured in
 * turns, so that a machine whose speed drifts is fair to both.
 *
 *     node test/bench/against.mjs --base <built checkout> [--rounds 8] [--seconds 4]
 *
 * Prints the ratio (this over base) of each round and its median. Wants a quiet machine.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtServer, startAssay, stopAll } from './assay/installation.mjs';
import { liftLimits } from './assay/lift-limits.mjs';
import { Requests } from './assay/requests.mjs';
import { answersAt, end, freePort, start } from './peers/processes.mjs';
import { fixedHeaders, postBytes, rawLoad } from './peers/raw-http.mjs';

const upstreamScript = fileURLToPath(new URL('./gateway/upstream.mjs', import.meta.url));
const concurrency = 32;
const published = 200;

const properties = { message: { type: 'string' } };
const manifestOf = (name, address, parts = {}) => ({
  name: `bench/${name}`,
  version: '1.0.0',
  description: `Repeats a message. Number ${name} of the benchmark.`,
  inputSchema: { type: 'object', properties, required: ['message'] },
  outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  protocol: 'http',
  endpoint: { url: `${address}/echo` },
  annotations: { readOnlyHint: true },
  ...parts,
});

async function prepared(assay, address) {
  const requests = new Requests(assay, 8);
  await liftLimits(requests);
  await requests.expect(201, '/v1/namespaces', { name: 'bench' });
  await requests.expect(201, '/v1/tools', manifestOf('echo', address));
  const acting = { annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true } };
  await requests.expect(201, '/v1/tools', manifestOf('act', address, acting));
  return requests;
}

function callsOf({ url, apiKey }, tool) {
  const target = new URL('/v1/invocations', url);
  const fixed = `${fixedHeaders(target)}authorization: Bearer ${apiKey}\r\n`;
  const request = (number) => {
    const body = JSON.stringify({ tool, input: { message: `m${number}` } });
    return { bytes: postBytes(target, fixed, {}, body), expected: `Echo: m${number}` };
  };
  return { url: target, request };
}

async function callsPerSecond(assay, tool, durationMs) {
  const { perSecond, errors, firstError } = await rawLoad(callsOf(assay, tool), { concurrency, durationMs });
  if (errors > 0) throw new Error(`${errors} calls failed: ${firstError}`);
  return perSecond;
}

let numbered = 0;
async function publicationsPerSecond(requests, address) {
  const begun = performance.now();
  for (let count = 0; count < published; count += 8) {
    const first = numbered;
    numbered += 8;
    const names = Array.from({ length: 8 }, (_, index) => `t${first + index}`);
    await Promise.all(names.map((name) => requests.expect(201, '/v1/tools', manifestOf(name, address))));
  }
  return (published * 1_000) / (performance.now() - begun);
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const shown = (values) => values.map((value) => value.toFixed(3)).join('  ');

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '4' },
  },
});
if (values.base === undefined) throw new Error('Give --base, the folder of another checkout that is built.');

const port = await freePort();
const upstream = start(upstreamScript, [], { PORT: String(port) });
const address = `http://127.0.0.1:${port}`;
try {
  await answersAt(`${address}/echo`, upstream);
  const ours = await startAssay();
  const base = await startAssay({}, builtServer(resolve(values.base)));
  const [ourRequests, baseRequests] = [await prepared(ours, address), await prepared(base, address)];
  const durationMs = Number(values.seconds) * 1_000;
  const measures = {
    'read-only calls': [
      () => callsPerSecond(ours, 'bench/echo', durationMs),
      () => callsPerSecond(base, 'bench/echo', durationMs),
    ],
    'acting calls': [
      () => callsPerSecond(ours, 'bench/act', durationMs),
      () => callsPerSecond(base, 'bench/act', durationMs),
    ],
    publications: [
      () => publicationsPerSecond(ourRequests, address),
      () => publicationsPerSecond(baseRequests, address),
    ],
  };
  for (const [name, [one, other]] of Object.entries(measures)) {
    // Once each to warm up.
    await one();
    await other();
    const pairs = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      // The first one has an advantage or disadvantage: they take turns.
      const isOurTurn = round % 2 === 0;
      const first = isOurTurn ? await one() : await other();
      const second = isOurTurn ? await other() : await one();
      pairs.push(isOurTurn ? [first, second] : [second, first]);
    }
    const ratios = pairs.map(([a, b]) => a / b);
    const [a, b] = [median(pairs.map(([it]) => it)), median(pairs.map(([, it]) => it))];
    process.stdout.write(
      `${name}: ${a.toFixed(0)}/s here, ${b.toFixed(0)}/s base, median ratio ${median(ratios).toFixed(3)} (${shown(ratios)})\n`,
    );
  }
  ourRequests.close();
  baseRequests.close();
} finally {
  await stopAll();
  await end(upstream);
}
