import { digestJson, startDeadline } from '@assay/kernel';
import { FakeClock, TurnClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Call } from './call.js';
import type { LargeCheck } from './large-checks.js';
import { compareInputs } from './repair/compare-inputs.js';
import { aCall } from './testing/a-call.js';
import { checksHere } from './testing/checks-here.js';
import { passing } from './testing/passing.js';
import { validateInput } from './validate-input.js';
import { Validators } from './validators.js';

const ports = { clock: new FakeClock(), largeChecks: checksHere };
const run = (call: ReturnType<typeof aCall>) => passing(validateInput(new Validators(), ports)).run(call);

it('lets pass what fits, and notes its digest', () => {
  const call = aCall({}, aVersion());
  expect(run(call)).toBeUndefined();
  expect(call.resolved.argumentsDigest).toBe(digestJson({ item: 'tea' }));
  expect(call.resolved.validation.outcome).toBe('skipped');
});

it('tells every problem below /input, and notes the digest all the same', () => {
  const inputSchema = {
    type: 'object',
    properties: { item: { type: 'string' }, count: { minimum: 1 } },
    required: ['id'],
  };
  const call = aCall({ request: { tool: 't', input: { item: 1, count: 0 } } }, aVersion(aManifest({ inputSchema })));
  const failure = run(call);
  expect(failure).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('(and 2 more)') });
  expect(call.resolved.validation).toMatchObject({ outcome: 'invalid' });
  expect(call.resolved.validation.issues.map((it) => it.path).sort()).toEqual([
    '/input/count',
    '/input/id',
    '/input/item',
  ]);
  expect(call.resolved.argumentsDigest).toBeDefined();
});

const fixing = (call: Call, fixed: Record<string, unknown>): Call => ({
  ...call,
  requested: { ...call.requested, fixed },
});

describe('an input that rules can repair', () => {
  const inputSchema = {
    type: 'object',
    properties: { count: { type: 'integer' }, region: { enum: ['EU', 'NA'] } },
    required: ['count'],
  };
  const called = (input: Record<string, unknown>, { reads = false, repair = 'form' as const, ...more } = {}) =>
    aCall(
      { request: { tool: 't', input, repair, ...more } },
      aVersion(aManifest({ inputSchema, annotations: { readOnlyHint: reads } })),
    );

  it('is repaired in its form for every tool, and the requested input stays recorded', () => {
    const call = called({ count: '5' });
    expect(run(call)).toBeUndefined();
    expect([call.resolved.input, call.requested.request.input]).toEqual([{ count: 5 }, { count: '5' }]);
    expect(call.resolved.argumentsDigest).toBe(digestJson({ count: 5 }));
    expect(call.resolved.repairs).toMatchObject([{ path: '/count', kind: 'form' }]);
  });

  it('is repaired in its meaning for read-only tools; others get a proposal', () => {
    const input = { count: 5, region: 'eu' };
    const reading = called(input, { reads: true });
    expect([run(reading), reading.resolved.input]).toEqual([undefined, { count: 5, region: 'EU' }]);
    const acting = called(input);
    expect(run(acting)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('The proposal next to this message is valid'),
      data: { proposal: { input: { count: 5, region: 'EU' }, changes: ['/region "eu" was read as "EU"'] } },
    });
    expect([acting.resolved.input, acting.resolved.repairs]).toEqual([input, undefined]);
  });

  it('keeps what is fixed as it is, and says that it is not the caller’s to change', () => {
    const fixed = { count: '5' };
    const call = fixing(called({ ...fixed, region: 'EU' }), fixed);
    const refused = run(call);
    const message = expect.stringContaining("That is a preset: the toolset's creator must change it.");
    expect(refused).toMatchObject({ code: 'invalid_input', message });
    expect(refused).not.toHaveProperty('data');
    expect([call.resolved.input, call.resolved.repairs]).toEqual([{ count: '5', region: 'EU' }, undefined]);
    const other = fixing(called({ count: '5', region: 'EU' }), { region: 'EU' });
    expect([run(other), other.resolved.input]).toEqual([undefined, { count: 5, region: 'EU' }]);
  });

  it('is not changed when the caller refuses, and when a repair would not suffice', () => {
    expect(run(called({ count: '5' }, { repair: 'off' } as never))).toMatchObject({ code: 'invalid_input' });
    const call = called({ region: 'eu' }, { reads: true });
    expect(run(call)).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: '/input/count' }, { path: '/input/region' }],
    });
    expect(call.resolved.input).toEqual({ region: 'eu' });
  });
});

describe('an input that rules cannot repair', () => {
  const inputSchema = {
    type: 'object',
    properties: { note: { type: 'string' }, to: { type: 'string' } },
    required: ['note'],
    additionalProperties: false,
  };
  async function repaired(input: Record<string, unknown>, made: Record<string, unknown> | undefined, reads = false) {
    const call = aCall(
      { request: { tool: 't', input } },
      aVersion(aManifest({ inputSchema, annotations: { readOnlyHint: reads } })),
    );
    const byModel = async () =>
      made === undefined ? undefined : { input: made, edits: compareInputs(inputSchema, input, made) };
    const failure = await passing(validateInput(new Validators(), { ...ports, byModel })).run(call);
    return { call, failure };
  }

  it('is repaired in its form by a model, for every tool', async () => {
    const { call, failure } = await repaired({ comment: 'x' }, { note: 'x' });
    expect([failure, call.resolved.input, call.resolved.repairs?.length]).toEqual([undefined, { note: 'x' }, 1]);
  });

  it('is proposed where the model changed what was meant, and the tool does not only read', async () => {
    const { call, failure } = await repaired({ note: 5, receiver: 'a' }, { note: '5', to: 'b' });
    expect(failure).toMatchObject({
      code: 'invalid_input',
      data: {
        proposal: {
          input: { note: '5', to: 'b' },
          changes: expect.arrayContaining(['/to was missing and was set to "b"']),
        },
      },
    });
    expect([call.resolved.input, call.resolved.repairs]).toEqual([{ note: 5, receiver: 'a' }, undefined]);
    expect((await repaired({ receiver: 'a' }, { note: 'b' }, true)).failure).toBeUndefined();
  });

  it('is refused when the model does not know', async () => {
    expect((await repaired({}, undefined)).failure).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: '/input/note' }],
    });
  });
});

it('refuses to corroborate what has effects, before anything else', () => {
  const request = { tool: 't', input: { item: 'tea' }, corroborate: 1 };
  expect(run(aCall({ request }, aVersion()))).toMatchObject({
    code: 'invalid_request',
    issues: [{ path: '/corroborate' }],
  });
  const reading = aVersion(aManifest({ annotations: { readOnlyHint: true } }));
  expect(run(aCall({ request }, reading))).toBeUndefined();
});

describe('a large input', () => {
  const inputSchema = {
    type: 'object',
    properties: { count: { type: 'integer' }, rows: { type: 'array', items: { type: 'object' } } },
    required: ['count'],
  };
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ name: `n${at}`, id: at }));
  async function validated(input: Record<string, unknown>, parts: Partial<Parameters<typeof aCall>[0]> = {}) {
    const clock = new TurnClock();
    const asked: LargeCheck[] = [];
    const check = (it: LargeCheck) => {
      asked.push(it);
      return checksHere.check(it);
    };
    const call = aCall({ request: { tool: 't', input }, ...parts }, aVersion(aManifest({ inputSchema })));
    const failure = await passing(validateInput(new Validators(), { clock, largeChecks: { check } })).run(call);
    return { failure, call, turns: clock.turns, asked };
  }

  it('is written in turns of the event loop, and checked elsewhere', async () => {
    const { failure, call, turns, asked } = await validated({ count: 1, rows });
    expect([failure, call.resolved.argumentsDigest]).toEqual([undefined, digestJson({ count: 1, rows })]);
    expect(turns).toBeGreaterThan(40);
    expect(asked.map((it) => it.json)).toEqual([JSON.stringify({ count: 1, rows })]);
    const small = await validated({ count: 1, rows: rows.slice(0, 10) });
    expect([small.failure, small.turns, small.asked]).toEqual([undefined, 0, []]);
  });

  it('is repaired by rules, and refused when they do not know how', async () => {
    const repaired = await validated({ count: '5', rows });
    expect(repaired.failure).toBeUndefined();
    expect(repaired.call.resolved.input).toEqual({ count: 5, rows });
    expect(repaired.call.resolved.argumentsDigest).toBe(digestJson({ count: 5, rows }));
    const refused = await validated({ rows });
    expect(refused.failure).toMatchObject({ code: 'invalid_input', issues: [{ path: '/input/count' }] });
    expect(refused.call.resolved.argumentsDigest).toBe(digestJson({ rows }));
  });

  it('is checked elsewhere as well when the schema takes long to compile, however small it is', async () => {
    const heavy = { ...inputSchema, description: 'x'.repeat(20_000) };
    const asked: LargeCheck[] = [];
    const largeChecks = { check: (it: LargeCheck) => checksHere.check(it).finally(() => asked.push(it)) };
    const stage = validateInput(new Validators(), { clock: new TurnClock(), largeChecks });
    const version = aVersion(aManifest({ inputSchema: heavy }));
    const call = aCall({ request: { tool: 't', input: { count: '5' } } }, version);
    expect(await passing(stage).run(call)).toBeUndefined();
    expect(call.resolved).toMatchObject({ input: { count: 5 }, argumentsDigest: digestJson({ count: 5 }) });
    expect(asked.map(({ json }) => json)).toEqual(['{"count":"5"}', '{"count":5}']);
  });

  it('has its digest of what people see of it', async () => {
    const revealed = { hidden: new Map([['n7', '‹masked›']]), values: [] };
    const { call } = await validated({ count: 1, rows }, { revealed });
    expect(call.resolved.argumentsDigest).not.toBe(digestJson({ count: 1, rows }));
  });

  it('is not checked any longer than the call may take, and its tool is not called', async () => {
    const deadline = startDeadline(new FakeClock(), 30_000);
    deadline.cancel();
    expect((await validated({ count: 1, rows }, { deadline })).failure).toMatchObject({
      code: 'cancelled',
      outcome: 'none',
    });
  });
});
