import { aCall, aManifest, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import { digestJson } from '../kernel/digest.js';
import { validateInput } from './validate-input.js';
import { Validators } from './validators.js';

const run = (call: ReturnType<typeof aCall>) => validateInput(new Validators()).run(call);

it('lets pass what fits, and notes its digest', () => {
  const call = aCall({}, aVersion());
  expect(run(call)).toBeUndefined();
  expect(call.argumentsDigest).toBe(digestJson({ item: 'tea' }));
  expect(call.validation.outcome).toBe('skipped');
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
  expect(call.validation).toMatchObject({ outcome: 'invalid' });
  expect(call.validation.issues.map((it) => it.path).sort()).toEqual(['/input/count', '/input/id', '/input/item']);
  expect(call.argumentsDigest).toBeDefined();
});

describe('an input that rules can mend', () => {
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

  it('is mended in its form for every tool, and what was asked with stays as it was', () => {
    const call = called({ count: '5' });
    expect(run(call)).toBeUndefined();
    expect([call.input, call.request.input]).toEqual([{ count: 5 }, { count: '5' }]);
    expect(call.argumentsDigest).toBe(digestJson({ count: 5 }));
    expect(call.repairs).toMatchObject([{ path: '/count', kind: 'form' }]);
  });

  it('is mended in its meaning for tools that read alone; others get a proposal', () => {
    const input = { count: 5, region: 'eu' };
    const reading = called(input, { reads: true });
    expect([run(reading), reading.input]).toEqual([undefined, { count: 5, region: 'EU' }]);
    const acting = called(input);
    expect(run(acting)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('The proposal beside this would fit'),
      data: { proposal: { input: { count: 5, region: 'EU' }, changes: ['/region "eu" was read as "EU"'] } },
    });
    expect([acting.input, acting.repairs]).toEqual([input, undefined]);
  });

  it('is left alone when the caller wants it so, and when mending would not suffice', () => {
    expect(run(called({ count: '5' }, { repair: 'off' } as never))).toMatchObject({ code: 'invalid_input' });
    const call = called({ region: 'eu' }, { reads: true });
    expect(run(call)).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: '/input/count' }, { path: '/input/region' }],
    });
    expect(call.input).toEqual({ region: 'eu' });
  });
});
