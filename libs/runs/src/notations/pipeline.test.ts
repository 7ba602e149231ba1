import type { Manifest } from '@assay/contracts';
import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { FindTool } from '../known-tool.js';
import { textPlaceOf } from '../text-place.js';
import { readPipeline, type ToolPipeline } from './pipeline.js';

const tools: Record<string, Partial<Manifest>> = {
  't/web_search': {
    inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
    annotations: { readOnlyHint: true },
  },
  't/json_parser': { annotations: { readOnlyHint: true } },
  't/file_write': { outputSchema: { type: 'object' } },
};
const find: FindTool = (name) =>
  name in tools
    ? ok({ nesting: 0, manifest: aManifest({ name, ...tools[name] }) })
    : fail('not_found', `No tool "${name}".`);
const read = (pipeline: Partial<ToolPipeline>) => {
  const steps = ['t/web_search', 't/json_parser', 't/file_write'].map((tool) => ({ tool }));
  const found = readPipeline({ steps, ...pipeline }, find, new FakeClock());
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
};

describe('readPipeline', () => {
  it('is one tool: its first step’s input, its last one’s output', () => {
    const so = read({});
    expect(so.name).toBe('web_search_then_json_parser_then_file_write');
    expect(so.description).toBe('Pipeline: web_search -> json_parser -> file_write');
    expect(so.inputSchema).toEqual(tools['t/web_search']?.inputSchema);
    expect(so.outputSchema).toEqual({ type: 'object' });
  });

  it('takes the name and description it is given', () => {
    expect(read({ name: 'search_and_save', description: 'Saves what it finds' })).toMatchObject({
      name: 'search_and_save',
      description: 'Saves what it finds',
    });
  });

  it('shortens what the names of very many steps would make', () => {
    const steps = Array.from({ length: 3_000 }, () => ({ tool: 't/json_parser' }));
    expect(read({ steps })).toMatchObject({
      name: 'json_parser_then_2998_more_then_json_parser',
      description: 'Pipeline: json_parser -> 2998_more -> json_parser',
    });
  });

  it('warns where an error message would be acted on', () => {
    expect(read({}).warnings).toEqual([]);
    const { warnings, plan } = read({ errorStrategy: 'CONTINUE_ON_FAILURE' });
    expect(warnings).toEqual([{ path: '/steps/2', message: expect.stringMatching(/^t\/file_write may have effects/) }]);
    expect(plan.forwardsFailures).toBe(true);
  });

  it('tells every problem at once, each with its place', () => {
    const steps = [
      { tool: 't/none' },
      { tool: 't/json_parser', adapter: '((' },
      { tool: 't/file_write', adapter: '/a+/' },
    ];
    const found = readPipeline({ steps }, find, new FakeClock());
    expect(found).toMatchObject({
      ok: false,
      error: [{ path: '/steps/0/tool' }, { path: '/steps/1/adapter' }, { path: '/steps/2/adapter' }],
    });
    expect(readPipeline({ steps: [] }, find, new FakeClock())).toMatchObject({
      ok: false,
      error: [{ path: '/steps' }],
    });
  });
});

describe('textPlaceOf', () => {
  const schema = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
  it.each([
    ['input', schema({ input: { type: 'string' }, other: { type: 'string' } }, ['other']), 'input'],
    ['the only required text', schema({ q: { type: 'string' }, n: { type: 'number' } }, ['q']), 'q'],
    ['a property that takes texts among others', schema({ q: { type: ['string', 'null'] } }, ['q']), 'q'],
    ['nothing when input takes no text', schema({ input: { type: 'object' } }, ['input']), null],
    ['nothing of two', schema({ a: { type: 'string' }, b: { type: 'string' } }, ['a', 'b']), null],
    ['the only required text beside others', schema({ a: { type: 'string' }, n: { type: 'number' } }, ['a', 'n']), 'a'],
    ['a text where input takes none', schema({ input: { type: 'number' }, q: { type: 'string' } }, ['q']), 'q'],
    [
      'nothing where a reference leads to no text',
      { ...schema({ input: { $ref: '#/$defs/list' } }), $defs: { list: { type: 'array' } } },
      null,
    ],
    ['what a schema refers to whole', { $ref: '#/$defs/it', $defs: { it: schema({ input: {} }) } }, 'input'],
    ['nothing of what is optional', schema({ a: { type: 'string' } }), null],
    ['nothing of no properties', { type: 'object' }, null],
  ])('takes %s', (_, given, place) => {
    expect(textPlaceOf(given)).toBe(place);
  });
});
