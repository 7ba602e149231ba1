import type { Manifest } from '@assay/contracts';
import { aCall, aManifest, aVersion } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
import type { UpstreamAnswer } from './tool-transport.js';
import { validateOutput } from './validate-output.js';
import { Validators } from './validators.js';

const outputSchema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const saying = (parts: Partial<UpstreamAnswer>): UpstreamAnswer => ({
  content: [],
  isError: false,
  source: 's',
  ...parts,
});

function run(answer: UpstreamAnswer, manifest: Partial<Manifest> = {}) {
  const call = aCall({ answer }, aVersion(aManifest(manifest)));
  return { call, failure: validateOutput(new Validators()).run(call) };
}

describe('validateOutput', () => {
  it('passes what fits the schema, and marks what has none as untyped', () => {
    const typed = run(saying({ structured: { id: 1 } }), { outputSchema });
    expect([typed.failure, typed.call.output, typed.call.validation]).toEqual([
      undefined,
      { id: 1 },
      { outcome: 'valid', issues: [] },
    ]);
    const untyped = run(saying({ content: [{ type: 'text', text: 'hello' }] }));
    expect([untyped.call.output, untyped.call.validation.outcome]).toEqual(['hello', 'untyped']);
  });

  it('withholds what does not fit', () => {
    const { call, failure } = run(saying({ structured: { id: 'one' } }), { outputSchema });
    expect(failure).toMatchObject({ code: 'bad_output', outcome: 'done', issues: [{ path: '/output/id' }] });
    expect(call.output).toBeUndefined();
    expect(call.validation.outcome).toBe('invalid');
  });

  it('takes a tool that says it failed at its word, and does not look at what it sent', () => {
    const content = [{ type: 'text', text: 'out of stock' }];
    const { call, failure } = run(saying({ isError: true, content, structured: { id: 'x' } }), { outputSchema });
    expect(failure).toMatchObject({
      code: 'tool_error',
      outcome: 'unknown',
      message: expect.stringContaining('out of stock'),
    });
    expect([call.output, call.validation.outcome]).toEqual([undefined, 'skipped']);
  });

  it('knows that a tool that only reads had no effect', () => {
    const annotations = { readOnlyHint: true };
    expect(run(saying({ isError: true }), { annotations }).failure).toMatchObject({ outcome: 'none' });
    expect(run(saying({ structured: {} }), { annotations, outputSchema }).failure).toMatchObject({ outcome: 'none' });
  });
});
