/**
 * What results that are large and made to be expensive do to everybody else: how long the event loop stands still while
 * one such result is worked on, how much CPU it takes, and how the call ends within its deadline of 2 s.
 *
 *     node test/bench/large-results/run.mjs [name of a case …]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { withAssay } from '../assay/installation.mjs';
import { liftLimits } from '../assay/lift-limits.mjs';
import { namespace } from '../assay/manifests.mjs';
import { Requests } from '../assay/requests.mjs';
import { freePort } from '../peers/processes.mjs';
import { cases } from './cases.mjs';

const watch = fileURLToPath(new URL('./watch-loop.mjs', import.meta.url));
const deadlineMs = Number(process.env.DEADLINE_MS ?? 2_000);

async function upstream() {
  const server = createServer((request, response) => {
    const { body, type = 'application/json' } = cases[request.url.slice(1)];
    request.resume();
    response.writeHead(200, { 'content-type': type }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const manifestOf = (name, address, { outputSchema }) => ({
  name: `${namespace}/${name}`,
  version: '1.0.0',
  description: `The ${name} of the benchmark.`,
  inputSchema: { type: 'object' },
  ...(outputSchema && { outputSchema }),
  protocol: 'http',
  endpoint: { url: `${address}/${name}` },
  annotations: { readOnlyHint: true },
});

const names = process.argv.slice(2);
const chosen = Object.entries(cases).filter(([name]) => names.length === 0 || names.includes(name));
const loopPort = await freePort();
const readLoop = async () => (await fetch(`http://127.0.0.1:${loopPort}/`)).json();

const tools = await upstream();
await withAssay(
  async (assay) => {
    const requests = new Requests(assay, 2);
    await liftLimits(requests);
    await requests.expect(201, '/v1/namespaces', { name: namespace });
    for (const [name, it] of chosen) {
      await requests.expect(201, '/v1/tools', manifestOf(name, tools.address, it));
      await readLoop();
      const begunAt = performance.now();
      const call = { tool: `${namespace}/${name}`, input: {}, deadlineMs, ...it.request };
      const { status, text } = await requests.post('/v1/invocations', call);
      const tookMs = performance.now() - begunAt;
      const { stallMs, heldMs, cpuMs } = await readLoop();
      const { error, trace = [] } = JSON.parse(text);
      const slow = trace.filter(({ ms }) => ms > 50).map(({ stage, ms }) => `${stage} ${Math.round(ms)}`);
      const row = { status, code: error?.code ?? '', took: tookMs, cpu: cpuMs, held: heldMs, stall: stallMs };
      const figures = Object.entries(row).map(([key, it]) => `${key} ${typeof it === 'number' ? Math.round(it) : it}`);
      process.stdout.write(`${name.padEnd(20)} ${figures.join('  ')}  ${slow.join(', ')}\n`);
    }
    requests.close();
  },
  { NODE_OPTIONS: `--import ${watch} ${process.env.SERVER_OPTIONS ?? ''}`, LOOP_PORT: String(loopPort) },
);
tools.close();
