import type { Envelope, RunCheck, RunView } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Refusal } from '../client.js';
import { eventually } from '../eventually.js';
import { documentHouse } from './document-house.js';

const at = documentHouse();

type Answered = RunView & Refusal;
const run = async (pipeline: object, input: unknown) =>
  (await at.agent.post<Answered>('/v1/plans/execute', { pipeline, input })).body;
const check = async (pipeline: object) => (await at.agent.post<RunCheck>('/v1/plans/check', { pipeline })).body;
const steps = (...names: string[]) => names.map((name) => ({ tool: `acme/${name}` }));
const catalogue = (body: object) => JSON.stringify(body);
const priced = { input: `results[0].price\n${catalogue({ results: [{ price: 149.99 }] })}` };

async function publish(manifest: object) {
  const answer = await at.house.admin.post<Refusal & { name: string; description: string }>('/v1/tools', manifest);
  const { name } = answer.body;
  await at.house.admin.post('/v1/endorsements', { tool: name, organisation: 'default' });
  return answer;
}
const asTool = (pipeline: object, more: object) => ({
  ...{ version: '1.0.0', protocol: 'composite', endpoint: { notation: 'pipeline', definition: pipeline } },
  ...more,
});
const call = (tool: string, input: object) => at.agent.post<Envelope & Refusal>('/v1/invocations', { tool, input });

describe('the minimal factory: steps alone', () => {
  it('is named and described by its steps', async () => {
    expect((await check({ steps: steps('json_parser', 'calculator') })).tool).toEqual({
      name: 'json_parser_then_calculator',
      description: 'Pipeline: json_parser -> calculator',
    });
    expect((await check({ steps: steps('web_search', 'json_parser', 'file_write') })).tool).toEqual({
      name: 'web_search_then_json_parser_then_file_write',
      description: 'Pipeline: web_search -> json_parser -> file_write',
    });
  });

  it('hands each output on as it is', async () => {
    const body = await run({ steps: steps('json_parser', 'calculator') }, priced);
    expect(body).toMatchObject({ status: 'succeeded', output: '149.99' });
    expect(at.tools.inputs('calculator')).toEqual([{ input: '149.99' }]);
    expect(at.tools.called()).toEqual(['json_parser', 'calculator']);
  });

  it('is refused before anything runs where its first step needs an input and none is given', async () => {
    const body = await run({ steps: steps('json_parser', 'calculator') }, undefined);
    expect(body).toMatchObject({ code: 'invalid_request', detail: expect.stringMatching(/^Nothing was run: .*input/) });
    expect(at.tools.called()).toEqual([]);
  });

  it('is published under a name of its own making, in the namespace of its first step', async () => {
    const published = await publish(
      asTool({ steps: steps('json_parser', 'calculator') }, { annotations: { readOnlyHint: true } }),
    );
    expect(published).toMatchObject({
      status: 201,
      body: { name: 'acme/json_parser_then_calculator', description: 'Pipeline: json_parser -> calculator' },
    });
    expect((await call('acme/json_parser_then_calculator', priced)).body).toMatchObject({
      status: 'succeeded',
      output: '149.99',
    });
  });
});

describe('the named factory: a name and a description', () => {
  it('is what they say', async () => {
    const named = {
      name: 'extract_and_calculate',
      description: 'Extracts a numeric field and applies a formula',
      steps: steps('json_parser', 'calculator'),
    };
    const { ok, tool } = await check(named);
    expect({ ok, tool }).toEqual({ ok: true, tool: { name: named.name, description: named.description } });
    expect((await publish(asTool(named, { annotations: { readOnlyHint: true } }))).body).toMatchObject({
      name: 'acme/extract_and_calculate',
      description: named.description,
    });
  });
});

describe('the full form: adapters and an error strategy', () => {
  it('reshapes 149.99 into "149.99 * 1.1" on its way to the calculator', async () => {
    const pipeline = {
      name: 'extract_and_calculate',
      description: 'Extract a numeric field from JSON and apply a formula',
      steps: [{ tool: 'acme/json_parser', adapter: 'output & " * 1.1"' }, { tool: 'acme/calculator' }],
    };
    const body = await run(pipeline, priced);
    expect(at.tools.inputs('calculator')).toEqual([{ input: '149.99 * 1.1' }]);
    expect(body).toMatchObject({ status: 'succeeded', output: '164.989' });
  });

  it('searches, takes the first result by a prefix, and saves it', async () => {
    const pipeline = {
      name: 'search_and_save',
      description: 'Search for information and save the result to disk',
      errorStrategy: 'CONTINUE_ON_FAILURE',
      steps: [
        { tool: 'acme/web_search', adapter: '"results[0]\n" & text' },
        { tool: 'acme/json_parser' },
        { tool: 'acme/file_write' },
      ],
    };
    const body = await run(pipeline, { input: 'AI trends' });
    expect(body.status).toBe('succeeded');
    expect(at.tools.inputs('json_parser')[0]?.input).toMatch(/^results\[0\]\n\{"results":/);
    expect(JSON.parse(at.tools.written().at(-1) ?? '')).toMatchObject({ title: 'Qubits at room temperature' });
    expect(body.warnings).toContainEqual(
      expect.stringMatching(/^\/pipeline\/steps\/2: acme\/file_write may have effects/),
    );
  });

  it('reads the typed payload in an adapter, too', async () => {
    const adapter = 'structured.results[0].price & " + " & structured.results[1].price';
    const body = await run(
      { steps: [{ tool: 'acme/web_search', adapter }, { tool: 'acme/calculator' }] },
      { input: 'x' },
    );
    expect(body.output).toBe('169.99');
  });

  it('never asks the adapter of a step that failed, nor of the last one', async () => {
    const never = { adapter: '$error("asked")' };
    const last = await run({ steps: [{ tool: 'acme/shout', ...never }] }, { input: 'a' });
    expect(last).toMatchObject({ status: 'succeeded', output: 'A' });
    const steps = [{ tool: 'acme/calculator', ...never }, { tool: 'acme/shout' }];
    const on = await run({ errorStrategy: 'CONTINUE_ON_FAILURE', steps }, { input: 'one' });
    expect(on.output).toMatch(/NO NUMBER: ONE/);
  });

  it('counts an adapter that fails as its own step’s failure', async () => {
    const steps = [{ tool: 'acme/shout', adapter: '$number(text)' }, { tool: 'acme/shout' }];
    const fast = await run({ steps }, { input: 'a' });
    expect(fast).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/^step 0: The adapter failed/) },
    });
    expect(fast.steps.map(({ status }) => status)).toEqual(['failed', 'skipped']);
    const on = await run({ errorStrategy: 'CONTINUE_ON_FAILURE', steps }, { input: 'a' });
    expect(on.output).toMatch(/^THE ADAPTER FAILED/);
  });
});

describe('error strategies', () => {
  const steps = [{ tool: 'acme/calculator' }, { tool: 'acme/shout' }, { tool: 'acme/shout' }];

  it('FAIL_FAST, which is the default, returns the failure and runs nothing more', async () => {
    for (const errorStrategy of [undefined, 'FAIL_FAST']) {
      at.tools.forget();
      const body = await run({ steps, ...(errorStrategy && { errorStrategy }) }, { input: 'one' });
      expect(body).toMatchObject({
        status: 'failed',
        error: { code: 'upstream_rejected', message: expect.stringMatching(/no number: one/) },
      });
      expect(body.steps.map(({ status }) => status)).toEqual(['failed', 'skipped', 'skipped']);
      expect(at.tools.called()).toEqual(['calculator']);
    }
  });

  it('CONTINUE_ON_FAILURE hands the message on and returns what the last step gives', async () => {
    const body = await run(
      { name: 'resilient_pipeline', steps, errorStrategy: 'CONTINUE_ON_FAILURE' },
      { input: 'one' },
    );
    expect(body.status).toBe('partial');
    expect(body.output).toMatch(/NO NUMBER: ONE/);
    expect(body.warnings).toContainEqual(expect.stringMatching(/^step 0 failed: .*no number: one/));
    expect(at.tools.called()).toEqual(['calculator', 'shout', 'shout']);
  });
});

describe('approval mid-pipeline', () => {
  it('pauses exactly at the step that needs it, and goes on from there', async () => {
    const begun = await at.agent.post<Answered>('/v1/plans/execute', {
      pipeline: {
        steps: [{ tool: 'acme/json_parser', adapter: '"reviewed " & text' }, ...steps('file_write_reviewed')],
      },
      input: priced,
    });
    expect([begun.status, begun.body.status]).toEqual([202, 'awaiting_approval']);
    expect(begun.body.steps.map(({ status }) => status)).toEqual(['succeeded', 'awaiting_approval']);
    expect(at.tools.written()).not.toContain('reviewed 149.99');
    const pia = await at.house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
    await pia.post(`/v1/approvals/${begun.body.steps[1]?.waitsFor?.id}/decision`, { decision: 'approve' });
    const ended = await eventually(async () => {
      const { body } = await at.agent.get<Answered>(`/v1/runs/${begun.body.id}`);
      return body.endedAt === null ? undefined : body;
    }, 'the pipeline to end');
    expect(ended).toMatchObject({ status: 'succeeded', output: 'written after review' });
    expect(at.tools.written()).toContain('reviewed 149.99');
    expect(at.tools.called()).toEqual(['json_parser', 'file_write_reviewed']);
  });
});

describe('nesting', () => {
  it('has a pipeline as a step of another one, with figures for each and for both', async () => {
    const inner = { description: 'Extracts and shouts', steps: steps('json_parser', 'shout') };
    await publish(asTool(inner, { name: 'acme/step_a', annotations: { readOnlyHint: true } }));
    const outer = { name: 'outer', description: 'The inner one, then a file', steps: steps('step_a', 'file_write') };
    expect((await publish(asTool(outer, { name: 'acme/outer' }))).status).toBe(201);
    const input = { input: `results[0].title\n${catalogue({ results: [{ title: 'a title' }] })}` };
    const { body } = await call('acme/outer', input);
    expect(body).toMatchObject({ status: 'succeeded', output: 'wrote 7 characters' });
    expect(at.tools.written().at(-1)).toBe('A TITLE');
    expect(at.tools.called()).toEqual(['json_parser', 'shout', 'file_write']);
    const metrics = (await at.house.anonymous.get<string>('/metrics')).body;
    expect(metrics).toMatch(/assay_runs_total\{notation="pipeline",status="succeeded"\} [1-9]/);
    expect(metrics).toMatch(/assay_run_seconds_total\{notation="pipeline",status="succeeded"\} \d/);
    expect(metrics).toMatch(/assay_run_steps_total\{notation="pipeline",status="failed"\} [1-9]/);
    expect(metrics).toMatch(/assay_run_step_seconds_total\{notation="pipeline",status="succeeded"\} \d/);
  });
});

describe('what the check says of a pipeline', () => {
  it.each<[string, object[], string, RegExp]>([
    [
      'an adapter that is missing',
      [{ tool: 'acme/shout' }, { tool: 'acme/score' }],
      '/pipeline/steps/1',
      /needs an adapter/,
    ],
    [
      'an adapter that makes the wrong thing',
      [{ tool: 'acme/shout', adapter: '{"n": text}' }, { tool: 'acme/score' }],
      '/pipeline/steps/0/adapter/n',
      /is a text, and the tool takes a number/,
    ],
    [
      'an adapter that is no JSONata',
      [{ tool: 'acme/shout', adapter: '{"n": ' }, { tool: 'acme/score' }],
      '/pipeline/steps/0/adapter',
      /no JSONata/,
    ],
    [
      'a tool that is not there',
      [{ tool: 'acme/none' }, { tool: 'acme/shout' }],
      '/pipeline/steps/0/tool',
      /no tool is called/,
    ],
  ])('%s, and nothing runs', async (_, given, path, message) => {
    const answer = await at.agent.post<Answered>('/v1/plans/execute', {
      pipeline: { steps: given },
      input: { input: 'a' },
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_request']);
    expect(answer.body.errors).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(at.tools.called()).toEqual([]);
  });

  it('tells what cannot be read and what does not fit at once, beside the graph', async () => {
    const given = { steps: [{ tool: 'acme/none' }, { tool: 'acme/shout' }, { tool: 'acme/score', adapter: '(' }] };
    const { ok, problems, graph } = await check(given);
    expect(ok).toBe(false);
    expect(problems.map(({ path }) => path).sort()).toEqual([
      '/pipeline/steps/0/tool',
      '/pipeline/steps/2',
      '/pipeline/steps/2/adapter',
    ]);
    expect(graph?.map(({ id, needs }) => [id, needs])).toEqual([
      ['step 0', []],
      ['step 1', ['step 0']],
      ['step 2', ['step 1']],
    ]);
  });

  it('stops an adapter that recurses without end, within its bounds', async () => {
    const adapter = '($f := function($x){ $f($x + 1) }; $f(0))';
    const body = await run({ steps: [{ tool: 'acme/shout', adapter }, { tool: 'acme/shout' }] }, { input: 'a' });
    expect(body.error?.message).toMatch(/^step 0: The adapter failed: .*(?:more than 20000 steps|longer than 500 ms)/);
  });
});
