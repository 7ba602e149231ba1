import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { o200kTokens } from '@assay/models';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allBlocks, answeringTools, order, rows, startAnswering } from '../fixtures/answering-upstream.js';
import {
  type ClientAnswer,
  type ClientCall,
  type ClientProgram,
  type Conversation,
  inspectorProgram,
  officialPython1,
  officialPython2,
  otherPythonClients,
  pythonProgram,
} from '../fixtures/client-programs.js';
import type { HttpApi } from '../fixtures/http-api.js';
import { type House, startHouse } from './house.js';
import { importServer, officialServer } from './importing.js';

const folder = mkdtempSync(join(tmpdir(), 'assay-clients-'));
const notes = 'Buy tea, and ask Ann.\n';
const long = Array.from({ length: 3_400 }, (_, at) => `line ${at}: the order of customer ${at % 97} was sent`).join(
  '\n',
);
const commandLine = fileURLToPath(new URL('../../apps/cli/bin/assay.mjs', import.meta.url));

let house: House;
let upstream: HttpApi;
let key: string;
let count: (text: string) => number;

beforeAll(async () => {
  writeFileSync(join(folder, 'notes.txt'), notes);
  writeFileSync(join(folder, 'long.txt'), long);
  count = await o200kTokens();
  house = await startHouse();
  upstream = await startAnswering(answeringTools);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  await importServer(house.admin, 'acme', { url: upstream.url }, 'data');
  await importServer(house.admin, 'acme', officialServer('everything'), 'everything');
  await importServer(house.admin, 'acme', officialServer('filesystem', folder), 'files');
  key = await house.key('carl');
  for (const server of ['acme/data', 'acme/everything', 'acme/files'])
    await house.admin.post('/v1/grants', { principal: 'carl', server, actions: ['call'] });
}, 120_000);
afterAll(async () => {
  await house.stop();
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = ({ content = [] }: ClientAnswer = {}) => content.map(({ text = '' }) => text).join('\n');
/** Of each picture, however the library words it. */
const picturesOf = ({ content = [] }: ClientAnswer = {}) =>
  content.flatMap(({ data, base64, image_url: url }) => data ?? base64 ?? url?.replace(/^.*;base64,/, '') ?? []);
const callOf = (tool: string, args: object): ClientCall => ({
  name: 'call_tool',
  arguments: { tool: `acme/${tool}`, arguments: args },
});
const reading = (name: string) => callOf('files.read_text_file', { path: join(folder, name) });

const journey: readonly ClientCall[] = [
  { name: 'search_tools', arguments: { query: 'read a text file', limit: 3 } },
  { name: 'describe_tools', arguments: { tools: ['acme/files.read_text_file'] } },
  reading('notes.txt'),
  callOf('everything.get-tiny-image', {}),
  reading('long.txt'),
  { readOn: true },
];

/** From connecting to reading on: what the client's model gets is complete. */
async function walks(program: ClientProgram, parts: Partial<Conversation> = {}): Promise<void> {
  const asked = { url: `${house.url}/mcp`, key, calls: journey, ...parts };
  const [listed, found, described, short, picture, beginning, next] = await program.converse(asked);
  expect(listed?.tools).toEqual(
    expect.arrayContaining(['search_tools', 'describe_tools', 'call_tool', 'read_output', 'execute_tool_plan']),
  );
  for (const definition of [found, described]) {
    expect(textOf(definition)).toContain('acme/files.read_text_file');
    expect(textOf(definition)).toMatch(/input: \{.*"type":"object".*"path"/);
  }
  expect(textOf(short)).toContain(notes.trim());
  expect(picturesOf(picture)).toEqual([expect.stringMatching(/^iVBORw0KGgo/)]);
  expect(
    Buffer.from(picturesOf(picture)[0] ?? '', 'base64')
      .subarray(-8)
      .toString('latin1'),
  ).toContain('IEND');
  const first = beginning?.content?.[0]?.text ?? '';
  const second = next?.content?.[0]?.text ?? '';
  expect(count(textOf(beginning))).toBeLessThan(21_000);
  expect(count(first)).toBeGreaterThan(15_000);
  expect([long.startsWith(first), second.length > 10_000]).toEqual([true, true]);
  // What is kept is the structured content, in which the tool says the same text.
  expect(JSON.stringify({ content: long }).startsWith(JSON.stringify({ content: first }).slice(0, -2) + second)).toBe(
    true,
  );
}

/** A test that is skipped with a line where the client is not installed. */
function withProgram(
  program: ClientProgram | undefined,
  named: string,
  title: string,
  work: (it: ClientProgram) => Promise<void>,
): void {
  if (program === undefined) it.skip(`${named} ${title} (not installed: .ci/mcp-clients)`, () => {});
  else it(`${program.title} ${title}`, () => work(program), 60_000);
}

describe('clients of others list, search, describe, call and read on', () => {
  for (const client of [officialPython1, officialPython2, ...otherPythonClients])
    withProgram(pythonProgram(client), client.package, 'over streamable HTTP', (program) => walks(program));
  withProgram(inspectorProgram(folder), 'the Inspector', 'over streamable HTTP', (program) => walks(program));

  withProgram(pythonProgram(officialPython1), 'mcp', 'through assay mcp', (program) => {
    const command = [process.execPath, commandLine, 'mcp', '--url', house.url, '--key', key];
    return walks(program, { command });
  });
});

describe.each([
  [officialPython1, '/mcp/toolsets/typed'],
  [officialPython2, '/mcp/servers/acme/data'],
] as const)('the official Python client', (client, elsewhere) => {
  withProgram(pythonProgram(client), client.package, 'gets every kind of block, and errors', async (program) => {
    const call = (name: string) => callOf(`data.${name}`, {});
    const plan = { steps: [{ id: 'a', tool: 'acme/data.order', arguments: {} }] };
    const [, short, blocks, rest, planned, failed] = await program.converse({
      url: `${house.url}/mcp`,
      key,
      calls: [
        ...[call('order'), call('blocks'), call('rows')],
        ...[{ name: 'execute_tool_plan', arguments: plan }, call('nothing')],
      ],
    });
    expect([textOf(short), short?.structured?.output]).toEqual([JSON.stringify(order), order]);
    expect(blocks?.content).toEqual(allBlocks);
    expect(rest?.structured).toMatchObject({ status: 'succeeded', pointer: { id: expect.any(String) } });
    expect(textOf(planned)).toBe(`a: ${JSON.stringify(order)}`);
    expect(textOf(failed)).toMatch(/^not_found: /);
  });

  withProgram(pythonProgram(client), client.package, `accepts a long typed result at ${elsewhere}`, async (program) => {
    await house.admin.post('/v1/toolsets', { name: 'typed', tools: [{ tool: 'acme/data.typed_rows' }] });
    const calls = [{ name: 'typed_rows', arguments: {} }];
    const [, answer] = await program.converse({ url: `${house.url}${elsewhere}`, key, calls });
    expect(answer?.structured).toEqual({ rows });
    expect(textOf(answer)).toMatch(/read on with read_output/);
  });
});
