import { aCall, aManifest, aVersion } from '@assay/testing';
import { expect, it } from '@jest/globals';
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
