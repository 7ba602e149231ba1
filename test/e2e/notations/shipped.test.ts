import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../client.js';
import { type House, startHouse } from '../house.js';

let house: House;
let agent: Client;

beforeAll(async () => {
  house = await startHouse({ ASSAY_KITS: 'all' });
  await house.admin.post('/v1/kits/files/enable', {});
  agent = await house.as('carl');
  mkdirSync(join(house.home, 'files', 'news'));
  writeFileSync(join(house.home, 'files', 'news', 'qubits.md'), '# Qubits\nQuantum computing at room temperature.\n');
  writeFileSync(join(house.home, 'files', 'news', 'tea.md'), '# Tea\nIt is hot.\n');
  writeFileSync(join(house.home, 'files', 'order.json'), '{"order": {"id": 7, "price": 149.99}}');
}, 120_000);
afterAll(() => house.stop());

async function run(body: object): Promise<RunView> {
  const { status, body: found } = await agent.post<RunView & { detail?: string }>('/v1/plans/execute', body);
  expect([status, found.detail]).toEqual([200, undefined]);
  return found;
}
const saved = (name: string) => readFileSync(join(house.home, 'files', name), 'utf8');

describe('the examples of the source documents, on tools that ship', () => {
  it('search_and_save: search, take the first result, save it', async () => {
    const pipeline = {
      name: 'search_and_save',
      description: 'Search for information and save the result to disk',
      errorStrategy: 'CONTINUE_ON_FAILURE',
      steps: [
        { tool: 'assay/files.search', adapter: '{"data": structured, "expression": "files[0]"}' },
        {
          tool: 'assay/data.query',
          adapter: '{"path": "found.json", "mode": "overwrite", "content": $string(structured.result)}',
        },
        { tool: 'assay/files.write' },
      ],
    };
    const found = await run({ pipeline, input: { text: 'quantum' } });
    expect(found).toMatchObject({ status: 'succeeded', output: { path: 'found.json', created: true } });
    expect(JSON.parse(saved('found.json'))).toMatchObject({ path: 'news/qubits.md' });
    expect(found.warnings).toContainEqual(expect.stringMatching(/assay\/files\.write may have effects/));
  });

  it('extract_and_calculate: a number of a document becomes a formula', async () => {
    const pipeline = {
      name: 'extract_and_calculate',
      description: 'Extracts a numeric field and applies a formula',
      steps: [
        { tool: 'assay/files.read', adapter: '{"data": structured.content, "expression": "order.price"}' },
        { tool: 'assay/data.query', adapter: '$string(structured.result) & " * 1.1"' },
        { tool: 'assay/data.calculate' },
      ],
    };
    const found = await run({ pipeline, input: { path: 'order.json' } });
    expect(found).toMatchObject({ status: 'succeeded', output: { value: 164.989, exact: '164.989' } });
  });

  const research = {
    mode: 'compose',
    steps: [
      { name: 'search', tool: 'assay/files.search', inputMapping: { text: '$input.topic' } },
      {
        name: 'summarise',
        tool: 'assay/data.template',
        inputMapping: {
          template: '{{ files.size }} file about {{ topic }}: {{ files[0].path }}',
          data: { files: '$prev.files', topic: '$input.topic' },
        },
      },
    ],
  };

  it('research: search, then summarise what was found', async () => {
    const found = await run({ compose: research, input: { topic: 'It is hot' } });
    expect(found).toMatchObject({
      status: 'succeeded',
      output: { text: '1 file about It is hot: news/tea.md' },
    });
  });

  it('research, published: the composition is a tool', async () => {
    await house.admin.post('/v1/namespaces', { name: 'acme' });
    const manifest = {
      ...{
        name: 'acme/research',
        version: '1.0.0',
        description: 'Search then summarise a topic',
        protocol: 'composite',
      },
      inputSchema: { type: 'object', properties: { topic: { type: 'string' } }, required: ['topic'] },
      annotations: { readOnlyHint: true },
      endpoint: { notation: 'compose', definition: research },
    };
    expect(await house.admin.post('/v1/tools', manifest)).toMatchObject({ status: 201 });
    await house.admin.post('/v1/endorsements', { tool: 'acme/research' });
    const { body } = await agent.post('/v1/invocations', { tool: 'acme/research', input: { topic: 'It is hot' } });
    expect(body).toMatchObject({ status: 'succeeded', output: { text: '1 file about It is hot: news/tea.md' } });
  });

  it('a plan: parse, add up and write, each step as soon as its references are there', async () => {
    const csv = { action: 'parse', text: 'item,price\ntea,2.5\ncake,3.75\n', types: true };
    const plan = {
      steps: [
        { id: 'rows', tool: 'assay/data.csv', arguments: csv },
        { id: 'prices', tool: 'assay/data.query', arguments: { data: '$ref:rows.rows', expression: 'price' } },
        {
          id: 'sum',
          tool: 'assay/data.calculate',
          arguments: { expression: 'sum(prices)', variables: { prices: '$ref:prices.result' } },
        },
        {
          id: 'save',
          tool: 'assay/files.write',
          arguments: { path: 'sum.txt', mode: 'create', content: '$ref:sum.exact' },
        },
      ],
      output_steps: ['sum', 'save'],
    };
    const found = await run({ plan });
    expect(found).toMatchObject({ status: 'succeeded', outputs: { sum: { output: { value: 6.25 } } } });
    expect(saved('sum.txt')).toBe('6.25');
  });
});
