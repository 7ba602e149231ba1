import type { RunCheck, RunView } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Refusal } from '../client.js';
import { documentHouse } from './document-house.js';

const at = documentHouse();

type Answered = RunView & Refusal;
type Plan = { steps: { id: string; tool: string; arguments: unknown; after?: string[] }[]; output_steps?: string[] };

/** A plan as in the document; its tools are in a namespace here. */
const written = (text: string): Plan => {
  const { steps, ...rest } = JSON.parse(text) as Plan;
  return { ...rest, steps: steps.map((step) => ({ ...step, tool: `acme/${step.tool}` })) };
};
const answered = (plan: unknown) => at.agent.post<Answered>('/v1/plans/execute', { plan });
const run = async (plan: unknown) => (await answered(plan)).body;
const check = async (plan: unknown) => (await at.agent.post<RunCheck>('/v1/plans/check', { plan })).body;

const comparison = written(String.raw`{
  "steps": [
    { "id": "weather_tokyo", "tool": "get_weather", "arguments": "{\"location\": \"Tokyo\"}" },
    { "id": "weather_london", "tool": "get_weather", "arguments": "{\"location\": \"London\"}" },
    {
      "id": "comparison",
      "tool": "compare_data",
      "arguments": "{\"data_a\": \"$ref:weather_tokyo\", \"data_b\": \"$ref:weather_london\"}"
    }
  ],
  "output_steps": ["comparison"]
}`);
const three = written(String.raw`{
  "steps": [
    {"id": "a", "tool": "get_weather", "arguments": "{\"location\": \"Tokyo\"}"},
    {"id": "b", "tool": "get_weather", "arguments": "{\"location\": \"London\"}"},
    {"id": "c", "tool": "get_weather", "arguments": "{\"location\": \"Paris\"}"},
    {"id": "summary", "tool": "summarize", "arguments": "{\"data\": [\"$ref:a\", \"$ref:b\", \"$ref:c\"]}"}
  ],
  "output_steps": ["summary"]
}`);
const flaky = written(String.raw`{
  "steps": [
    {"id": "s1", "tool": "flaky_api", "arguments": "{}"},
    {"id": "s2", "tool": "reliable_api", "arguments": "{}"},
    {"id": "s3", "tool": "process", "arguments": "{\"data\": \"$ref:s1\"}"}
  ],
  "output_steps": ["s2", "s3"]
}`);
const tokyo = { temp: 21, condition: 'sunny', city: 'Tokyo' };
const london = { temp: 12, condition: 'sunny', city: 'London' };
const paris = { temp: 15, condition: 'sunny', city: 'Paris' };

describe('the plans of document 002', () => {
  it('compares two cities, and returns the comparison only', async () => {
    const body = await run(comparison);
    expect(body.outputs).toEqual({
      comparison: { status: 'succeeded', output: { same: false, compared: [tokyo, london] } },
    });
    expect(at.tools.inputs('compare_data')).toEqual([{ data_a: tokyo, data_b: london }]);
    const { estimate } = await check(comparison);
    expect(estimate?.waves).toEqual([['weather_tokyo', 'weather_london'], ['comparison']]);
  });

  it('gathers three outputs into one list, after all three', async () => {
    const body = await run(three);
    expect(body.outputs.summary?.output).toEqual({ count: 3, data: [tokyo, london, paris] });
    expect(at.tools.called().at(-1)).toBe('summarize');
    expect((await check(three)).estimate?.waves).toEqual([['a', 'b', 'c'], ['summary']]);
  });

  it('fails forward with the document’s words', async () => {
    const { status, body } = await answered(flaky);
    expect([status, body.status]).toEqual([200, 'partial']);
    expect(body.outputs).toEqual({
      s2: { status: 'succeeded', output: { is: 'fine' } },
      s3: { status: 'skipped', error: "Skipped because dependency 's1' failed" },
    });
    expect(body.steps[0]).toMatchObject({
      id: 's1',
      status: 'failed',
      error: { message: expect.stringMatching(/the service is down/) },
    });
    expect(at.tools.called().sort()).toEqual(['flaky_api', 'reliable_api']);
  });

  it('returns every result where no output steps are named', async () => {
    const { output_steps: _, ...all } = comparison;
    expect(Object.keys((await run(all)).outputs)).toEqual(['weather_tokyo', 'weather_london', 'comparison']);
  });

  it('saves turns: five calls in sequence are six turns of a model, or two', async () => {
    const steps = Array.from({ length: 5 }, (_, at) => ({
      ...{ id: `s${at}`, tool: 'acme/process' },
      arguments: { data: at === 0 ? 'x' : `$ref:s${at - 1}` },
    }));
    expect((await check({ steps })).estimate?.turns).toEqual({ without: 6, with: 2 });
  });
});

describe('references', () => {
  const user = { id: 'user_data', tool: 'acme/get_user', arguments: { id: 'u1' } };
  const handed = async (data: unknown, ...before: object[]) => {
    const body = await run({ steps: [...before, { id: 'last', tool: 'acme/process', arguments: { data } }] });
    expect(body.status).toBe('succeeded');
    return at.tools.inputs('process').at(-1)?.data;
  };

  it.each<[unknown, unknown]>([
    ['$ref:user_data', { name: 'user u1', email: 'u1@example.org', role: 'reader', address: { city: 'Ulm' } }],
    ['$ref:user_data.role', 'reader'],
    ['$ref:user_data.address', { city: 'Ulm' }],
    ['$ref:user_data.address.city', 'Ulm'],
    ['$ref:user_data.address.zip', null],
    ['$ref:user_data.no.such.field', null],
    // Own members only.
    ['$ref:user_data.constructor', null],
    ['$ref:user_data.__proto__', null],
    ['$ref:user_data.name.length', null],
    // Inside longer text it stays text.
    ['see $ref:user_data.role', 'see $ref:user_data.role'],
    ['$ref:user_data.role!', null],
    ['$ref:', '$ref:'],
    [
      ['$ref:user_data.role', { deep: ['$ref:user_data.name'] }],
      ['reader', { deep: ['user u1'] }],
    ],
  ])('%j resolves to %j', async (data, expected) => {
    expect(await handed(data, user)).toEqual(expected);
  });

  it('puts numbers, booleans and lists in as they are, a position in a list as its item, and text as text', async () => {
    const compare = { id: 'cmp', tool: 'acme/compare_data', arguments: { data_a: 1, data_b: true } };
    expect(
      await handed(['$ref:cmp.same', '$ref:cmp.compared', '$ref:cmp.compared.0', '$ref:cmp.compared.length'], compare),
    ).toEqual([false, [1, true], 1, null]);
    const words = { id: 'w', tool: 'acme/plain_words', arguments: {} };
    expect(await handed('$ref:w', words)).toBe('The weather is 25 degrees and sunny in Tokyo');
    expect(await handed('$ref:w.temp', words)).toBeNull();
  });

  it('never searches what comes out for references, nor text for JSON', async () => {
    const first = { id: 'first', tool: 'acme/process', arguments: { data: 'x $ref:second' } };
    const hostile = {
      id: 'hostile',
      tool: 'acme/process',
      arguments: '{"data": ["\\u0024ref:first", "\\"}, {\\"data\\": 1"]}',
    };
    const second = { id: 'second', tool: 'acme/process', arguments: { data: '$ref:hostile' } };
    const body = await run({ steps: [first, hostile, second] });
    expect(body.outputs.second?.output).toEqual({
      processed: { processed: [{ processed: 'x $ref:second' }, '"}, {"data": 1'] },
    });
  });

  it('leaves dates and numbers of a JSON text as they are written', async () => {
    const args = '{"data": {"from": "2026-02-23", "at": "2026-02-23T10:00:00Z", "n": 1.50, "big": 9007199254740991}}';
    const body = await run({ steps: [{ id: 'dates', tool: 'acme/process', arguments: args }] });
    expect(body.outputs.dates?.output).toEqual({ processed: (JSON.parse(args) as { data: unknown }).data });
  });

  it('orders by `after` what shares no data', async () => {
    const steps = [
      { id: 'late', tool: 'acme/shout', arguments: { input: 'late' }, after: ['early'] },
      { id: 'early', tool: 'acme/process', arguments: { data: 1 } },
    ];
    expect((await run({ steps })).status).toBe('succeeded');
    expect(at.tools.called()).toEqual(['process', 'shout']);
  });

  it('takes ids that are words of JavaScript for what they are', async () => {
    const steps = ['__proto__', 'constructor', 'toString'].map((id) => ({
      id,
      tool: 'acme/process',
      arguments: { data: id },
    }));
    const last = { id: 'last', tool: 'acme/process', arguments: { data: '$ref:__proto__.processed' } };
    const { status, outputs } = await run({ steps: [...steps, last] });
    expect(status).toBe('succeeded');
    expect(Object.keys(outputs)).toEqual(['__proto__', 'constructor', 'toString', 'last']);
    expect(outputs.last?.output).toEqual({ processed: '__proto__' });
  });
});

describe('what is refused before anything runs', () => {
  const step = (id: string, more: object = {}) => ({ id, tool: 'acme/process', arguments: { data: 1 }, ...more });
  it.each<[string, unknown, string, RegExp]>([
    ['an id used twice', { steps: [step('a'), step('a')] }, '/plan/steps/1/id', /duplicate step id "a"/],
    [
      'an unknown tool',
      { steps: [step('a', { tool: 'acme/none' })] },
      '/plan/steps/0/tool',
      /no tool is called "acme\/none"/,
    ],
    [
      'a plan in a plan',
      { steps: [step('a', { tool: 'acme/execute_tool_plan' })] },
      '/plan/steps/0/tool',
      /cannot be a step of one/,
    ],
    [
      'a plan in a plan, by its bare name',
      { steps: [step('a', { tool: 'execute_tool_plan' })] },
      '/plan/steps/0/tool',
      /cannot be a step of one/,
    ],
    [
      'an unknown reference',
      { steps: [step('a', { arguments: { data: '$ref:b' } })] },
      '/plan/steps/0/arguments/data',
      /no step is called b/,
    ],
    [
      'a reference to itself',
      { steps: [step('a', { arguments: { data: '$ref:a' } })] },
      '/plan/steps/0',
      /circular dependency/,
    ],
    [
      'an unknown step to wait for',
      { steps: [step('a', { after: ['b'] })] },
      '/plan/steps/0/after/0',
      /no step is called b/,
    ],
    [
      'an unknown output step',
      { steps: [step('a')], output_steps: ['z'] },
      '/plan/output_steps/0',
      /no step is called z/,
    ],
    ['an id of other characters', { steps: [step('a.b')] }, '/plan/steps/0/id', /must contain only A-Z/],
    [
      'arguments that are no JSON',
      { steps: [step('a', { arguments: '{data: 1}' })] },
      '/plan/steps/0/arguments',
      /not JSON: .*position 1/,
    ],
    [
      'arguments that are a list',
      { steps: [step('a', { arguments: [1] })] },
      '/plan/steps/0/arguments',
      /an object, or one as a JSON text/,
    ],
    [
      'arguments that nest without end',
      { steps: [step('a', { arguments: `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}` })] },
      '/plan/steps/0/arguments',
      /nested deeper than 64/,
    ],
    [
      'a value of the wrong kind',
      { steps: [step('a', { tool: 'acme/get_weather', arguments: { location: { city: 'Rome' } } })] },
      '/plan/steps/0/arguments/location',
      /must be string/,
    ],
    [
      'a value that the tool needs',
      { steps: [step('a', { tool: 'acme/get_weather', arguments: {} })] },
      '/plan/steps/0/arguments',
      /needs "location"/,
    ],
  ])('%s', async (_, plan, path, message) => {
    const { status, body } = await answered(plan);
    expect([status, body.code]).toEqual([422, 'invalid_request']);
    expect(body.errors).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(at.tools.called()).toEqual([]);
  });

  it('a circle, every step on it, and none that only comes after it', async () => {
    const steps = [
      step('a', { arguments: { data: '$ref:c' } }),
      step('b', { arguments: { data: '$ref:a.processed' } }),
      step('c', { after: ['b'] }),
      step('d', { after: ['c'] }),
    ];
    const { body } = await answered({ steps });
    expect(body.errors?.map(({ path, message }) => `${path} ${message}`)).toEqual(
      [0, 1, 2].map((at) => `/plan/steps/${at} circular dependency: a, b, c`),
    );
  });

  it('a circle beside what does not fit outside of it', async () => {
    const steps = [
      step('a', { tool: 'acme/get_weather', arguments: { location: { city: 'Rome' } } }),
      step('b', { arguments: { data: ['$ref:b', '$ref:a'] } }),
    ];
    const { problems, graph } = await check({ steps });
    expect(problems.map(({ path }) => path)).toEqual(['/plan/steps/1', '/plan/steps/0/arguments/location']);
    expect(graph).toHaveLength(2);
  });

  it('everything at once: what cannot be read beside what does not fit', async () => {
    const steps = [
      step('a', { tool: 'acme/none' }),
      step('b', { tool: 'acme/get_user', arguments: { id: 'x' } }),
      step('c', { tool: 'acme/score', arguments: { n: '$ref:b.role' } }),
      step('d', { arguments: { data: '$ref:a' } }),
    ];
    const { ok, problems, warnings, graph } = await check({ steps });
    expect(ok).toBe(false);
    expect(problems).toEqual([{ path: '/plan/steps/0/tool', message: expect.stringMatching(/no tool is called/) }]);
    // What a reference gives at run time fails its step, not the plan.
    expect(warnings).toContainEqual(expect.objectContaining({ path: '/plan/steps/2/arguments/n' }));
    expect(graph).toHaveLength(4);
  });
});

describe('ten thousand steps', () => {
  const steps = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `s${at}`,
      tool: 'acme/get_weather',
      arguments: { location: `place ${at}` },
    }));

  it('are checked, and one more is refused', async () => {
    const { ok, graph } = await check({ steps: steps(10_000) });
    expect([ok, graph?.length]).toEqual([true, 10_000]);
    expect((await answered({ steps: steps(10_001) })).body.errors?.[0]).toMatchObject({ path: '/plan/steps' });
  });
});
