/**
 * The gateway itself: what each stage of a call costs, a thousand slow calls held at once, and what a tool that comes and
 * goes does to calls of others. Each beside the same thing without it, in one run.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { liftLimits } from '../assay/lift-limits.mjs';
import { namespace } from '../assay/manifests.mjs';
import { ownUsage } from '../assay/own-usage.mjs';
import { Requests } from '../assay/requests.mjs';
import { answersAt, end, freePort, start } from '../peers/processes.mjs';
import { rawLoad } from '../peers/raw-http.mjs';
import { json } from '../peers/requests.mjs';

const script = fileURLToPath(new URL('./upstream.mjs', import.meta.url));
const staged = 3_000;
const heldAtOnce = 1_000;
const slowMs = 4_000;
const loadMs = 4_000;
/** Of the calls beside the measured ones: so many callers, each with one call in so many ms at most. */
const callersOfOther = 8;
const paceMs = 40;
/** Until the burst of requests is over and only waiting is left. */
const settledAfterMs = 1_500;

const properties = { message: { type: 'string' }, ms: { type: 'number' } };
const manifestOf = (name, address) => ({
  name: `${namespace}/${name}`,
  version: '1.0.0',
  description: `The ${name} of the benchmark.`,
  inputSchema: { type: 'object', properties, required: ['message'] },
  outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  protocol: 'http',
  endpoint: { url: `${address}/${name}` },
  annotations: { readOnlyHint: true },
});

async function published(requests) {
  const port = await freePort();
  const running = start(script, [], { PORT: String(port) });
  const address = `http://127.0.0.1:${port}`;
  await answersAt(`${address}/echo`, running);
  await liftLimits(requests);
  await requests.expect(201, '/v1/namespaces', { name: namespace });
  for (const name of ['echo', 'slow', 'flap']) await requests.expect(201, '/v1/tools', manifestOf(name, address));
  return { address, running };
}

const quantile = (values, share) => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

/** From the traces that results carry: one call after the other, so that no stage waits for another call's. */
async function stages(requests) {
  const spent = new Map();
  for (let number = 0; number < staged; number += 1) {
    const { trace } = await requests.expect(200, '/v1/invocations', callOf('echo', { message: String(number) }));
    if (number < staged / 3) continue;
    for (const { stage, ms } of trace) spent.set(stage, [...(spent.get(stage) ?? []), ms]);
  }
  return [...spent].flatMap(([stage, ms]) => [
    { name: `stage ${stage}, p50`, value: quantile(ms, 0.5) * 1_000, unit: 'µs' },
    { name: `stage ${stage}, p99`, value: quantile(ms, 0.99) * 1_000, unit: 'µs' },
  ]);
}

const callOf = (name, input, more = {}) => ({ tool: `${namespace}/${name}`, input, ...more });

/** Everything at once; in ms from the first request to the last answer, and of each answer. */
async function atOnce(count, call) {
  const begunAt = performance.now();
  const took = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const sentAt = performance.now();
      await call(number);
      return performance.now() - sentAt;
    }),
  );
  return { wholeMs: performance.now() - begunAt, p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

/** A thousand calls of a slow tool, held at once, beside as many straight to the tool; and quick calls meanwhile. */
async function held(assay, address) {
  const direct = new Requests({ url: address, apiKey: '' }, heldAtOnce);
  const through = new Requests(assay, heldAtOnce);
  const quick = await json(`${assay.url}/v1/invocations`, (message) => callOf('echo', { message }), authorised(assay));
  const alone = await rawLoad(quick, { concurrency: 4, durationMs: slowMs / 4 });
  try {
    const straight = await atOnce(heldAtOnce, (message) =>
      direct.expect(200, '/slow', { message: String(message), ms: slowMs }),
    );
    const before = ownUsage(assay.pid);
    const holding = atOnce(heldAtOnce, (message) =>
      through.expect(200, '/v1/invocations', callOf('slow', { message: String(message), ms: slowMs })),
    );
    await wait(settledAfterMs);
    const meanwhile = await rawLoad(quick, { concurrency: 4, durationMs: slowMs / 4 });
    const during = ownUsage(assay.pid);
    const gateway = await holding;
    const title = `${heldAtOnce} calls of ${slowMs / 1_000} s at once`;
    return [
      {
        name: `${title}, the last answer`,
        value: gateway.wholeMs,
        unit: 'ms',
        ratio: gateway.wholeMs / straight.wholeMs,
        against: 'straight to the tool',
      },
      { name: `${title}, p99 beyond the tool's own time`, value: gateway.p99 - slowMs, unit: 'ms' },
      { name: `${title}, p99 beyond it straight to the tool`, value: straight.p99 - slowMs, unit: 'ms' },
      {
        name: `${title}: quick calls meanwhile`,
        value: meanwhile.perSecond,
        unit: 'calls/s',
        ratio: meanwhile.perSecond / alone.perSecond,
        against: 'without them',
      },
      { name: `${title}: errors of quick calls`, value: meanwhile.errors, unit: 'errors' },
      ...(before && during
        ? [
            {
              name: `${title}, memory for each`,
              value: ((during.residentMiB - before.residentMiB) * 1_024) / heldAtOnce,
              unit: 'KiB',
            },
          ]
        : []),
    ];
  } finally {
    direct.close();
    through.close();
  }
}

const authorised = ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` });

/** Quick calls of one tool while another is called at a steady pace, which is well, or comes and goes. */
async function beside(assay, other) {
  const requests = new Requests(assay, callersOfOther);
  const stop = { yes: false };
  const busy = Array.from({ length: callersOfOther }, async (_, worker) => {
    for (let number = 0; !stop.yes; number += 1) {
      const call = callOf(other, { message: `${worker}.${number}` }, { deadlineMs: 500 });
      await Promise.all([requests.post('/v1/invocations', call).catch(() => undefined), wait(paceMs)]);
    }
  });
  const quick = await json(`${assay.url}/v1/invocations`, (message) => callOf('echo', { message }), authorised(assay));
  const figures = await rawLoad(quick, { concurrency: 4, durationMs: loadMs });
  stop.yes = true;
  await Promise.all(busy);
  requests.close();
  return figures;
}

async function flapping(assay) {
  const rounds = [];
  for (let round = 0; round < 3; round += 1)
    rounds.push({ well: await beside(assay, 'echo'), sick: await beside(assay, 'flap') });
  const median = (of) => quantile(rounds.map(of), 0.5);
  const row = (name, unit, of) => ({
    name: `beside a tool that comes and goes: ${name}`,
    value: median(({ sick }) => of(sick)),
    unit,
    ratio: median(({ well, sick }) => of(sick) / of(well)),
    against: 'beside one that is well',
  });
  const errors = rounds.reduce((sum, { sick }) => sum + sick.errors, 0);
  return [
    row('calls', 'calls/s', (it) => it.perSecond),
    row('p50', 'ms', (it) => it.p50Ms),
    row('p99', 'ms', (it) => it.p99Ms),
    { name: 'beside a tool that comes and goes: errors', value: errors, unit: 'errors', target: { below: 1 } },
  ];
}

/** Rows over a fresh Assay. */
export async function measureGateway(assay) {
  const requests = new Requests(assay, 8);
  const { address, running } = await published(requests);
  try {
    return [...(await stages(requests)), ...(await held(assay, address)), ...(await flapping(assay))];
  } finally {
    requests.close();
    await end(running);
  }
}
