import type { RunCheck, RunView } from '@assay/contracts';
import { FakeModel } from '@assay/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Refusal } from '../client.js';
import { documentHouse } from './document-house.js';

let model: FakeModel;
let choice = { case: 'urgent', confidence: 1 };

const at = documentHouse(async () => {
  model = await new FakeModel({ answer: () => JSON.stringify(choice) }).start();
  return { LLM_BASE_URL: model.url, LLM_MODEL: 'small' };
});
afterAll(() => model.stop());

type Answered = RunView & Refusal;
const answered = (chain: unknown, input?: unknown, deadlineMs?: number) =>
  at.agent.post<Answered>('/v1/plans/execute', { chain, input, deadlineMs });
const run = async (chain: unknown, input?: unknown) => (await answered(chain, input)).body;
const check = async (chain: unknown, more: object = {}) =>
  (await at.agent.post<RunCheck>('/v1/plans/check', { chain, ...more })).body;
const score = (n: unknown) => ({ tool: 'acme/score', input: { n } });
const shout = (input: unknown) => ({ tool: 'acme/shout', input: { input } });
const flaky = { tool: 'acme/flaky_api', input: {} };
const pass = (data: unknown) => ({ tool: 'acme/process', input: { data } });

describe('sequence: C1 ▷ C2, and Algorithm 14.1', () => {
  it('hands each output to the next one, through the mapping that stands between', async () => {
    const chain = {
      sequence: [score('$input.n'), { tool: 'acme/halve' }, pass({ points: '$steps[0].points', half: '$prev.n' })],
    };
    expect(await run(chain, { n: 8 })).toMatchObject({
      status: 'succeeded',
      output: { processed: { points: 80, half: 4 } },
    });
  });

  it('fails with its step, what was done before kept', async () => {
    const body = await run({ sequence: [score(1), flaky, pass(1)] });
    expect(body).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/^1: .*is down/) },
    });
    expect(body.steps.map(({ id, status }) => [id, status])).toEqual([
      ['0', 'succeeded'],
      ['1', 'failed'],
      ['2', 'skipped'],
    ]);
    expect(body.steps[0]?.invocationId).toBeDefined();
  });

  it('fails where an output breaks its schema, or an input breaks it', async () => {
    const output = await run({ sequence: [{ tool: 'acme/wrong_output', input: {} }, pass(1)] });
    expect(output.error).toMatchObject({ code: 'bad_output' });
    const input = await run({ sequence: [pass({ n: 'x' }), score('$prev.processed.n')] });
    expect(input).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', message: expect.stringMatching(/^1:/) },
    });
    expect(at.tools.called()).toEqual(['wrong_output', 'process']);
  });

  it('is one with a sequence in it: (a ▷ b) ▷ c is a ▷ (b ▷ c)', async () => {
    const [a, b, c] = [score(2), { tool: 'acme/halve' }, pass('$prev.n')];
    const left = await run({ sequence: [{ sequence: [a, b] }, c] });
    const right = await run({ sequence: [a, { sequence: [b, c] }] });
    expect(left.output).toEqual({ processed: 1 });
    expect(right.output).toEqual(left.output);
  });
});

describe('branch: C1 ▷φ {b1: Ca, b2: Cb}', () => {
  const by = (on: unknown, more: object = {}) => ({
    sequence: [score('$input.n'), { branch: { on, cases: { high: pass('high'), low: pass('low') }, ...more } }],
  });
  const threshold = 'output.points > 50 ? "high" : "low"';

  it('chooses by a field, a threshold or an enumerated value, and runs that case only', async () => {
    expect((await run(by(threshold), { n: 8 })).output).toEqual({ processed: 'high' });
    expect((await run(by(threshold), { n: 1 })).output).toEqual({ processed: 'low' });
    expect(at.tools.inputs('process')).toEqual([{ data: 'high' }, { data: 'low' }]);
    const onNumber = { branch: { on: 'input.n', cases: { 3: pass('three') }, default: pass('other') } };
    expect((await run(onNumber, { n: 3 })).output).toEqual({ processed: 'three' });
    const onTruth = { branch: { on: 'input.n > 2', cases: { true: pass('yes'), false: pass('no') } } };
    expect((await run(onTruth, { n: 2 })).output).toEqual({ processed: 'no' });
  });

  it('takes the default for a value that no case takes, and fails with no_branch without one', async () => {
    expect((await run(by('"other"', { default: pass('rest') }), { n: 1 })).output).toEqual({ processed: 'rest' });
    expect((await run(by('"other"'), { n: 1 })).error).toMatchObject({
      code: 'no_branch',
      message: expect.stringMatching(
        /gives "other", which matches no case, and there is no default: its cases are high, low/,
      ),
    });
  });

  it('lets a model choose above the threshold, and goes the way of the default below it', async () => {
    const triage = {
      branch: {
        on: { model: 'Is this urgent?' },
        cases: { urgent: pass('at once'), later: pass('later') },
        default: pass('ask a person'),
      },
    };
    choice = { case: 'urgent', confidence: 0.7 };
    expect((await run(triage, { text: 'fire' })).output).toEqual({ processed: 'at once' });
    choice = { case: 'urgent', confidence: 0.69 };
    expect((await run(triage, { text: 'hm' })).output).toEqual({ processed: 'ask a person' });
    const strict = { branch: { ...triage.branch, on: { model: 'Is this urgent?', threshold: 0.95 } } };
    choice = { case: 'urgent', confidence: 0.9 };
    expect((await run(strict, { text: 'fire' })).output).toEqual({ processed: 'ask a person' });
  });
});

describe('parallel: C1 ▷ (Ca ∥ Cb) ▷B C2, and Algorithm 14.2', () => {
  const fan = (branches: object, join: unknown) => ({ parallel: { branches, join } });

  it('all: waits for every branch, gives their outputs by name in declared order, and fails if any fails', async () => {
    const both = { z: score(1), a: score(2) };
    const body = await run({ sequence: [fan(both, 'all'), pass(['$prev.z.points', '$prev.a.points'])] });
    expect(body.output).toEqual({ processed: [10, 20] });
    const joined = (await run(fan(both, 'all'))).output as object;
    expect(Object.keys(joined)).toEqual(['z', 'a']);
    expect(await run(fan({ ...both, c: flaky }, 'all'))).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/The join \(all\) is lost: 0\.c: .*is down/) },
    });
  });

  it('each branch makes its own input from what came before', async () => {
    const body = await run({ sequence: [score(3), fan({ n: pass('$prev.n'), p: { tool: 'acme/halve' } }, 'all')] });
    expect(body.output).toEqual({ n: { processed: 3 }, p: { n: 1.5 } });
  });

  it('quorum: ⌈q·m⌉ successes, exactly', async () => {
    const branches = (good: number, bad: number) =>
      Object.fromEntries([
        ...Array.from({ length: good }, (_, at) => [`good${at}`, shout('x')]),
        ...Array.from({ length: bad }, (_, at) => [`bad${at}`, flaky]),
      ]);
    expect((await run(fan(branches(2, 2), { quorum: 0.5 }))).status).toBe('succeeded');
    expect((await run(fan(branches(1, 3), { quorum: 0.5 }))).error?.message).toMatch(/a quorum of 0.5/);
    // 0.55 · 20 is 11; binary floating point makes it a little more, and twelve of it.
    expect((await run(fan(branches(11, 9), { quorum: 0.55 }))).status).toBe('succeeded');
    expect((await run(fan(branches(10, 10), { quorum: 0.55 }))).status).toBe('failed');
  });

  it.each([0, -0.5, 1.1, 'half'])('quorum: %j is refused', async (quorum) => {
    const { status, body } = await answered(fan({ a: shout('x') }, { quorum }));
    expect(status).toBe(422);
    expect(body.errors?.[0]?.path).toBe('/chain/parallel/join/quorum');
  });

  it('first: the first success counts, whatever failed before it', async () => {
    expect((await run(fan({ a: flaky, b: shout('b') }, 'first'))).output).toBe('B');
    expect((await run(fan({ a: flaky, b: flaky }, 'first'))).status).toBe('failed');
  });

  it('best: the highest score of the successes, of equals the earlier branch', async () => {
    const best = { best: 'output.points' };
    expect((await run(fan({ a: score(2), b: score(7), c: flaky, d: score(5) }, best))).output).toEqual({
      n: 7,
      points: 70,
    });
    const tie = { best: 'size(output.processed.by)' };
    expect((await run(fan({ a: pass({ by: 'a' }), b: pass({ by: 'b' }) }, tie))).output).toEqual({
      processed: { by: 'a' },
    });
  });

  it('refuses branches that may be given up after an effect that cannot be undone', async () => {
    const { body } = await answered(
      fan({ a: { tool: 'acme/file_write', input: { input: 'x' } }, b: shout('b') }, 'first'),
    );
    expect(body.errors).toEqual([
      {
        path: '/chain/parallel/branches/a',
        message: expect.stringMatching(/may have an irreversible effect/),
      },
    ]);
    expect(at.tools.called()).toEqual([]);
  });
});

describe('iteration: bounded recursion with an explicit counter', () => {
  const halving = (max: number) => ({
    sequence: [score('$input.n'), { repeat: { body: { tool: 'acme/halve' }, max, until: 'output.n < 1.0' } }],
  });

  it('goes round until its end is reached, each turn with what the one before gave', async () => {
    const body = await run(halving(10), { n: 8 });
    expect(body.output).toEqual({ n: 0.5 });
    expect(at.tools.called()).toEqual(['score', 'halve', 'halve', 'halve', 'halve']);
    expect(body.steps.slice(-1)).toMatchObject([{ id: '1[4]' }]);
  });

  it('ends after the most turns it may take, and says so', async () => {
    const body = await run(halving(2), { n: 8 });
    expect(body).toMatchObject({ status: 'succeeded', output: { n: 2 } });
    expect(body.warnings).toContainEqual(expect.stringMatching(/ended after 2 iterations/));
  });
});

describe('the compiler', () => {
  it('holds types along every edge: range(J) ⊆ I', async () => {
    const { problems } = await check({ sequence: [score(1), shout('$prev.points')] });
    expect(problems).toEqual([
      { path: '/chain/sequence/1/input/input', message: 'is a number, and the tool takes a text here' },
    ]);
    expect((await check({ sequence: [score(1), { tool: 'acme/shout' }] })).warnings).toEqual([
      { path: '/chain/sequence/1', message: 'does not name "input", which the tool needs' },
    ]);
  });

  it('holds the critical path to the deadline', async () => {
    const slow = {
      ...{ name: 'acme/slow', version: '1.0.0', description: 'Takes a minute', protocol: 'http' },
      ...{
        inputSchema: { type: 'object' },
        endpoint: { url: 'http://127.0.0.1:9/slow' },
        annotations: { readOnlyHint: true },
      },
      sla: { p50Ms: 30_000, p95Ms: 60_000, p99Ms: 61_000, availability: 0.9 },
    };
    await at.house.admin.post('/v1/tools', slow);
    await at.house.admin.post('/v1/endorsements', { tool: 'acme/slow', organisation: 'default' });
    const chain = {
      sequence: [
        { tool: 'acme/slow', input: {} },
        { tool: 'acme/slow', input: {} },
      ],
    };
    expect((await check(chain)).problems).toEqual([
      { path: '/chain', message: 'its longest way is expected to take 120000 ms, and it has 30000 ms' },
    ]);
    expect((await check(chain, { deadlineMs: 120_000 })).ok).toBe(true);
    const side = { parallel: { branches: { a: chain.sequence[0], b: chain.sequence[1] }, join: 'all' } };
    expect((await check(side, { deadlineMs: 60_000 })).ok).toBe(true);
  });

  it('warns where what cannot be undone is not the last', async () => {
    const write = { tool: 'acme/file_write', input: { input: 'x' } };
    const { ok, warnings } = await check({ sequence: [write, shout('x')] });
    expect(ok).toBe(true);
    expect(warnings).toEqual([
      {
        path: '/chain/sequence/0',
        message: expect.stringMatching(/may have irreversible effects, and later steps may fail/),
      },
    ]);
    expect((await check({ sequence: [shout('x'), write] })).warnings).toEqual([]);
  });

  it('does not take a literal of a tool for a question to a model', async () => {
    const literal = { branch: { on: { model: 'a literal' } } };
    expect((await run(pass(literal))).output).toEqual({ processed: literal });
  });

  it.each<[string, unknown, string, RegExp]>([
    ['no operator', { sequence: [shout('x'), {}] }, '/chain/sequence/1', /is not a valid chain node/],
    [
      'no join',
      { sequence: [{ parallel: { branches: { a: shout('x') } } }] },
      '/chain/sequence/0/parallel/join',
      /must be "all"/,
    ],
    ['no branches', { parallel: { branches: {}, join: 'all' } }, '/chain/parallel/branches', /has no branch/],
    [
      'a predicate that is no CEL',
      { branch: { on: 'output.', cases: { a: shout('x') } } },
      '/chain/branch/on',
      /is no CEL/,
    ],
    [
      'a score that is no CEL',
      { parallel: { branches: { a: shout('x') }, join: { best: 'nothing' } } },
      '/chain/parallel/join/best',
      /is no CEL/,
    ],
    [
      'an end that walks too much',
      { repeat: { body: shout('x'), max: 2, until: 'input.matches("(a+)+$")' } },
      '/chain/repeat/until',
      /matches\(\) is not offered/,
    ],
    [
      'a reference forward',
      { sequence: [shout('$steps[1]'), shout('x')] },
      '/chain/sequence/0/input/input',
      /comes later/,
    ],
  ])('tells %s at its place', async (_, chain, path, message) => {
    const { status, body } = await answered(chain, {});
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it('looks at thirty loops in each other as quickly as at one', async () => {
    const nested = Array.from({ length: 28 }).reduce<object>(
      (body) => ({ repeat: { body, max: 2, until: 'true' } }),
      shout('x'),
    );
    // Once the tool has been measured, the compiler also says that the chain takes longer than it has.
    expect((await check(nested)).problems).toContainEqual({
      path: '/chain',
      message: 'it may make 268435456 calls: at most 10000 are allowed',
    });
  });
});
