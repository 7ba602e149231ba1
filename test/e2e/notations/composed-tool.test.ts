import type { Envelope, RunCheck, RunView } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Refusal } from '../client.js';
import { documentHouse } from './document-house.js';

const at = documentHouse();

type Answered = RunView & Refusal;
const composed = (...steps: object[]) => ({ mode: 'compose', steps });
const answered = (compose: unknown, input?: unknown) =>
  at.agent.post<Answered>('/v1/plans/execute', { compose, input });
const run = async (compose: unknown, input?: unknown) => (await answered(compose, input)).body;

/** The example of document 003; its tools are in a namespace here, and its web search returns a snippet. */
const research = composed(
  { name: 'search', tool: 'acme/topic_search', inputMapping: { query: '$input.topic' } },
  { name: 'summarise', tool: 'acme/summarise_text', inputMapping: { text: '$prev.snippet' } },
);

async function publish(name: string, description: string, inputSchema: object, definition: object) {
  const answer = await at.house.admin.post<Refusal>('/v1/tools', {
    ...{ name: `acme/${name}`, version: '1.0.0', description, inputSchema, protocol: 'composite' },
    ...{ endpoint: { notation: 'compose', definition }, annotations: { readOnlyHint: true } },
  });
  await at.house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  return answer;
}
const call = (tool: string, input: object) => at.agent.post<Envelope & Refusal>('/v1/invocations', { tool, input });
const needs = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });

describe('the tools of document 003', () => {
  it('searches, then summarises a topic', async () => {
    expect(await run(research, { topic: 'quantum computing' })).toMatchObject({
      status: 'succeeded',
      output: { summary: 'In short: All about quantum computing.' },
    });
    expect(at.tools.inputs('topic_search')).toEqual([{ query: 'quantum computing' }]);
    expect(at.tools.inputs('summarise_text')).toEqual([{ text: 'All about quantum computing.' }]);
  });

  it('is built into a tool with its own name, description and schema', async () => {
    const built = await publish('research', 'Search then summarise a topic', needs('topic'), research);
    expect(built.status).toBe(201);
    expect((await call('acme/research', { topic: 'quantum computing' })).body).toMatchObject({
      status: 'succeeded',
      output: { summary: 'In short: All about quantum computing.' },
    });
    expect((await call('acme/research', {})).status).toBe(422);
  });

  it('fetches a page, then summarises it', async () => {
    const definition = composed(
      { name: 'fetch', tool: 'acme/fetch_url', inputMapping: { url: '$input.url' } },
      { name: 'summarise', tool: 'acme/summarise_text', inputMapping: { text: '$prev.body' } },
    );
    const description = 'Fetch a URL then return a one-paragraph summary.';
    await publish('fetch_and_summarise', description, needs('url'), definition);
    expect((await call('acme/fetch_and_summarise', { url: 'https://example.org/' })).body.output).toEqual({
      summary: 'In short: the page at https://example.org/',
    });
  });
});

describe('references', () => {
  const search = { name: 'search', tool: 'acme/topic_search', inputMapping: { query: '$input.topic' } };
  const input = { topic: 'x', nested: { list: ['a', { b: 1 }] }, falsy: 0, none: null };
  const found = { snippet: 'All about x.', output: { data: ['first', 'second'] } };

  it.each<[string, unknown, unknown]>([
    ['the whole input', '$input', input],
    ['a member of the input', '$input.nested.list', ['a', { b: 1 }]],
    ['a position in a list', '$input.nested.list.1.b', 1],
    ['what is falsy', ['$input.falsy', '$input.none'], [0, null]],
    ['the step before, whole', '$prev', found],
    ['a member of the step before', '$prev.snippet', 'All about x.'],
    ['a step by its position, whole', '$steps[0]', found],
    ['a path into a step: `output`, then `data`, of its output', '$steps[0].output.data', ['first', 'second']],
    [
      'references in objects and lists',
      { a: ['$prev.snippet', { b: '$input.topic' }] },
      { a: ['All about x.', { b: 'x' }] },
    ],
    [
      'anything else, as a literal',
      ['$previous', '$inputs', '$steps', 'about $input.topic', '$5', 10, true, null],
      ['$previous', '$inputs', '$steps', 'about $input.topic', '$5', 10, true, null],
    ],
    [
      'what leads nowhere, left out',
      { a: '$prev.no', b: ['$input.no.more', 1], c: '$input.__proto__', d: '$prev.snippet.length' },
      { b: [1] },
    ],
  ])('%s', async (_, data, expected) => {
    const body = await run(composed(search, { tool: 'acme/process', inputMapping: { data } }), input);
    expect(body).toMatchObject({ status: 'succeeded' });
    expect(at.tools.inputs('process')).toEqual([{ data: expected }]);
  });

  it('counts steps by position, however they are named, and every one of them acts', async () => {
    const write = (line: unknown) => ({ name: 'write', tool: 'acme/file_write', inputMapping: { input: line } });
    const body = await run(composed(write('$input.a'), write('$input.b'), write('$steps[0]')), { a: 'one', b: 'two' });
    expect(body).toMatchObject({ status: 'succeeded', output: 'wrote 18 characters' });
    expect(at.tools.written().slice(-3)).toEqual(['one', 'two', 'wrote 3 characters']);
    expect(body.steps.map(({ id, status }) => [id, status])).toEqual([
      ['write', 'succeeded'],
      ['write 1', 'succeeded'],
      ['write 2', 'succeeded'],
    ]);
  });

  it('never searches outputs for references', async () => {
    const first = { tool: 'acme/process', inputMapping: { data: 'x' } };
    const body = await run(composed(first, { tool: 'acme/process', inputMapping: { data: '$input.text' } }), {
      text: '$steps[0]',
    });
    expect(body.output).toEqual({ processed: '$steps[0]' });
  });

  it('stops at the first failure, which it returns', async () => {
    const body = await run(
      composed(
        { name: 'flaky', tool: 'acme/flaky_api', inputMapping: {} },
        { tool: 'acme/process', inputMapping: { data: '$prev' } },
      ),
    );
    expect(body).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/^flaky: .*the service is down/) },
    });
    expect(at.tools.called()).toEqual(['flaky_api']);
  });
});

describe('validate()', () => {
  it.each<[string, unknown, string[]]>([
    ['no steps at all', { mode: 'compose' }, ['/compose/steps']],
    ['an empty list of steps', composed(), ['/compose/steps']],
    ['another mode', { mode: 'sandbox', steps: [search()] }, ['/compose/mode']],
    [
      'steps without tools, each of them',
      composed({ inputMapping: {} }, { tool: '', inputMapping: {} }),
      ['/compose/steps/0/tool', '/compose/steps/1/tool'],
    ],
    ['a step without a mapping', composed({ tool: 'acme/process' }), ['/compose/steps/0/inputMapping']],
    [
      'unknown tools, each of them',
      composed(search('acme/no'), search('acme/none')),
      ['/compose/steps/0/tool', '/compose/steps/1/tool'],
    ],
    [
      'what refers to nothing before it, each place',
      composed(
        { tool: 'acme/process', inputMapping: { data: '$prev' } },
        { tool: 'acme/process', inputMapping: { data: ['$steps[1]', { x: '$steps[7].y' }] } },
      ),
      [
        '/compose/steps/0/inputMapping/data',
        '/compose/steps/1/inputMapping/data/0',
        '/compose/steps/1/inputMapping/data/1/x',
      ],
    ],
    [
      'an unknown tool beside what does not fit',
      composed(search('acme/no'), { tool: 'acme/score', inputMapping: { n: 'ten' } }),
      ['/compose/steps/0/tool', '/compose/steps/1/inputMapping/n'],
    ],
  ])('gives every error at once: %s', async (_, compose, paths) => {
    const { status, body } = await answered(compose);
    expect(status).toBe(422);
    expect(body.errors?.map(({ path }) => path)).toEqual(paths);
    expect(at.tools.called()).toEqual([]);
  });

  it('says that all is well', async () => {
    const { body } = await at.agent.post<RunCheck>('/v1/plans/check', { compose: research, input: { topic: 'x' } });
    const untyped = [
      { path: '/compose/steps/1/inputMapping/text', message: expect.stringMatching(/no output schema/) },
    ];
    expect(body).toMatchObject({ ok: true, problems: [], warnings: untyped });
  });

  it('holds a given input against what uses it', async () => {
    const { body } = await answered(research, { topic: 7 });
    expect(body.errors).toEqual([{ path: '/compose/steps/0/inputMapping/query', message: 'must be string' }]);
    expect((await answered(research, {})).body.errors?.[0]?.message).toBe('"topic" leads nowhere in what it refers to');
  });
});

function search(tool = 'acme/topic_search') {
  return { tool, inputMapping: { query: '$input.topic' } };
}
