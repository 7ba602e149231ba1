import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Computing, openComputing } from './computing.js';
import { dataKit } from './kit.js';
import { createDataServer } from './server.js';

let computing: Computing;
let client: Client;
/** With time for the libraries of charts to load, on a machine that does much else. */
let unhurried: Computing;
let patient: Client;

beforeAll(() => {
  computing = openComputing({ threads: 2, withinMs: 3_000, memoryMb: 160, waiting: 2 });
  unhurried = openComputing({ threads: 1, withinMs: 30_000, memoryMb: 256, waiting: 2 });
});
afterAll(async () => {
  await computing.close();
  await unhurried.close();
});

beforeEach(async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createDataServer(computing), { transport: theirs });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
  const [mine, other] = InMemoryTransport.createLinkedPair();
  serveStdio(() => createDataServer(unhurried), { transport: other });
  patient = new Client({ name: 'test', version: '1.0.0' });
  await patient.connect(mine);
});
afterEach(async () => {
  await client.close();
  await patient.close();
});

const call = async (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });
const said = (result: Awaited<ReturnType<typeof call>>): unknown => (result.content as { text: string }[])[0]?.text;

describe('the data tools over MCP', () => {
  it('are described, read-only and in the kit, each with a capability and an example', async () => {
    const { tools } = await client.listTools();
    const kit = dataKit;
    expect(tools.map((it) => it.name).sort()).toEqual(Object.keys(kit.tools).sort());
    for (const { annotations, inputSchema, outputSchema, name } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect([inputSchema, outputSchema]).toMatchObject([{ type: 'object' }, { type: 'object' }]);
      expect(kit.tools[name]).toMatchObject({ acts: false, capabilities: [expect.any(String)], examples: [{}] });
    }
  });

  it('answer their examples as the examples say', async () => {
    const kit = dataKit;
    for (const [name, { examples = [] }] of Object.entries(kit.tools)) {
      for (const { input, output } of examples) {
        const result = await patient.callTool({ name, arguments: input });
        expect(result.structuredContent).toMatchObject(output as object);
      }
    }
  });

  it('answer bad input with the reason', async () => {
    expect(await call('calculate', { expression: '1 / 0' })).toMatchObject({
      isError: true,
      content: [{ text: /divides/ }],
    });
  });
});

describe('hostile input', () => {
  const endless = '($f := function($x) { $f($x + 1) }; $f(1))';
  const bombs: readonly (readonly [string, Record<string, unknown>])[] = [
    ['query', { data: {}, expression: endless }],
    ['query', { data: {}, expression: '($f := function($x) { 1 + $f($x) }; $f(1))' }],
    ['query', { data: 1, expression: '[1..9999999].($ & "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")' }],
    ['query', { data: `${'a'.repeat(40)}!`, expression: '$match($, /^(a+)+$/)' }],
    [
      'query',
      { data: 1, expression: '($d := function($s, $n) { $n = 0 ? $s : $d($s & $s, $n - 1) }; $d("xxxxxxxx", 40))' },
    ],
    ['template', { template: '{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}', data: {} }],
    [
      'template',
      {
        template: `{% assign s = "xxxxxxxxxxxxxxxx" %}${'{% assign s = s | append: s %}'.repeat(30)}{{ s }}`,
        data: {},
      },
    ],
    ['template', { template: '{% if a %}'.repeat(15_000), data: {} }],
    ['calculate', { expression: `${'('.repeat(5_000)}1${')'.repeat(5_000)}` }],
    ['calculate', { expression: '(1.00000001 ^ 99999) ^ 99999 ^ 0.9 ^ 99999' }],
    [
      'diff',
      {
        before: Array.from({ length: 60_000 }, (_, at) => `a${at * 7}`).join('\n'),
        after: Array.from({ length: 60_000 }, (_, at) => `b${at * 3}`).join('\n'),
      },
    ],
    ['dates', { action: 'range', at: '0001-01-01', to: '9999-12-31', unit: 'milliseconds' }],
  ];

  it.each(bombs)(
    'ends within its bounds: %s %.70j',
    async (name, input) => {
      const begun = performance.now();
      const result = await call(name, input);
      expect(performance.now() - begun).toBeLessThan(10_000);
      if (result.isError) expect(said(result)).not.toMatch(/unexpectedly/);
    },
    20_000,
  );

  it('does not stop others: a calculation succeeds while an endless one runs', async () => {
    const slow = call('query', { data: {}, expression: endless });
    expect((await call('calculate', { expression: '1 + 1' })).structuredContent).toMatchObject({ value: 2 });
    expect(await slow).toMatchObject({ isError: true });
  }, 20_000);

  it('refuses more than may wait, and serves again afterwards', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => call('query', { data: {}, expression: endless })));
    expect(many.filter((it) => String(said(it)).includes('Too many'))).toHaveLength(2);
    expect((await call('hash', { text: 'abc' })).isError ?? false).toBe(false);
  }, 30_000);
});
