import type { Envelope, RunCheck, RunSummary, RunView } from '@assay/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let agent: Client;
let tools: ComposableTools;

beforeAll(async () => {
  house = await startHouse();
  tools = await publishComposableTools(house.admin);
  agent = await house.as('carl');
});
afterAll(async () => {
  await house.stop();
  await tools.stop();
});
beforeEach(() => {
  tools.api.seen.length = 0;
});

type Answered = RunView & Refusal;
const run = (body: object, headers: Record<string, string> = {}, by = agent) =>
  by.post<Answered>('/v1/plans/execute', body, { headers });
const check = (body: object) => agent.post<RunCheck & Refusal>('/v1/plans/check', body);
const show = (id: string, by = agent) => by.get<Answered>(`/v1/runs/${id}`);

const weather = (id: string, location: string) => ({
  id,
  tool: 'acme/get_weather',
  arguments: JSON.stringify({ location }),
});
const comparison = {
  steps: [
    weather('weather_tokyo', 'Tokyo'),
    weather('weather_london', 'London'),
    {
      id: 'comparison',
      tool: 'acme/compare_data',
      arguments: '{"data_a": "$ref:weather_tokyo", "data_b": "$ref:weather_london.temp"}',
    },
  ],
  output_steps: ['comparison'],
};

describe('a plan (document 002)', () => {
  it('runs as it is written, returns its output steps only, and keeps every step’s envelope', async () => {
    const { status, body, headers } = await run({ plan: comparison });
    expect(status).toBe(200);
    expect(headers.get('location')).toBe(`/v1/runs/${body.id}`);
    const tokyo = { city: 'Tokyo', temp: 5, condition: 'sunny' };
    expect(body).toMatchObject({
      notation: 'plan',
      status: 'succeeded',
      outputs: { comparison: { status: 'succeeded', output: { comparison: [tokyo, 6] } } },
      warnings: [],
    });
    expect(Object.keys(body.outputs)).toEqual(['comparison']);
    expect(body.steps.map(({ index, id, tool, version, status: it }) => [index, id, tool, version, it])).toEqual([
      [0, 'weather_tokyo', 'acme/get_weather', '1.0.0', 'succeeded'],
      [1, 'weather_london', 'acme/get_weather', '1.0.0', 'succeeded'],
      [2, 'comparison', 'acme/compare_data', '1.0.0', 'succeeded'],
    ]);
    const envelope = await agent.get<Envelope>(`/v1/invocations/${body.steps[0]?.invocationId}`);
    expect(envelope.body).toMatchObject({ output: tokyo, provenance: { traceId: body.traceId } });
    expect((await show(body.id)).body).toEqual(body);
  });

  it('fails forward: dependants are skipped, the rest continues, and both are reported', async () => {
    const plan = {
      steps: [
        { id: 's1', tool: 'acme/flaky_api', arguments: '{}' },
        { id: 's2', tool: 'acme/reliable_api', arguments: {} },
        { id: 's3', tool: 'acme/process', arguments: { data: '$ref:s1' } },
        { id: 's4', tool: 'acme/process', arguments: { data: '$ref:s3' } },
      ],
      output_steps: ['s2', 's3', 's4'],
    };
    const { status, body } = await run({ plan });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'partial',
      outputs: {
        s2: { status: 'succeeded', output: { is: 'fine' } },
        s3: { status: 'skipped', error: "Skipped because dependency 's1' failed" },
        s4: { status: 'skipped', error: "Skipped because dependency 's3' failed" },
      },
    });
    expect(body.steps[0]).toMatchObject({ id: 's1', status: 'failed', error: { code: 'upstream_rejected' } });
    expect(tools.calls('process')).toEqual([]);
    const failed = await run({ plan: { ...plan, output_steps: ['s3'] } });
    expect([failed.status, failed.body.status]).toEqual([200, 'failed']);
  });

  it('is refused with every problem at once, and nothing runs', async () => {
    const plan = {
      steps: [
        weather('a', 'Tokyo'),
        { id: 'a', tool: 'acme/none', arguments: '[1]' },
        { id: 'b', tool: 'acme/execute_tool_plan', arguments: { x: '$ref:c', y: '$ref:nowhere' } },
        { id: 'c', tool: 'acme/process', arguments: { data: '$ref:b' } },
      ],
      output_steps: ['z'],
    };
    const { status, body } = await run({ plan });
    expect([status, body.code]).toEqual([422, 'invalid_request']);
    expect(body.errors?.map(({ path }) => path).sort()).toEqual([
      '/plan/output_steps/0',
      '/plan/steps/1/arguments',
      '/plan/steps/1/id',
      '/plan/steps/1/tool',
      '/plan/steps/2',
      '/plan/steps/2/arguments/y',
      '/plan/steps/2/tool',
      '/plan/steps/3',
    ]);
    expect(tools.api.seen).toEqual([]);
    const checked = await check({ plan });
    expect(checked).toMatchObject({ status: 200, body: { ok: false, estimate: null } });
    expect(checked.body.graph).toHaveLength(4);
    expect(checked.body.problems).toHaveLength(8);
  });

  it('is estimated in advance: graph, stages, times, cost, turns', async () => {
    const { body } = await check({ plan: comparison });
    expect(body).toMatchObject({ ok: true, problems: [] });
    expect(body.graph).toEqual([
      { id: 'weather_tokyo', kind: 'tool', tool: 'acme/get_weather', version: '1.0.0', needs: [] },
      { id: 'weather_london', kind: 'tool', tool: 'acme/get_weather', version: '1.0.0', needs: [] },
      {
        id: 'comparison',
        kind: 'tool',
        tool: 'acme/compare_data',
        version: '1.0.0',
        needs: ['weather_tokyo', 'weather_london'],
      },
    ]);
    expect(body.estimate).toMatchObject({
      waves: [['weather_tokyo', 'weather_london'], ['comparison']],
      turns: { without: 4, with: 2 },
      approvals: [],
      ...{ expectedMs: null, costUsd: { least: 0, most: null }, reliability: null, refused: [] },
      unknown: { latency: ['acme/get_weather', 'acme/compare_data'], cost: ['acme/get_weather', 'acme/compare_data'] },
    });
    expect(tools.api.seen).toEqual([]);
  });
});

describe('a pipeline (documents 000 and 001)', () => {
  it('hands texts on, through its adapters', async () => {
    const pipeline = {
      steps: [
        { tool: 'acme/json_parser', adapter: '{"input": output & " * 1.1"}' },
        { tool: 'acme/calculator', adapter: '$error("never asked")' },
      ],
    };
    const { body } = await run({ pipeline, input: { input: 'prices' } });
    expect(body).toMatchObject({ status: 'succeeded', output: '= 149.99 of prices * 1.1', outputs: {} });
  });

  it('stops at the first failure, or goes on with its message, as it says', async () => {
    const steps = [{ tool: 'acme/flaky_api' }, { tool: 'acme/calculator' }];
    const fast = await run({ pipeline: { steps }, input: {} });
    expect(fast.body).toMatchObject({ status: 'failed', error: { code: 'upstream_rejected' } });
    expect(fast.body.steps.map((it) => it.status)).toEqual(['failed', 'skipped']);
    expect(tools.calls('calculator')).toEqual([]);
    const on = await run({ pipeline: { steps, errorStrategy: 'CONTINUE_ON_FAILURE' }, input: {} });
    expect(on.body.status).toBe('partial');
    expect(on.body.output).toMatch(/^= /);
    expect(on.body.warnings).toContainEqual(expect.stringMatching(/^step 0 failed: /));
    expect(tools.calls('calculator')[0]?.input).not.toBe('');
  });

  it('reports where an adapter is missing', async () => {
    const pipeline = { steps: [{ tool: 'acme/calculator' }, { tool: 'acme/count' }] };
    expect(await run({ pipeline, input: { input: '1' } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/pipeline/steps/1', message: expect.stringMatching(/adapter/) }] },
    });
  });
});

describe('a composed tool (document 003)', () => {
  it('maps inputs from the input, the step before and any step by its position', async () => {
    const compose = {
      mode: 'compose',
      steps: [
        { name: 'search', tool: 'acme/search', inputMapping: { query: '$input.topic' } },
        {
          name: 'search',
          tool: 'acme/process',
          inputMapping: { data: ['$steps[0].deep', '$prev.snippet', 'literal $prev'] },
        },
        {
          tool: 'acme/summarise_text',
          inputMapping: { text: '$prev.processed.1', all: { input: '$input' }, no: '$prev.no' },
        },
      ],
    };
    const { body } = await run({ compose, input: { topic: 'quantum' } });
    expect(body).toMatchObject({
      status: 'succeeded',
      output: { summary: 'short: about quantum', all: { input: { topic: 'quantum' } } },
    });
    expect(tools.calls('process')).toEqual([{ data: [{ list: [1, 2] }, 'about quantum', 'literal $prev'] }]);
    expect(tools.calls('summarise_text')[0]).not.toHaveProperty('no');
  });

  it('is refused where it refers to nothing before it, every place at once', async () => {
    const step = (inputMapping: object) => ({ tool: 'acme/process', inputMapping });
    const compose = {
      mode: 'compose',
      steps: [step({ data: '$prev' }), step({ data: '$steps[1]' }), step({ data: ['$steps[9].x'] })],
    };
    const { body } = await run({ compose });
    expect(body.errors?.map((it) => it.path)).toEqual([
      '/compose/steps/0/inputMapping/data',
      '/compose/steps/1/inputMapping/data',
      '/compose/steps/2/inputMapping/data/0',
    ]);
  });
});

describe('a chain (document 004, 14.1)', () => {
  const weatherOf = (location: string) => ({ tool: 'acme/get_weather', input: { location } });

  it('chooses branches, joins fan-outs and goes round loops', async () => {
    const chain = {
      sequence: [
        { tool: 'acme/count', input: { n: '$input.n' } },
        { repeat: { body: { tool: 'acme/count' }, max: 10, until: 'output.n >= 5' } },
        {
          branch: {
            on: 'output.n == 5 ? "five" : "more"',
            cases: { five: weatherOf('Ulm') },
            default: weatherOf('Bonn'),
          },
        },
        {
          parallel: {
            branches: { a: { tool: 'acme/process', input: { data: '$prev.city' } }, b: weatherOf('Bonn') },
            join: 'all',
          },
        },
      ],
    };
    const { body } = await run({ chain, input: { n: 1 } });
    expect(body).toMatchObject({
      status: 'succeeded',
      output: { a: { processed: 'Ulm' }, b: { city: 'Bonn' } },
    });
    expect(tools.calls('count')).toHaveLength(4);
    const best = {
      parallel: { branches: { a: weatherOf('Ulm'), b: weatherOf('Bonn') }, join: { best: 'output.temp' } },
    };
    expect((await run({ chain: best })).body.output).toMatchObject({ city: 'Bonn' });
    const quorum = {
      parallel: { branches: { a: weatherOf('Ulm'), b: { tool: 'acme/flaky_api', input: {} } }, join: { quorum: 0.5 } },
    };
    expect((await run({ chain: quorum })).body.output).toMatchObject({ a: { city: 'Ulm' } });
  });

  it('undoes what a branch did whose join was decided without it', async () => {
    const compensation = { class: 'full', tool: 'acme/file_write', input: '{"input": "undo " & output}' };
    const manifest = httpManifest('acme/book', {
      ...{ inputSchema: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] } },
      ...{ outputSchema: { type: 'string' }, annotations: { destructiveHint: false } },
      endpoint: { url: `${tools.api.url}/file_write` },
    });
    await house.admin.post('/v1/tools', { ...manifest, compensation });
    await house.admin.post('/v1/endorsements', { tool: 'acme/book', organisation: 'default' });
    const book = (input: string) => ({ tool: 'acme/book', input: { input } });
    const join = { best: 'size(output)' };
    const chain = { parallel: { branches: { cheap: book('x'), dear: book('a longer one') }, join } };
    const { body } = await run({ chain });
    expect(body).toMatchObject({ status: 'succeeded', output: 'written: a longer one' });
    expect(body.steps.map(({ id, tool, status }) => [id, tool, status])).toEqual([
      ['0.cheap', 'acme/book', 'succeeded'],
      ['0.dear', 'acme/book', 'succeeded'],
      ['0.cheap/undo', 'acme/file_write', 'succeeded'],
    ]);
    expect(tools.calls('file_write').at(-1)).toEqual({ input: 'undo written: x' });
    const irreversible = {
      parallel: { branches: { a: { tool: 'acme/file_write', input: { input: 'x' } } }, join: 'first' },
    };
    expect((await run({ chain: irreversible })).body.errors?.[0]?.message).toMatch(/irreversible effect/);
  });

  it('fails where no branch takes the value, and names the step', async () => {
    const chain = { branch: { on: 'input.kind', cases: { a: weatherOf('Ulm') } } };
    expect((await run({ chain, input: { kind: 'b' } })).body).toMatchObject({
      status: 'failed',
      error: { code: 'no_branch', message: expect.stringMatching(/gives "b"/) },
    });
    expect((await run({ chain: { branch: { ...chain.branch, on: 'output.' } } })).body.errors).toEqual([
      { path: '/chain/branch/on', message: expect.stringMatching(/is no CEL .*at character/) },
    ]);
    const asked = { branch: { on: { model: 'Which?' }, cases: { a: weatherOf('Ulm') } } };
    expect((await run({ chain: asked })).body.errors?.[0]?.message).toMatch(/LLM_BASE_URL/);
  });
});

describe('a run', () => {
  const writing = { pipeline: { steps: [{ tool: 'acme/file_write' }] }, input: { input: 'x' } };

  it('is made once under a key, whether that stands in the header or the body', async () => {
    const first = await run(writing, { 'idempotency-key': 'run-1' });
    const again = await run({ ...writing, idempotencyKey: 'run-1' });
    expect(again.body).toEqual(first.body);
    expect(tools.calls('file_write')).toHaveLength(1);
    expect(await run({ ...writing, input: { input: 'y' }, idempotencyKey: 'run-1' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
  });

  it('goes on after its request when that is asked for, and can be followed', async () => {
    const begun = await run(writing, { prefer: 'respond-async' });
    expect([begun.status, begun.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    const ended = await eventually(async () => {
      const { status, body } = await show(begun.body.id);
      return status === 200 ? body : undefined;
    }, 'the run to end');
    expect(ended).toMatchObject({ status: 'succeeded', output: 'written: x' });
    const events = await agent.get<string>(`/v1/runs/${begun.body.id}/events`);
    expect(events.body).toMatch(/event: end\n.*"status":"succeeded"/s);
    expect((await agent.get(`/v1/runs/${begun.body.id}/events`, { headers: { 'last-event-id': 'end' } })).status).toBe(
      204,
    );
    expect(await agent.delete(`/v1/runs/${begun.body.id}`)).toMatchObject({ status: 409 });
  });

  it('is its caller’s own, and listed newest first', async () => {
    const { body } = await run(writing);
    const other = await house.as('otto');
    expect((await show(body.id, other)).status).toBe(404);
    expect((await other.delete(`/v1/runs/${body.id}`)).status).toBe(404);
    expect((await other.get(`/v1/runs/${body.id}/events`)).status).toBe(404);
    const listed = await agent.get<{ items: RunSummary[]; nextCursor: string }>('/v1/runs?limit=1&status=succeeded');
    expect(listed.body.items.map(({ id }) => id)).toEqual([body.id]);
    const next = await agent.get<{ items: RunSummary[] }>(`/v1/runs?limit=1&cursor=${listed.body.nextCursor}`);
    expect(next.body.items[0]?.id).not.toBe(body.id);
    expect((await other.get<{ items: RunSummary[] }>('/v1/runs')).body.items).toEqual([]);
    expect((await house.anonymous.post('/v1/plans/execute', writing)).status).toBe(401);
  });

  it('calls nothing its caller may not call, and nothing it may not see', async () => {
    await house.admin.post('/v1/tools', {
      ...{ name: 'acme/closed', version: '1.0.0', description: 'For owners', inputSchema: { type: 'object' } },
      ...{ protocol: 'http', endpoint: { url: `${tools.api.url}/reliable_api` }, visibility: 'organisation' },
    });
    const plan = {
      steps: [
        { id: 'a', tool: 'acme/closed', arguments: {} },
        { id: 'b', tool: 'acme/absent', arguments: {} },
      ],
    };
    const { status, body } = await run({ plan });
    expect(status).toBe(422);
    expect(body.errors?.map((it) => it.message)).toEqual([
      expect.stringMatching(/endorse|open only to owners/),
      expect.stringMatching(/no tool is called/),
    ]);
  });

  it('counts its steps and itself for Prometheus', async () => {
    const { body } = await house.anonymous.get<string>('/metrics');
    expect(body).toMatch(/assay_runs_total\{notation="plan",status="partial"\} \d/);
    expect(body).toMatch(/assay_run_steps_total\{notation="chain",status="succeeded"\} \d/);
    expect(body).toMatch(/assay_run_seconds_total/);
  });

  it.each([
    [{}, '/plan'],
    [{ plan: comparison, chain: { tool: 'acme/count' } }, '/chain'],
    [{ plan: comparison, input: {} }, '/input'],
    [{ plan: { steps: [] } }, '/plan/steps'],
    [{ pipeline: { steps: [{ tool: 'no' }] } }, '/pipeline/steps/0/tool'],
    [{ plan: { steps: [{ id: 'a b', tool: 'acme/count', arguments: {} }] } }, '/plan/steps/0/id'],
    [{ plan: { steps: [weather('__proto__', 'x'), weather('__proto__', 'y')] } }, '/plan/steps/1/id'],
  ])('refuses %#', async (body, path) => {
    const refused = await run(body);
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_request']);
    expect(refused.body.errors?.map((it) => it.path)).toContainEqual(path);
    expect(tools.api.seen).toEqual([]);
  });

  it('refuses what nests without end', async () => {
    const deep = Array.from({ length: 2_000 }).reduce<object>((inner) => ({ sequence: [inner] }), {
      tool: 'acme/count',
    });
    expect(await run({ chain: deep })).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/nested deeper/) },
    });
  });
});
