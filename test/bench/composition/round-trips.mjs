/**
 * What one plan saves against one MCP round trip a step: the same calls made one after the other over /mcp in a session of
 * the official client, as a model makes them, and as one `execute_tool_plan`. In a sequence each call takes what the one
 * before gave, from a tool that answers at once; in a fan-out none does, and the tool takes 50 ms.
 *
 *     node test/bench/composition/round-trips.mjs [--json]
 *
 * Milliseconds are the median of the rounds, from the first request to the last answer. Bytes are bodies, both ways.
 * Tokens (o200k) are those a model reads and writes: with every turn the server's instructions, the tools as they are
 * listed, the task and all that was said before; then the call. A turn's thinking is in neither.
 */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { o200kTokens } from '@assay/models';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { withAssay } from '../assay/installation.mjs';
import { liftLimits } from '../assay/lift-limits.mjs';
import { namespace } from '../assay/manifests.mjs';
import { Requests } from '../assay/requests.mjs';
import { answersAt, end, freePort, start } from '../peers/processes.mjs';

const upstream = fileURLToPath(new URL('../gateway/upstream.mjs', import.meta.url));
const lengths = [5, 10, 20];
const slowMs = 50;
const task = 'Find out what becomes of the greeting, and tell me the last answer.';

const properties = { message: { type: 'string' }, ms: { type: 'number' } };
const manifestOf = (name, address) => ({
  name: `${namespace}/${name}`,
  version: '1.0.0',
  description: `Answers the message${name === 'slow' ? ' after some milliseconds' : ''}.`,
  inputSchema: { type: 'object', properties, required: ['message'] },
  outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  protocol: 'http',
  endpoint: { url: `${address}/${name}` },
  annotations: { readOnlyHint: true },
});

/** Each step's arguments, made of what the one before gave (`before`); and as the step of a plan. */
const shapes = {
  sequence: {
    rounds: 15,
    tool: `${namespace}/echo`,
    input: (at, before) => ({ message: at === 0 ? 'hello' : before.text }),
    step: (at) => ({ message: at === 0 ? 'hello' : `$ref:s${at - 1}.text` }),
    outputs: (count) => [`s${count - 1}`],
  },
  'fan-out': {
    rounds: 5,
    tool: `${namespace}/slow`,
    input: (at) => ({ message: `hello ${at}`, ms: slowMs }),
    step: (at) => ({ message: `hello ${at}`, ms: slowMs }),
    outputs: (count) => Array.from({ length: count }, (_, at) => `s${at}`),
  },
};

const planOf = ({ tool, step, outputs }, count) => ({
  steps: Array.from({ length: count }, (_, at) => ({ id: `s${at}`, tool, arguments: step(at) })),
  output_steps: outputs(count),
});

/** A session of the official client that knows how many bytes of bodies went either way. */
async function openSession({ url, apiKey }) {
  const wire = { bytes: 0 };
  const counting = async (address, init) => {
    if (typeof init?.body === 'string') wire.bytes += Buffer.byteLength(init.body);
    const response = await fetch(address, init);
    if (response.body === null || response.body === undefined) return response;
    const counted = new TransformStream({
      transform(chunk, controller) {
        wire.bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
  const client = new Client({ name: 'assay-bench', version: '1.0.0' });
  const headers = { authorization: `Bearer ${apiKey}` };
  const options = { fetch: counting, requestInit: { headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), options));
  return { client, wire };
}

async function called(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  if (result.isError) throw new Error(JSON.stringify(result).slice(0, 500));
  return result;
}

const textOf = ({ content }) => content.map(({ text = '' }) => text).join('\n');

/** One call after the other; answers what was said, turn by turn. */
async function stepByStep({ client }, { tool, input }, count) {
  const said = [];
  let before = {};
  for (let at = 0; at < count; at += 1) {
    const call = { tool, input: input(at, before) };
    const result = await called(client, 'call_tool', call);
    before = result.structuredContent.output;
    said.push([JSON.stringify({ name: 'call_tool', arguments: call }), textOf(result)]);
  }
  return said;
}

async function asOnePlan({ client }, shape, count) {
  const plan = planOf(shape, count);
  const result = await called(client, 'execute_tool_plan', plan);
  if (result.structuredContent.status !== 'succeeded') throw new Error(JSON.stringify(result).slice(0, 500));
  return [[JSON.stringify({ name: 'execute_tool_plan', arguments: plan }), textOf(result)]];
}

/** Every turn reads what each turn reads and all that was said before; it writes its call, and the last one the answer. */
function tokensOf(said, context, count) {
  let read = context;
  let all = 0;
  for (const [call, result] of said) {
    all += read + count(call);
    read += count(call) + count(result);
  }
  return all + read;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Both ways by turns, so that whatever else the machine does falls on both. The first two rounds warm up. */
async function measured(session, shape, count) {
  const ways = [stepByStep, asOnePlan].map((way) => ({ way, times: [] }));
  for (let round = -2; round < shape.rounds; round += 1)
    for (const one of ways) {
      const bytesBefore = session.wire.bytes;
      const begun = performance.now();
      one.said = await one.way(session, shape, count);
      if (round >= 0) one.times.push(performance.now() - begun);
      one.bytes = session.wire.bytes - bytesBefore;
    }
  return ways.map(({ times, bytes, said }) => ({ ms: median(times), bytes, said }));
}

function rowsOf(name, steps, plan, tokens) {
  const row = (what, unit, by, own, digits) => ({
    name: `${name}: ${what}`,
    value: own,
    unit,
    ratio: own / by,
    against: `a call at a time, ${by.toFixed(digits)} ${unit}`,
    target: { of: 'ratio', below: 1 },
  });
  return [
    row('time', 'ms', steps.ms, plan.ms, 1),
    row('wire', 'bytes', steps.bytes, plan.bytes, 0),
    row('conversation', 'tokens', tokens(steps.said), tokens(plan.said), 0),
  ];
}

/** Rows for the table of all benchmarks; with an Assay of its own. */
export const measureRoundTrips = () =>
  withAssay(async (assay) => {
    const port = await freePort();
    const running = start(upstream, [], { PORT: String(port) });
    const address = `http://127.0.0.1:${port}`;
    const requests = new Requests(assay);
    const session = await openSession(assay);
    try {
      await answersAt(`${address}/echo`, running);
      await liftLimits(requests);
      await requests.expect(201, '/v1/namespaces', { name: namespace });
      for (const name of ['echo', 'slow']) await requests.expect(201, '/v1/tools', manifestOf(name, address));
      const count = await o200kTokens();
      const { tools } = await session.client.listTools();
      const context = count(`${session.client.getInstructions() ?? ''}\n${JSON.stringify(tools)}\n${task}`);
      const rows = [];
      for (const [name, shape] of Object.entries(shapes))
        for (const length of lengths) {
          const [steps, plan] = await measured(session, shape, length);
          rows.push(
            ...rowsOf(`composition: a ${name} of ${length} over MCP`, steps, plan, (said) =>
              tokensOf(said, context, count),
            ),
          );
        }
      return rows;
    } finally {
      await session.client.close();
      requests.close?.();
      await end(running);
    }
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const rows = await measureRoundTrips();
  if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else
    for (const { name, value, unit, ratio, against } of rows)
      process.stdout.write(`${name}: ${value.toFixed(1)} ${unit}, ${ratio.toFixed(3)} of ${against}\n`);
}
