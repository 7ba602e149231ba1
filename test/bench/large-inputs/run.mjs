/**
 * What requests that are made to be expensive do to everybody else: how long the event loop stands still while one is
 * worked on, and how much CPU it takes. Another checkout's server with SERVER=…/start.js.
 *
 *     node test/bench/large-inputs/run.mjs [beginning of a case's name …]
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { withAssay } from '../assay/installation.mjs';
import { liftLimits } from '../assay/lift-limits.mjs';
import { namespace } from '../assay/manifests.mjs';
import { Requests } from '../assay/requests.mjs';
import { freePort } from '../peers/processes.mjs';
import { cases, document } from './cases.mjs';

const watch = fileURLToPath(new URL('../large-results/watch-loop.mjs', import.meta.url));
const names = process.argv.slice(2);
const chosen = Object.entries(cases).filter(([name]) => names.length === 0 || names.some((it) => name.startsWith(it)));
const loopPort = await freePort();
const readLoop = async () => (await fetch(`http://127.0.0.1:${loopPort}/`)).json();

const documents = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}).listen(0, '127.0.0.1');
await once(documents, 'listening');
const address = `http://127.0.0.1:${documents.address().port}/openapi.json`;

await withAssay(
  async (assay) => {
    const requests = new Requests(assay, 2);
    await liftLimits(requests);
    await requests.expect(201, '/v1/namespaces', { name: namespace });
    for (const [name, it] of chosen) {
      const { path, body } = typeof it === 'function' ? it({ address }) : it;
      await readLoop();
      const begunAt = performance.now();
      const { status, text } = await requests.post(path, body);
      const tookMs = performance.now() - begunAt;
      const { stallMs, heldMs, cpuMs } = await readLoop();
      const { code = '', message = '', problems = [] } = JSON.parse(text).error ?? JSON.parse(text);
      const row = { status, code, took: tookMs, cpu: cpuMs, held: heldMs, stall: stallMs };
      const figures = Object.entries(row).map(([key, it]) => `${key} ${typeof it === 'number' ? Math.round(it) : it}`);
      const said = message || problems[0]?.message || '';
      if (process.env.SHOW) process.stdout.write(`${text.slice(-600)}\n`);
      process.stdout.write(`${name.padEnd(24)} ${figures.join('  ')}  ${said.slice(0, 80)}\n`);
    }
    requests.close();
  },
  { NODE_OPTIONS: `--import ${watch} ${process.env.SERVER_OPTIONS ?? ''}`, LOOP_PORT: String(loopPort) },
  ...(process.env.SERVER ? [process.env.SERVER] : []),
);
documents.close();
