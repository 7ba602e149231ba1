import type { Entry, Envelope, FeedbackView, Manifest, RunView } from '@assay/contracts';
import { FakeModel } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import type { Refusal } from './client.js';
import { type House, startHouse } from './house.js';

type Answered = Envelope & Refusal & { readonly invocationStatus?: string; readonly proposal?: { input: object } };

let house: House;
let api: HttpApi;
let model: FakeModel;
/** What the model is to answer, by the tool it is asked about. */
const answers: Record<string, unknown> = {};

const text = { type: 'string' };
const weatherIn = { type: 'object', properties: { city: { ...text, 'x-assay-entity': 'city' } }, required: ['city'] };
const weatherOut = (field: object = {}) => ({
  type: 'object',
  properties: {
    temp: { type: 'number', 'x-assay-field': { name: 'temperature.celsius', tolerance: { absolute: 0.5 }, ...field } },
  },
  required: ['temp'],
});

const manifest = (tool: string, parts: Partial<Manifest> = {}): Manifest => ({
  name: `acme/${tool}`,
  version: '1.0.0',
  description: `Answers what ${tool} answers.`,
  inputSchema: { type: 'object' },
  protocol: 'http',
  endpoint: { url: `${api.url}/${tool}` },
  annotations: { readOnlyHint: true },
  ...parts,
});
async function publish(tool: string, parts: Partial<Manifest> = {}) {
  const { status, body } = await house.admin.post<Entry & Refusal>('/v1/tools', manifest(tool, parts));
  return { status, body };
}
async function published(tool: string, parts: Partial<Manifest> = {}): Promise<void> {
  const { status, body } = await publish(tool, parts);
  if (status !== 201) throw new Error(JSON.stringify(body));
}
const call = (tool: string, input: object, parts: object = {}) =>
  house.admin.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input, ...parts });
const reached = (tool: string) => api.seen.filter(({ url }) => url === `/${tool}`).map(({ body }) => JSON.parse(body));
const metric = async (name: string): Promise<number> => {
  const { body } = await house.anonymous.get<string>('/metrics');
  return Number(
    body
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? 0,
  );
};

/** The tools of the API, by their path: what each makes of its input. */
const tools: Record<string, (input: Record<string, unknown>) => unknown | { readonly refused: string }> = {
  price: (input) => ({ price: input.price, at: input.at ?? new Date().toISOString() }),
  first: () => ({ temp: 20 }),
  second: () => ({ temp: 30 }),
  third: () => ({ temp: 30.2 }),
  critical: () => ({ temp: 20 }),
  asking: () => ({ temp: 20 }),
  pay: () => ({ paid: true }),
  lookup: (input) =>
    input.unit === 'celsius' ? { temp: 20 } : { refused: 'Invalid value for unit: expected celsius or kelvin' },
  find: (input) => ({ items: input.status === undefined ? [{ id: 1 }] : [] }),
};

beforeAll(async () => {
  api = await startHttpApi(({ url, body }, response) => {
    const said = tools[url.slice(1)]?.(JSON.parse(body) as Record<string, unknown>);
    const refused = (said as { refused?: string } | undefined)?.refused;
    if (refused === undefined) answerJson(response, said);
    else answerJson(response, { error: refused }, 400);
  });
  model = await new FakeModel({
    answer: (body) => {
      const asked = (body.messages as { content: string }[]).at(-1)?.content ?? '';
      const found = Object.keys(answers).find((tool) => asked.includes(`acme/${tool}`));
      return JSON.stringify(found === undefined ? { input: null } : answers[found]);
    },
  }).start();
  house = await startHouse({ LLM_BASE_URL: model.url, LLM_MODEL: 'small' });
  await house.admin.post('/v1/namespaces', { name: 'acme' });
});
afterAll(() => Promise.all([house.stop(), api.stop(), model.stop()]));

describe('sanity predicates', () => {
  it('are compiled at publishing, and refused with their place', async () => {
    const sanity = [
      { name: 'a', kind: 'range', expression: 'output.price >', severity: 'WARNING' },
      { name: 'a', kind: 'range', expression: 'price > 0', severity: 'WARNING' },
    ] as Manifest['sanity'];
    const { status, body } = await publish('price', { ...(sanity && { sanity }) });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_manifest' });
    expect(body.errors).toEqual([
      { path: '/sanity/0/expression', message: expect.stringMatching(/at character 15$/) },
      { path: '/sanity/1/name', message: 'is the name of an earlier predicate' },
      { path: '/sanity/1/expression', message: expect.stringMatching(/Unknown variable: price/) },
    ]);
  });

  it('warn of what is not plausible, and withhold what cannot be', async () => {
    await published('price', {
      sanity: [
        { name: 'dear', kind: 'range', expression: 'output.price < 1000', severity: 'WARNING' },
        { name: 'positive', kind: 'range', expression: 'output.price > 0', severity: 'CRITICAL' },
        { name: 'past', kind: 'time', expression: 'timestamp(output.at) <= now', severity: 'CRITICAL' },
        { name: 'unknown', kind: 'range', expression: 'output.stock >= 0', severity: 'CRITICAL' },
      ],
    });
    const soon = new Date(Date.now() + 120_000).toISOString();
    const dear = await call('price', { price: 5_000, at: soon });
    expect(dear.status).toBe(200);
    expect(dear.body).toMatchObject({ status: 'succeeded', output: { price: 5_000 }, confidence: 0.8 });
    expect(dear.body.validation).toMatchObject({
      outcome: 'warning',
      issues: [
        { name: 'dear', value: 5_000, expected: 'output.price < 1000', severity: 'WARNING', layer: 'sanity' },
        { name: 'unknown', severity: 'WARNING', message: expect.stringMatching(/No such key: stock/) },
      ],
    });
    expect(dear.body.warnings).toHaveLength(2);
    const wrong = await call('price', { price: -5 });
    expect({ status: wrong.status, code: wrong.body.code }).toEqual({ status: 502, code: 'bad_output' });
    expect(wrong.body).toMatchObject({ invocationStatus: 'failed', validation: { outcome: 'failure' } });
    expect(wrong.body).not.toHaveProperty('output');
    expect(wrong.body.detail).toMatch(/output\.price is -5/);
    expect((await call('price', { price: 5, at: '2099-01-01T00:00:00Z' })).status).toBe(502);
  });
});

it('a composition that is called as a tool returns of a step what its output setting says', async () => {
  const definition = { tool: 'acme/price@^1', input: { price: 5 }, output: { fields: ['/price'] } };
  const endpoint = { notation: 'chain', definition } as Manifest['endpoint'];
  await published('priced', { protocol: 'composite', endpoint });
  expect((await call('priced', {})).body).toMatchObject({ status: 'succeeded', output: { price: 5 } });
  expect((await call('priced', {})).body.output).not.toHaveProperty('at');
});

describe('corroboration', () => {
  const weather = { capabilities: ['weather.now'], inputSchema: weatherIn, outputSchema: weatherOut() };

  it('refuses annotations that say nothing, with their place', async () => {
    const outputSchema = { type: 'object', properties: { temp: { 'x-assay-field': { name: '!' } } } };
    const { status, body } = await publish('first', { outputSchema });
    expect({ status, errors: body.errors?.map(({ path }) => path) }).toEqual({
      status: 422,
      errors: ['/outputSchema/properties/temp/x-assay-field/name'],
    });
  });

  it('compares answers of other tools, resolves what it can, and says how', async () => {
    await published('first', weather);
    const alone = await call('first', { city: 'Ulm' }, { corroborate: 2 });
    expect(alone.body.warnings).toEqual([expect.stringMatching(/asks for 2 other tools, and 0 answered/)]);
    await published('second', weather);
    const two = await call('first', { city: 'Ulm' }, { corroborate: 1 });
    expect(two.body).toMatchObject({ status: 'succeeded', output: { temp: 20 }, validation: { outcome: 'warning' } });
    await published('third', weather);
    const { status, body } = await call('first', { city: 'Ulm' }, { corroborate: 2 });
    expect({ status, invocation: body.status }).toEqual({ status: 200, invocation: 'conditional' });
    expect(body.output).toEqual({ temp: expect.closeTo(30, 0) });
    expect(body.validation).toMatchObject({
      outcome: 'conditional',
      issues: [{ name: 'temperature.celsius', value: 20, resolution: { by: 'majority' } }],
      corroboration: [
        { tool: expect.any(String), status: 'succeeded', compared: 1, conflicts: 1 },
        { tool: expect.any(String), status: 'succeeded', compared: 1, conflicts: 1 },
      ],
    });
    expect(body.trace.map(({ stage }) => stage)).toContain('corroborate');
    const [other] = body.validation.corroboration ?? [];
    expect((await house.admin.get<Envelope>(`/v1/invocations/${other?.id}`)).body.tool).toBe(other?.tool);
  });

  it('is what a step of a plan asks for, whose output is then what stands', async () => {
    const planned = async (settings: object) => {
      const step = { id: 'a', tool: 'acme/first@^1', arguments: { city: 'Ulm' }, ...settings };
      const { body } = await house.admin.post<RunView>('/v1/plans/execute', { plan: { steps: [step] } });
      return [body.outputs.a?.output, body.warnings];
    };
    expect(await planned({})).toEqual([{ temp: 20 }, []]);
    expect(await planned({ corroborate: 2 })).toEqual([
      { temp: expect.closeTo(30, 0) },
      [expect.stringMatching(/^a: .*20.* stands/)],
    ]);
  });

  it('is what a join does with branches that say the same field of the same entity, also in a published chain', async () => {
    const step = (tool: string) => ({ tool: `acme/${tool}@^1`, input: { city: 'Ulm' } });
    const branches = { a: step('first'), b: step('second'), c: step('third') };
    const chain = { parallel: { branches, join: 'all' } };
    const run = await house.admin.post<RunView>('/v1/plans/execute', { chain });
    const agreed = { temp: expect.closeTo(30, 0) };
    expect(run.body).toMatchObject({ status: 'succeeded', output: { a: agreed, b: agreed, c: agreed } });
    expect(run.body.warnings).toEqual([
      expect.stringMatching(/a\/temp is 20, but b .* stands, since 2 of 3 tools agree/),
    ]);
    const two = { parallel: { branches: { a: step('first'), b: step('second') }, join: 'all' } };
    const open = await house.admin.post<RunView>('/v1/plans/execute', { chain: two });
    expect(open.body).toMatchObject({ status: 'succeeded', output: { a: { temp: 20 }, b: { temp: 30 } } });
    expect(open.body.warnings).toEqual([expect.stringMatching(/nothing decides/)]);
    const endpoint = { notation: 'chain', definition: chain } as Manifest['endpoint'];
    await published('joined', { protocol: 'composite', endpoint });
    const called = await call('joined', {});
    expect(called.body).toMatchObject({ output: { a: agreed, b: agreed, c: agreed } });
    expect(called.body.warnings.join()).toMatch(/2 of 3 tools agree/);
  });

  it('fails for a critical conflict that nothing decides', async () => {
    const outputSchema = weatherOut({ severity: 'CRITICAL', resolve: ['authority'] });
    await published('critical', { ...weather, outputSchema });
    const { status, body } = await call('critical', { city: 'Ulm' }, { corroborate: 3 });
    expect({ status, code: body.code }).toEqual({ status: 502, code: 'outputs_conflict' });
    expect(body).toMatchObject({ validation: { outcome: 'failure' }, error: { class: 'semantic', retryable: false } });
  });

  it('goes to a person where the field says so, whose answer completes the call', async () => {
    const outputSchema = weatherOut({ severity: 'CRITICAL', resolve: ['person'] });
    await published('asking', { ...weather, outputSchema });
    const { body } = await call('asking', { city: 'Ulm' }, { corroborate: 4 });
    expect(body).toMatchObject({ code: 'outputs_conflict', invocationStatus: 'escalated' });
    const ticket = body.escalation?.id;
    const answer = { output: { temp: 21 }, reason: 'Looked out of the window.' };
    const olga = await house.as('olga', { principal: { kind: 'user', name: 'olga' }, scopes: ['approvals:decide'] });
    expect((await olga.post(`/v1/escalations/${ticket}/resolve`, answer)).status).toBe(200);
    const { body: since } = await house.admin.get<Envelope>(`/v1/invocations/${body.id}`);
    expect(since).toMatchObject({ status: 'succeeded', output: { temp: 21 } });
  });

  it('is refused for tools that may have effects, before they are called', async () => {
    await published('pay', {
      annotations: { readOnlyHint: false },
      inputSchema: {
        type: 'object',
        properties: { note: text, to: text, amount: { type: 'number' } },
        required: ['note'],
        additionalProperties: false,
      },
    });
    const { status, body } = await call('pay', { note: 'x' }, { corroborate: 1 });
    expect({ status, code: body.code, path: body.errors?.[0]?.path }).toEqual({
      status: 422,
      code: 'invalid_request',
      path: '/corroborate',
    });
    expect(reached('pay')).toEqual([]);
  });
});

describe('repair by a model', () => {
  it('repairs the form of an input that rules cannot repair', async () => {
    answers.pay = { input: { note: 'thanks', amount: 5 } };
    const { status, body } = await call('pay', { remark: 'thanks', amount: '5' });
    expect({ status, output: body.output }).toEqual({ status: 200, output: { paid: true } });
    expect(body).toMatchObject({ confidence: 0.9 });
    expect(body.repaired).toEqual(expect.arrayContaining(['/remark is called "note"', '/amount "5" was read as 5']));
    expect(reached('pay')).toEqual([{ note: 'thanks', amount: 5 }]);
  });

  it('never changes an amount, a recipient or an identifier of a tool with effects, whatever the model says', async () => {
    const before = reached('pay').length;
    for (const input of [
      { note: 'thanks', to: 'mallory', amount: 5 },
      { note: 'thanks', amount: 5_000 },
    ]) {
      answers.pay = { input };
      const { status, body } = await call('pay', { remark: 'thanks', payee: 'ann', amount: 5 });
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_input' });
      expect(body.proposal?.input).toEqual(input);
    }
    expect(reached('pay')).toHaveLength(before);
  });

  it('repairs what the tool itself rejected, for a read-only tool', async () => {
    await published('lookup', { inputSchema: { type: 'object', properties: { unit: text } } });
    answers.lookup = { input: { unit: 'celsius' } };
    const { status, body } = await call('lookup', { unit: 'C' });
    expect({ status, output: body.output }).toEqual({ status: 200, output: { temp: 20 } });
    expect(body.repaired).toEqual(['/unit "C" was read as "celsius"']);
    expect(body.attempted.map(({ outcome }) => outcome)).toEqual(['failed', 'succeeded']);
    expect(reached('lookup')).toEqual([{ unit: 'C' }, { unit: 'celsius' }]);
    expect((await call('lookup', { unit: 'C' }, { repair: 'off' })).status).toBe(422);
    const step = { id: 'a', tool: 'acme/lookup', arguments: { unit: 'C' } };
    const run = async (parts: object) =>
      (await house.admin.post<RunView>('/v1/plans/execute', { plan: { steps: [{ ...step, ...parts }] } })).body;
    expect((await run({})).status).toBe('succeeded');
    expect(await run({ fixed: ['unit'] })).toMatchObject({ status: 'failed', outputs: { a: { status: 'failed' } } });
    expect(await run({ fixed: ['other'] })).toMatchObject({
      status: 'succeeded',
      outputs: { a: { output: { temp: 20 } } },
    });
    expect(body.trace.filter(({ stage }) => stage === 'policy' || stage === 'limits')).toHaveLength(4);
    expect(body.trace.filter(({ stage }) => stage === 'repair')).toMatchObject([
      { note: '1 change after upstream_rejected' },
    ]);
  });

  it('does without the model when it is away', async () => {
    model.mode = 'failing';
    const { status, body } = await call('pay', { remark: 'thanks' });
    model.mode = 'well';
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_input' });
  });
});

describe('an empty answer', () => {
  it('is an answer, and broadened only when the caller asks', async () => {
    await published('find', { inputSchema: { type: 'object', properties: { query: text, status: text } } });
    const plain = await call('find', { query: 'tea', status: 'open' });
    expect(plain.body).toMatchObject({ output: { items: [] }, confidence: 1 });
    const broad = await call('find', { query: 'tea', status: 'open' }, { repair: 'broaden' });
    expect(broad.body.output).toEqual({ items: [{ id: 1 }] });
    expect(broad.body.repaired).toEqual(['/status "open" was removed because nothing matched the full input']);
    expect(broad.body.warnings).toEqual(broad.body.repaired);
  });
});

describe('feedback and metrics', () => {
  it('counts what was repaired, and what turned out wrong', async () => {
    const before = await metric('assay_repair_false_total{by="caller"}');
    expect(await metric('assay_repair_calls_total')).toBeGreaterThan(3);
    expect(await metric('assay_repair_success_ratio')).toBeGreaterThan(0);
    expect(await metric('assay_repair_attempts_mean')).toBeGreaterThanOrEqual(1);
    answers.pay = { input: { note: 'thanks' } };
    const { body } = await call('pay', { remark: 'thanks' });
    const judge = (verdict: string) =>
      house.admin.post<FeedbackView & Refusal>(`/v1/invocations/${body.id}/feedback`, { verdict, reason: 'not so' });
    expect(await judge('rejected')).toMatchObject({
      status: 200,
      body: { invocationId: body.id, verdict: 'rejected' },
    });
    await judge('rejected');
    expect((await metric('assay_repair_false_total{by="caller"}')) - before).toBe(1);
    expect((await judge('perhaps')).status).toBe(422);
    const odd = { verdict: 'rejected', reason: 'a\0b' };
    expect((await house.admin.post(`/v1/invocations/${body.id}/feedback`, odd)).status).toBe(422);
    expect((await house.admin.post('/v1/invocations/no-id/feedback', { verdict: 'accepted' })).status).toBe(404);
    const other = await house.as('carl');
    const strange = await other.post<Refusal>(`/v1/invocations/${body.id}/feedback`, { verdict: 'rejected' });
    expect({ status: strange.status, code: strange.body.code }).toEqual({ status: 404, code: 'not_found' });
  });
});
