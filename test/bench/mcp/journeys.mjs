/**
 * What the ten commonest journeys of an agent take of a model's context, in tokens (o200k): through the gateway's own
 * tools at `/mcp`, and through plain MCP servers whose tools are all listed. The tools are those of the three official
 * example servers.
 *
 *     node test/bench/mcp/journeys.mjs [--json] [--main <apps/server/dist/bundle/start.js of another checkout>]
 *
 * A journey's tokens are those of the list of tools, of its calls and of their results. Some clients show a model the
 * content of a result and some its structured content: both are counted.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { o200kTokens } from '@assay/models';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startAssay } from '../assay/installation.mjs';
import { Requests } from '../assay/requests.mjs';

const require = createRequire(import.meta.url);
const namespace = 'bench';
const commandOf = (name, ...args) => ({
  command: process.execPath,
  args: [require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
});

/** The journeys: what an agent does through the gateway, and what it does where every tool is listed. */
function journeysIn(folder) {
  const file = { path: join(folder, 'notes.txt') };
  const direct = (server, tool, args) => ({ server, name: tool, arguments: args });
  const through = (server, tool, args) => ({
    name: 'call_tool',
    arguments: { tool: `${namespace}/${server}.${tool}`, input: args },
  });
  const pair = (...step) => [[through(...step)], [direct(...step)]];
  const search = (query, more = {}) => ({ name: 'search_tools', arguments: { query, ...more } });
  const describe = (...tools) => ({
    name: 'describe_tools',
    arguments: { tools: tools.map((it) => `${namespace}/${it}`) },
  });
  const [call, plain] = pair('filesystem', 'read_text_file', file);
  const [long, plainLong] = pair('filesystem', 'read_text_file', { path: join(folder, 'long.txt') });
  const [wrong, plainWrong] = pair('filesystem', 'read_text_file', { path: 7 });
  const read = 'read a text file';
  const reading = (id, path) => ({ id, tool: `${namespace}/filesystem.read_text_file`, arguments: { path } });
  const paths = ['notes.txt', 'a.txt', 'b.txt'].map((it) => join(folder, it));
  return {
    'connect and list the tools': [[], []],
    'find a tool, names only': [[search(read, { detail: 'names', limit: 5 })], []],
    'find a tool with its schemas': [[search(read, { limit: 5 })], []],
    'describe a known tool': [[describe('filesystem.read_text_file')], []],
    'call a known tool': [call, plain],
    'find a tool and call it': [[search(read, { limit: 3 }), ...call], plain],
    'find by name, describe and call': [
      [search(read, { detail: 'names', limit: 5 }), describe('filesystem.read_text_file'), ...call],
      plain,
    ],
    'call with a wrong argument, then again': [
      [...wrong, ...call],
      [...plainWrong, ...plain],
    ],
    'read a result of 60,000 tokens': [long, plainLong],
    'three calls in one plan': [
      [{ name: 'execute_tool_plan', arguments: { steps: paths.map((path, at) => reading(`s${at}`, path)) } }],
      paths.map((path) => direct('filesystem', 'read_text_file', { path })),
    ],
  };
}

async function connect(transport) {
  const client = new Client({ name: 'assay-bench', version: '1.0.0' });
  await client.connect(transport);
  return client;
}

async function importServer(requests, server, command) {
  const proposed = await requests.expect(201, '/v1/imports', { namespace, server, source: { mcp: command } });
  await requests.expect(200, `/v1/imports/${proposed.id}/confirm`, {});
}

const contentOf = ({ content }) => content.map((it) => (it.type === 'text' ? it.text : JSON.stringify(it))).join('\n');
const structureOf = (result) =>
  result.structuredContent === undefined ? contentOf(result) : JSON.stringify(result.structuredContent);

/** Tokens of a journey by what its client shows of results. */
async function walked(steps, clientOf, listed, count) {
  const tokens = { content: listed, structured: listed };
  for (const { server, ...call } of steps) {
    const result = await clientOf(server).callTool(call);
    const asked = count(JSON.stringify(call));
    tokens.content += asked + count(contentOf(result));
    tokens.structured += asked + count(structureOf(result));
  }
  return tokens;
}

function writeFiles(folder) {
  for (const name of ['notes.txt', 'a.txt', 'b.txt']) writeFileSync(join(folder, name), 'Buy tea, and ask Ann.\n');
  const line = (_, at) => `line ${at}: the order of customer ${at % 97} was sent on day ${at % 31}`;
  writeFileSync(join(folder, 'long.txt'), Array.from({ length: 3_400 }, line).join('\n'));
}

/** `{journey: {gateway: {content, structured}, plain: {content, structured}}}`, with the tools of either list. */
export async function measureJourneys(main) {
  const count = await o200kTokens();
  const folder = mkdtempSync(join(tmpdir(), 'assay-journeys-'));
  writeFiles(folder);
  const assay = await startAssay({ ASSAY_KITS: 'none' }, main);
  const requests = new Requests(assay);
  const open = new Map();
  try {
    await requests.expect(201, '/v1/namespaces', { name: namespace });
    const servers = {
      everything: commandOf('everything'),
      filesystem: commandOf('filesystem', folder),
      memory: commandOf('memory'),
    };
    const plainTools = [];
    for (const [name, command] of Object.entries(servers)) {
      await importServer(requests, name, command);
      open.set(name, await connect(new StdioClientTransport({ ...command, stderr: 'ignore' })));
      plainTools.push(...(await open.get(name).listTools()).tools);
    }
    const requestInit = { headers: { authorization: `Bearer ${assay.apiKey}` } };
    open.set('gateway', await connect(new StreamableHTTPClientTransport(new URL(`${assay.url}/mcp`), { requestInit })));
    const { tools } = await open.get('gateway').listTools();
    const listed = { gateway: count(JSON.stringify(tools)), plain: count(JSON.stringify(plainTools)) };
    const journeys = {};
    for (const [name, [gateway, plain]] of Object.entries(journeysIn(folder)))
      journeys[name] = {
        gateway: await walked(gateway, () => open.get('gateway'), listed.gateway, count),
        plain: await walked(plain, (server) => open.get(server), listed.plain, count),
      };
    return { tools: { gateway: tools.length, plain: plainTools.length }, journeys };
  } finally {
    for (const client of open.values()) await client.close().catch(() => {});
    await assay.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows for the table of all benchmarks. */
export async function measureTokens() {
  const { tools, journeys } = await measureJourneys();
  return Object.entries(journeys).map(([name, { gateway, plain }]) => ({
    name: `${name}: content`,
    value: gateway.content,
    unit: 'tokens',
    ratio: gateway.content / plain.content,
    against: `plain servers with ${tools.plain} tools listed, ${plain.content} tokens`,
  }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, main: { type: 'string' } } });
  const measured = await measureJourneys(values.main);
  if (values.json) process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
  else {
    const { tools, journeys } = measured;
    process.stdout.write(`tools listed: ${tools.gateway} by the gateway, ${tools.plain} by plain servers\n`);
    for (const [name, { gateway, plain }] of Object.entries(journeys))
      process.stdout.write(
        `${name}: gateway ${gateway.content} as content, ${gateway.structured} as structured content; plain ${plain.content}, ${plain.structured}\n`,
      );
  }
}
