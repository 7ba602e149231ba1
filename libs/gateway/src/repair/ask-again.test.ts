import type { Invoke, Manifest } from '@assay/contracts';
import { type Failure, fail, type LanguageModel, ok, startDeadline } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall, aCallWith } from '../testing/a-call.js';
import { answerOf, askAgain } from './ask-again.js';
import { ModelAllowance } from './model-allowance.js';

function setUp(answer: object, manifest: Partial<Manifest> = {}, request: Partial<Invoke> = {}) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const model: LanguageModel = {
    model: 'm',
    complete: async ({ prompt }) => {
      asked.push(prompt as string);
      return ok({ text: JSON.stringify({ input: answer }), tokens: { prompt: 1, completion: 1 } });
    },
  };
  const deadline = startDeadline(clock, 30_000);
  const version = aVersion(aManifest({ annotations: { readOnlyHint: true }, ...manifest }));
  const whole = { tool: 'acme/orders.create', input: { item: 'tea', status: 'open', region: 'EU' }, ...request };
  const call = aCall({ request: whole, deadline, whole: deadline, attempted: [], upstreamMs: 5 }, version);
  const saying = (text: string, more: Partial<Failure> = {}) => {
    call.resolved.answer = { content: [{ type: 'text', text }], isError: true, source: 's' };
    return fail('upstream_rejected', `it failed: ${text}`, more).error;
  };
  return { call, asked, saying, ports: { model, allowance: new ModelAllowance(clock), clock } };
}

describe('askAgain, after the tool refused the input', () => {
  it("returns the same level with the model's input, to go through every stage again", async () => {
    const { call, saying, ports, asked } = setUp({ item: 'green tea' });
    const again = await askAgain(call, saying('Invalid value for item: expected a kind of tea'), ports);
    expect(again).toMatchObject({
      requested: { level: 1, reference: 'acme/orders.create' },
      resolved: { input: { item: 'green tea' } },
    });
    expect(again?.resolved.repairs?.map(({ path }) => path)).toEqual(['/item', '/status', '/region']);
    expect([again?.resolved.version, again?.resolved.answer, again?.resolved.validation.outcome]).toEqual([
      undefined,
      undefined,
      'skipped',
    ]);
    expect(JSON.parse(asked[0] as string).wrong).toEqual([{ toolSaid: expect.stringMatching(/kind of tea/) }]);
  });

  it('asks no model about the input of a tool that has no arguments', async () => {
    const { call, saying, ports, asked } = setUp(
      {},
      { inputSchema: { type: 'object', properties: {} } },
      { input: {} },
    );
    const failure = saying('Invalid value');
    const without = { ...call, resolved: { ...call.resolved, input: {} } };
    expect(await askAgain(without, failure, ports)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('does not give what a model made of an argument that is fixed', async () => {
    const { call, saying, ports, asked } = setUp({ item: 'green tea' });
    const fixed = { ...call, requested: { ...call.requested, fixed: { item: 'tea' } } };
    expect(await askAgain(fixed, saying('Invalid value for item'), ports)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('gives the model the date', async () => {
    const { call, saying, ports, asked } = setUp({ item: 'green tea' });
    await askAgain(call, saying('The day must not be in the past'), ports);
    const today = new Date(ports.clock.now()).toISOString().slice(0, 10);
    expect(JSON.parse(asked[0] as string)).toMatchObject({ today });
  });

  it.each<[string, Partial<Failure>]>([
    ['an answer of its own', { code: 'upstream_not_found' }],
    ['a refused credential', { code: 'credential_refused' }],
    ['a refused permission', { fault: 'forbidden' }],
    ['a failure', { code: 'tool_error' }],
    ['a rejection that everybody gets', { blame: 'tool' }],
  ])('leaves %s alone', async (_, more) => {
    const { call, saying, ports, asked } = setUp({ item: 'x' });
    expect([await askAgain(call, saying('no', more), ports), asked]).toEqual([undefined, []]);
  });

  it.each<[string, Partial<Manifest>, Partial<Invoke>]>([
    ['a tool that may have effects', { annotations: {} }, {}],
    ['a caller that wants no repair', {}, { repair: 'off' }],
  ])('does nothing for %s', async (_, manifest, request) => {
    const { call, saying, ports, asked } = setUp({ item: 'x' }, manifest, request);
    expect([await askAgain(call, saying('Invalid item'), ports), asked]).toEqual([undefined, []]);
  });

  it('ends after three attempts, and at arguments tried already', async () => {
    const { call, saying, ports } = setUp({ item: 'x' });
    let now = call;
    const again = await askAgain(now, saying('Invalid item'), ports);
    now = aCallWith(again as typeof call, {
      version: call.resolved.version as never,
      answer: call.resolved.answer as never,
    });
    expect(await askAgain(now, fail('upstream_rejected', 'Invalid item').error, ports)).toBeUndefined();
    now.happened.healing = { attempts: 3, addedMs: 0, tokens: 0, tried: new Set() };
    expect(await askAgain(now, fail('upstream_rejected', 'Invalid item').error, ports)).toBeUndefined();
  });
});

describe('askAgain, after an empty answer', () => {
  const broaden = { repair: 'broaden' } as const;

  it('leaves out one condition after the other, and says so', async () => {
    const { call, ports } = setUp({}, {}, broaden);
    call.resolved.output = { items: [] };
    const first = await askAgain(call, undefined, ports);
    expect(first?.resolved.input).toEqual({ item: 'tea', status: 'open' });
    const second =
      first &&
      (await askAgain(aCallWith(first, { version: call.resolved.version as never, output: [] }), undefined, ports));
    expect(second?.resolved.input).toEqual({ item: 'tea' });
    expect(second?.resolved.repairs?.map(({ rule, path }) => `${rule} ${path}`)).toEqual([
      'broaden /region',
      'broaden /status',
    ]);
    expect(call.happened.warnings).toHaveLength(2);
    const third =
      second &&
      (await askAgain(aCallWith(second, { version: call.resolved.version as never, output: [] }), undefined, ports));
    expect(third).toBeUndefined();
    expect(second && answerOf(aCallWith(second, { output: [] }), undefined)).toMatchObject({
      call: { resolved: { output: { items: [] } } },
    });
    const failure = fail('deadline_exceeded', 'late').error;
    expect(second && answerOf(second, failure).failure).toBeUndefined();
    expect(second && answerOf(aCallWith(second, { output: [1] }), undefined).call.resolved.output).toEqual([1]);
  });

  it('is for callers that asked for it, and for tools that only read', async () => {
    for (const [manifest, request] of [
      [{}, {}],
      [{ annotations: {} }, broaden],
    ] as const) {
      const { call, ports } = setUp({}, manifest, request);
      call.resolved.output = [];
      expect(await askAgain(call, undefined, ports)).toBeUndefined();
    }
    const { call, ports } = setUp({}, {}, broaden);
    call.resolved.output = [1];
    expect(await askAgain(call, undefined, ports)).toBeUndefined();
  });
});

it('answers as the call ended where nothing was broadened', () => {
  const { call } = setUp({});
  const failure = fail('tool_error', 'x').error;
  expect(answerOf(call, failure)).toEqual({ call, failure });
});
