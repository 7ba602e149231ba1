import type { ServerResponse } from 'node:http';
import type { QuestionView, RunCheck, RunView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';

let house: House;
let tools: ComposableTools;
let texts: HttpApi;
let agentKey: string;
let personKey: string;
let deciderKey: string;

const answerText = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { 'content-type': 'text/plain' }).end(text);

const anything = { type: 'object' } as const;
const textInput = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] } as const;
const save = {
  type: 'object',
  properties: { path: { type: 'string' }, content: { type: 'string' } },
  required: ['path', 'content'],
} as const;

beforeAll(async () => {
  house = await startHouse();
  tools = await publishComposableTools(house.admin);
  // Tools of the sources' examples, which answer with texts that look like JSON, or take their arguments apart.
  texts = await startHttpApi(({ url, body }, response) => {
    const given = JSON.parse(body) as Record<string, unknown>;
    if (url === '/web_search_text') answerText(response, JSON.stringify({ results: [`about ${String(given.input)}`] }));
    else if (url === '/save') answerJson(response, { written: String(given.content).length, ...given });
    else if (url === '/broken') answerJson(response, { error: 'no' }, 402);
    else if (url === '/away_once' && texts.seen.filter((it) => it.url === url && it.body === body).length === 1)
      answerJson(response, { error: 'away' }, 503);
    else answerJson(response, given);
  });
  for (const [name, inputSchema, readOnly] of [
    ['web_search_text', textInput, true],
    ['echo_text', textInput, true],
    ['echo', anything, true],
    ['save', save, false],
    ['broken', anything, true],
    ['away_once', anything, true],
  ] as const) {
    const annotations = readOnly ? { readOnlyHint: true } : { destructiveHint: false };
    const endpoint = { url: `${texts.url}/${name}` };
    await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, { inputSchema, endpoint, annotations }));
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
  agentKey = await house.key('carl');
  personKey = await house.key('ann', { principal: { kind: 'user', name: 'ann' }, scopes: ['registry:read'] });
  const scopes = ['approvals:decide'] as const;
  deciderKey = await house.key('pia', { principal: { kind: 'user', name: 'pia' }, scopes: [...scopes] });
});
afterAll(async () => {
  await house.stop();
  await tools.stop();
  await texts.stop();
});

type Answered = RunView & Refusal;
const run = async (body: object, status = 200) => {
  const answered = await house.client(agentKey).post<Answered>('/v1/plans/execute', body);
  expect([answered.status, answered.body.errors]).toEqual([status, undefined]);
  return answered.body;
};
const check = async (body: unknown) => {
  const answered = await house.client(agentKey).post<RunCheck>('/v1/plans/check', body as object);
  expect(answered.status).toBe(200);
  return answered.body;
};
const questionIn = ({ steps }: RunView) => steps.find((it) => it.waitsFor !== undefined)?.waitsFor?.id ?? '';
const ended = (id: string) =>
  eventually(async () => {
    const { body } = await house.client(agentKey).get<RunView>(`/v1/runs/${id}`);
    return body.endedAt === null ? undefined : body;
  }, `the run ${id} to end`);
const answer = (key: string, id: string, value: unknown) =>
  house.client(key).post<QuestionView & Refusal>(`/v1/questions/${id}/answer`, { answer: value });

describe('computing between steps', () => {
  it('works in every notation', async () => {
    const plan = await run({
      plan: {
        steps: [
          { id: 'a', tool: 'acme/count', arguments: { n: 1 } },
          { id: 'b', tool: 'acme/count', input: { n: { $expr: 'steps.a.n * 10' } } },
        ],
      },
    });
    expect(plan.outputs.b?.output).toEqual({ n: 21 });
    const compose = await run({
      compose: {
        mode: 'compose',
        steps: [
          { name: 'first', tool: 'acme/count', inputMapping: { n: '$input.n' } },
          { tool: 'acme/count', inputMapping: { $expr: '{"n": steps.first.n + steps.`0`.n + input.n + prev.n}' } },
        ],
      },
      input: { n: 1 },
    });
    expect(compose.output).toEqual({ n: 8 });
    const chain = await run({
      chain: { sequence: [{ tool: 'acme/count' }, { tool: 'acme/count', arguments: { n: { $expr: '-prev.n' } } }] },
      input: { n: 1 },
    });
    expect(chain.output).toEqual({ n: -1 });
    const pipeline = await run({
      pipeline: { steps: [{ tool: 'acme/count' }, { tool: 'acme/echo', arguments: { more: { $expr: 'input.n' } } }] },
      input: { n: 1 },
    });
    expect(pipeline.output).toEqual({ n: 2, more: 1 });
  });

  it('fails its step when it fails, and no other one', async () => {
    const ran = await run({
      plan: {
        steps: [
          { id: 'a', tool: 'acme/count', arguments: { n: { $expr: '$error("no")' } } },
          { id: 'b', tool: 'acme/count', arguments: { n: 1 } },
        ],
      },
    });
    expect([ran.status, ran.outputs.a?.status, ran.outputs.b?.output]).toEqual(['partial', 'failed', { n: 2 }]);
  });

  it('passes text on as text, whatever it looks like, and as an object only where no text is taken', async () => {
    const asText = await run({
      pipeline: { steps: [{ tool: 'acme/web_search_text' }, { tool: 'acme/echo_text' }] },
      input: { input: 'x' },
    });
    expect(asText.error).toBeUndefined();
    expect(asText.output).toEqual({ input: '{"results":["about x"]}' });
    const asObject = await run({
      pipeline: { steps: [{ tool: 'acme/web_search_text' }, { tool: 'acme/echo' }] },
      input: { input: 'x' },
    });
    expect(asObject.output).toEqual({ results: ['about x'] });
  });

  it("runs the source documents' search_and_save with their flow of data", async () => {
    const ran = await run({
      pipeline: {
        name: 'search_and_save',
        description: 'Search for information and save the result to disk',
        errorStrategy: 'CONTINUE_ON_FAILURE',
        steps: [
          { tool: 'acme/web_search_text', adapter: '"results[0]\\n" & text' },
          { tool: 'acme/json_parser' },
          { tool: 'acme/save', arguments: { path: 'found.txt' } },
        ],
      },
      input: { input: 'assay' },
    });
    const parsed = '149.99 of results[0]\n{"results":["about assay"]}';
    expect(ran.output).toEqual({ path: 'found.txt', content: parsed, written: parsed.length });
  });

  it("runs the source documents' research composition", async () => {
    const ran = await run({
      compose: {
        mode: 'compose',
        steps: [
          { name: 'search', tool: 'acme/search', inputMapping: { query: '$input.topic' } },
          { name: 'summarise', tool: 'acme/summarise_text', inputMapping: { text: '$prev.snippet' } },
        ],
      },
      input: { topic: 'quantum computing' },
    });
    expect(ran.output).toEqual({ summary: 'short: about quantum computing' });
  });

  it('makes calls with the settings of a step', async () => {
    const strict = { id: 'a', tool: 'acme/count', arguments: { n: '1' } };
    expect((await run({ plan: { steps: [strict] } })).outputs.a?.output).toEqual({ n: 2 });
    const refused = await house
      .client(agentKey)
      .post<Refusal>('/v1/plans/execute', { plan: { steps: [{ ...strict, repair: 'off' }] } });
    expect(refused.status).toBe(422);
    // What only the run knows is repaired, or not, by the step's call.
    const given = { id: 'g', tool: 'acme/echo', arguments: { n: '1' } };
    const counted = (settings: object) =>
      run({ plan: { steps: [given, { id: 'a', tool: 'acme/count', arguments: { n: '$ref:g.n' }, ...settings }] } });
    expect((await counted({})).outputs.a).toMatchObject({ output: { n: 2 } });
    const unrepaired = await counted({ repair: 'off' });
    expect([unrepaired.status, unrepaired.outputs.a?.status]).toEqual(['partial', 'failed']);
    const checked = await check({ plan: { steps: [{ ...strict, retries: 11, fallback: 'some' }] } });
    expect(checked.problems.map(({ path }) => path)).toEqual(['/plan/steps/0/fallback', '/plan/steps/0/retries']);
  });
});

describe('the retries of a step', () => {
  const step = (at: string, retries: number) => ({ tool: 'acme/away_once', input: { at }, retries });
  const reached = (at: string) =>
    texts.seen.filter(({ url, body }) => url === '/away_once' && body.includes(at)).length;
  const bodies = {
    plan: (at: string, retries: number) => ({
      plan: { steps: [{ id: 'a', ...step(at, retries), input: undefined, arguments: { at } }] },
    }),
    chain: (at: string, retries: number) => ({ chain: { sequence: [step(at, retries)] } }),
    pipeline: (at: string, retries: number) => ({
      pipeline: { steps: [{ ...step(at, retries), input: undefined, arguments: { at } }, { tool: 'acme/echo' }] },
    }),
    compose: (at: string, retries: number) => ({
      compose: { mode: 'compose', steps: [{ ...step(at, retries), input: undefined, inputMapping: { at } }] },
    }),
  };

  it.each(Object.entries(bodies))('are those of its calls in a %s', async (notation, body) => {
    expect((await run(body(`${notation}-never`, 0))).status).toBe('failed');
    expect(reached(`${notation}-never`)).toBe(1);
    expect((await run(body(`${notation}-once`, 1))).status).toBe('succeeded');
    expect(reached(`${notation}-once`)).toBe(2);
  });
});

describe('what a run returns', () => {
  it('is shaped as a step or the run asks, and steps are handed whole outputs', async () => {
    const weather = {
      id: 'w',
      tool: 'acme/get_weather',
      arguments: { location: 'Rome' },
      output: { fields: ['/city'] },
    };
    const next = { id: 'n', tool: 'acme/count', arguments: { n: '$ref:w.temp' } };
    const ran = await run({ plan: { steps: [weather, next] } });
    expect(ran.outputs.w).toMatchObject({ output: { city: 'Rome' }, routed: { level: 'L1' } });
    expect(ran.outputs.n?.output).toEqual({ n: 5 });
    const discarded = await run({
      plan: { steps: [{ ...weather, output: undefined }] },
      output: { destinations: ['discard'] },
    });
    expect(discarded.outputs.w).toEqual({ status: 'succeeded', routed: expect.objectContaining({ level: null }) });
    expect(
      (await check({ plan: { steps: [next] }, output: { level: 'L2' } })).problems.map(({ path }) => path),
    ).toContain('/output/level');
  });
});

describe('each', () => {
  it('runs a step, or a node, for every element of a list', async () => {
    const ran = await run({
      plan: {
        steps: [
          { id: 'list', tool: 'acme/echo', arguments: { items: [1, 2, 3] } },
          { id: 'e', tool: 'acme/count', arguments: { n: { $expr: 'each * 10' } }, each: { in: '$ref:list.items' } },
        ],
      },
    });
    expect(ran.outputs.e?.output).toEqual([{ n: 11 }, { n: 21 }, { n: 31 }]);
    expect(ran.steps.map(({ id }) => id)).toEqual(expect.arrayContaining(['list', 'e[0]', 'e[1]', 'e[2]']));
    const chain = await run({
      chain: {
        each: { in: { $expr: 'input.names' }, do: { tool: 'acme/get_weather', input: { location: '$prev' } } },
      },
      input: { names: ['Rome', 'Oslo'] },
    });
    expect((chain.output as { city: string }[]).map(({ city }) => city)).toEqual(['Rome', 'Oslo']);
  });
});

describe('ask', () => {
  const asking = (more: object = {}) => ({
    plan: {
      steps: [
        { id: 'n', tool: 'acme/count', arguments: { n: 1 } },
        {
          id: 'q',
          ask: { question: { $expr: '"More than " & steps.n.n & "?"' }, schema: { type: 'integer' }, ...more },
        },
        { id: 'after', tool: 'acme/count', arguments: { n: '$ref:q' } },
      ],
    },
  });

  it('waits for an answer that fits from somebody who may give it, and goes on', async () => {
    const waiting = await run(asking(), 202);
    expect(waiting).toMatchObject({ status: 'awaiting_approval' });
    const id = questionIn(waiting);
    const listed = await house.client(deciderKey).get<{ items: QuestionView[] }>('/v1/questions?status=open');
    expect(listed.body.items.find((it) => it.id === id)).toMatchObject({
      ...{ question: 'More than 2?', askedBy: 'carl', to: null, step: 'q', runId: waiting.id },
    });
    expect((await answer(agentKey, id, 5)).status).toBe(403);
    expect((await answer(personKey, id, 5)).status).toBe(404);
    expect((await answer(deciderKey, id, 'five')).status).toBe(422);
    expect((await answer(deciderKey, id, 5)).body).toMatchObject({ status: 'answered', answeredBy: 'pia' });
    expect((await answer(deciderKey, id, 6)).status).toBe(409);
    const done = await ended(waiting.id);
    expect([done.status, done.outputs.q?.output, done.outputs.after?.output]).toEqual(['succeeded', 5, { n: 6 }]);
  });

  it('is for the person it names, who needs no scope for it', async () => {
    const waiting = await run(asking({ to: 'ann' }), 202);
    const id = questionIn(waiting);
    expect((await answer(deciderKey, id, 5)).status).toBe(404);
    expect((await answer(personKey, id, 1)).status).toBe(200);
    expect((await ended(waiting.id)).status).toBe('succeeded');
    const unknown = await check(asking({ to: 'nobody' }));
    expect(unknown.problems).toEqual([
      { path: '/plan/steps/1/ask/to', message: 'no user of your organisation is called "nobody"' },
    ]);
  });

  it('fails with ask_expired without an answer in time, and what needs it is skipped', async () => {
    const waiting = await run(asking({ timeoutHours: 0.0001 }), 202);
    const done = await ended(waiting.id);
    expect(done.status).toBe('partial');
    expect(done.steps.find(({ id }) => id === 'q')?.error?.code).toBe('ask_expired');
    expect(done.outputs.after?.status).toBe('skipped');
  });

  it('suspends the call of a composition until somebody answers', async () => {
    const chain = {
      sequence: [
        { tool: 'acme/count' },
        { ask: { question: 'How many?', schema: { type: 'integer' } } },
        { tool: 'acme/count', input: { n: '$prev' } },
      ],
    };
    const published = await house.admin.post('/v1/tools', {
      ...{ name: 'acme/asking', version: '1.0.0', description: 'Counts, asks and counts', protocol: 'composite' },
      inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      endpoint: { notation: 'chain', definition: chain },
    });
    expect(published.status).toBe(201);
    await house.admin.post('/v1/endorsements', { tool: 'acme/asking', organisation: 'default' });
    const called = await house
      .client(agentKey)
      .post<{ id: string; status: string }>('/v1/invocations', { tool: 'acme/asking', input: { n: 1 } });
    expect([called.status, called.body.status]).toEqual([202, 'awaiting_approval']);
    const open = await house.client(deciderKey).get<{ items: QuestionView[] }>('/v1/questions?status=open');
    const question = open.body.items.find((it) => it.runId === called.body.id);
    expect((await answer(deciderKey, question?.id ?? '', 41)).status).toBe(200);
    const output = await eventually(async () => {
      const { body } = await house
        .client(agentKey)
        .get<{ status: string; output?: unknown }>(`/v1/invocations/${called.body.id}`);
      return body.status === 'succeeded' ? body.output : undefined;
    }, 'the call to end');
    expect(output).toEqual({ n: 42 });
  });
});

describe('a composition that goes wrong', () => {
  it('is rejected in one shape, with every problem at once', async () => {
    const checked = await check({
      plan: {
        steps: [
          { id: 'a', tool: 'acme/nothing', arguments: { x: '$ref:none' } },
          { id: 'b', tool: 'no tool', extra: true },
          { id: 'c', tool: 'acme/count', arguments: { n: '$ref:b.n' } },
        ],
      },
      deadlineMs: 'soon',
    });
    expect(checked).toMatchObject({ ok: false, estimate: null });
    expect(checked.problems.map(({ path }) => path).sort()).toEqual(
      [
        '/deadlineMs',
        '/plan/steps/0/arguments/x',
        '/plan/steps/0/tool',
        '/plan/steps/1/extra',
        '/plan/steps/1/tool',
      ].sort(),
    );
    for (const body of [{}, [], { plan: 1 }]) expect((await check(body)).ok).toBe(false);
  });

  it('shows the outputs of the steps that succeeded, under short ids', async () => {
    const branch = { on: '"high"', cases: { high: { parallel: { branches: {}, join: 'all' } } } };
    branch.cases.high.parallel.branches = {
      a: { tool: 'acme/reliable_api', input: {} },
      b: { sequence: [{ tool: 'acme/reliable_api', input: {} }, { tool: 'acme/broken' }] },
    };
    const ran = await run({ chain: { sequence: [{ tool: 'acme/count' }, { branch }] }, input: { n: 1 } });
    expect([ran.status, ran.output]).toEqual(['failed', undefined]);
    expect(Object.fromEntries(Object.entries(ran.outputs).map(([id, it]) => [id, it.output]))).toEqual({
      ...{ '0': { n: 2 }, '1.high.a': { is: 'fine' }, '1.high.b.0': { is: 'fine' } },
    });
    expect(ran.steps.map(({ id }) => id).sort()).toEqual(['0', '1.high.a', '1.high.b.0', '1.high.b.1']);
  });

  it('warns of references within longer text, in the check and in the run', async () => {
    const plan = {
      steps: [
        { id: 'a', tool: 'acme/count', arguments: { n: 1 } },
        { id: 'b', tool: 'acme/echo', arguments: { text: 'It is $ref:a.n now' } },
      ],
    };
    const words = 'contains $ref:a, which is not replaced inside longer text';
    expect((await check({ plan })).warnings.map(({ message }) => message).join()).toContain(words);
    const ran = await run({ plan });
    expect(ran.warnings.join()).toContain(words);
    expect(ran.outputs.b?.output).toEqual({ text: 'It is $ref:a.n now' });
  });
});
