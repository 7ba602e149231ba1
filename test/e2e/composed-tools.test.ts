import type { Envelope } from '@assay/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ComposableTools, publishComposableTools } from '../fixtures/composable-tools.js';
import type { Client, Refusal } from './client.js';
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

type Answered = Envelope & Refusal;
const composite = (name: string, notation: string, definition: object, more: object = {}) => ({
  ...{ name: `acme/${name}`, version: '1.0.0', description: `A composition called ${name}` },
  ...{ inputSchema: { type: 'object' }, protocol: 'composite', endpoint: { notation, definition } },
  ...more,
});
async function publish(manifest: { name: string }) {
  const answer = await house.admin.post<Refusal & { inputSchema: object; description: string }>('/v1/tools', manifest);
  await house.admin.post('/v1/endorsements', { tool: manifest.name, organisation: 'default' });
  return answer;
}
const call = (tool: string, input: object, more: object = {}, by = agent) =>
  by.post<Answered>('/v1/invocations', { tool, input, ...more });
const use = (tool: string) => ({ tool });
const readOnly = { annotations: { readOnlyHint: true } };

describe('a composition published as a tool', () => {
  it('of a pipeline has its first step’s input and its last step’s output, and runs as one call', async () => {
    const {
      inputSchema: _,
      description: __,
      ...manifest
    } = composite(
      'json_parser_then_calculator',
      'pipeline',
      { steps: [use('acme/json_parser'), use('acme/calculator')] },
      readOnly,
    );
    expect(await publish(manifest)).toMatchObject({
      status: 201,
      body: {
        description: 'Pipeline: json_parser -> calculator',
        inputSchema: { required: ['input'] },
        outputSchema: { type: 'string' },
      },
    });
    const found = await agent.post<{ results: { tool: string }[] }>('/v1/discover', {
      query: 'pipeline json parser calculator',
      constraints: { minTrust: 0 },
    });
    expect(found.body.results.map((it) => it.tool)).toContain('acme/json_parser_then_calculator');
    const called = await call('acme/json_parser_then_calculator@^1', { input: 'prices' });
    expect(called.body).toMatchObject({
      status: 'succeeded',
      output: '= 149.99 of prices',
      provenance: { source: 'composite:acme/json_parser_then_calculator' },
    });
    expect(await call('acme/json_parser_then_calculator', { no: 1 })).toMatchObject({ status: 422 });
  });

  it('nests: a part may be a composition, in any notation', async () => {
    const inner = { steps: [{ tool: 'acme/search', inputMapping: { query: '$input.topic' } }], mode: 'compose' };
    const inputSchema = { type: 'object', properties: { topic: { type: 'string' } }, required: ['topic'] };
    expect((await publish(composite('inner', 'compose', inner, { inputSchema, ...readOnly }))).status).toBe(201);
    const outer = {
      sequence: [
        {
          parallel: {
            branches: {
              a: { tool: 'acme/inner', input: { topic: '$input.topic' } },
              b: { tool: 'acme/inner', input: { topic: 'tea' } },
            },
            join: 'all',
          },
        },
        { tool: 'acme/process', input: { data: ['$prev.a.snippet', '$prev.b.snippet'] } },
      ],
    };
    expect((await publish(composite('outer', 'chain', outer, { inputSchema, ...readOnly }))).status).toBe(201);
    const { body } = await call('acme/outer', { topic: 'quantum' });
    expect(body).toMatchObject({ status: 'succeeded', output: { processed: ['about quantum', 'about tea'] } });
    const plan = { steps: [{ id: 'a', tool: 'acme/outer', arguments: { topic: 'x' } }] };
    const run = await agent.post<{ status: string }>('/v1/plans/execute', { plan });
    expect(run.body.status).toBe('succeeded');
  });

  it('of a plan answers its output steps, or names the step that failed', async () => {
    const steps = [
      { id: 'good', tool: 'acme/reliable_api', arguments: {} },
      { id: 'bad', tool: 'acme/flaky_api', arguments: {} },
    ];
    await publish(composite('some', 'plan', { steps, output_steps: ['good'] }, readOnly));
    expect((await call('acme/some', {})).body).toMatchObject({ output: { good: { is: 'fine' } } });
    await publish(composite('all', 'plan', { steps }, readOnly));
    expect(await call('acme/all', {})).toMatchObject({
      status: 422,
      body: { code: 'upstream_rejected', detail: expect.stringMatching(/^bad: /) },
    });
  });

  it('carries the whole call’s key to its parts, so that nothing is done twice', async () => {
    await publish(composite('writing', 'pipeline', { steps: [use('acme/file_write'), use('acme/calculator')] }));
    const key = { idempotencyKey: 'whole-1' };
    const first = await call('acme/writing', { input: 'x' }, key);
    expect(first.body).toMatchObject({ status: 'succeeded', output: '= written: x' });
    expect((await call('acme/writing', { input: 'x' }, key)).body.provenance?.freshness).toBe('replayed');
    expect(tools.calls('file_write')).toHaveLength(1);
    const sent = tools.api.seen.find(({ url }) => url === '/file_write');
    expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('runs with its caller’s own rights: who may not call a part may not through the whole', async () => {
    await house.admin.post('/v1/tools', {
      ...{ name: 'acme/closed', version: '1.0.0', description: 'For owners', inputSchema: { type: 'object' } },
      ...{ protocol: 'http', endpoint: { url: `${tools.api.url}/reliable_api` }, annotations: { readOnlyHint: true } },
    });
    await publish(composite('opening', 'plan', { steps: [{ id: 'a', tool: 'acme/closed', arguments: {} }] }));
    expect((await call('acme/opening', {}, {}, house.admin)).body).toMatchObject({ output: { a: { is: 'fine' } } });
    expect(await call('acme/opening', {})).toMatchObject({
      status: 403,
      body: { code: 'denied', detail: expect.stringMatching(/cannot run for you: .*\/steps\/0\/tool/) },
    });
  });

  it.each([
    ['an unknown tool', 'pipeline', { steps: [use('acme/none')] }, {}, '/endpoint/definition/steps/0/tool'],
    ['what is no pipeline', 'pipeline', { stages: [] }, {}, '/endpoint/definition/steps'],
    ['a saga', 'saga', { steps: [] }, {}, '/endpoint/notation'],
    [
      'types that do not fit',
      'pipeline',
      { steps: [use('acme/calculator'), use('acme/count')] },
      {},
      '/endpoint/definition/steps/1',
    ],
    [
      'a promise its parts do not keep',
      'pipeline',
      { steps: [use('acme/file_write')] },
      { annotations: { readOnlyHint: true } },
      '/annotations/readOnlyHint',
    ],
    [
      'itself',
      'plan',
      { steps: [{ id: 'a', tool: 'acme/circle', arguments: {} }] },
      { name: 'acme/circle' },
      '/endpoint/definition',
    ],
  ])('is refused for %s, with its place', async (_what, notation, definition, more, path) => {
    const refused = await publish(composite('refused', notation, definition, more));
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_manifest']);
    expect(refused.body.errors?.map((it) => it.path)).toContainEqual(path);
  });

  it('is refused when it leads back to itself through others, and stopped when ranges come to do so later', async () => {
    const one = (tool: string) => ({ steps: [{ id: 'a', tool, arguments: {} }] });
    await publish(composite('ring-a', 'plan', one('acme/reliable_api'), readOnly));
    await publish(composite('ring-b', 'plan', one('acme/ring-a'), readOnly));
    const back = composite('ring-a', 'plan', one('acme/ring-b'), { ...readOnly, version: '1.0.1' });
    expect((await publish(back)).body.errors?.[0]).toMatchObject({
      path: '/endpoint/definition',
      message: expect.stringMatching(/leads back/),
    });
  });

  it('nests eight deep and no deeper', async () => {
    const one = (tool: string) => ({ steps: [{ id: 'a', tool, arguments: {} }] });
    for (let depth = 1; depth <= 8; depth += 1) {
      const part = depth === 1 ? 'acme/reliable_api' : `acme/deep-${depth - 1}`;
      expect((await publish(composite(`deep-${depth}`, 'plan', one(part), readOnly))).status).toBe(201);
    }
    expect((await call('acme/deep-8', {})).body.status).toBe('succeeded');
    expect(
      (await publish(composite('deep-9', 'plan', one('acme/deep-8'), readOnly))).body.errors?.[0]?.message,
    ).toMatch(/nest.* 9 deep/);
  });
});
