import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall, aCallWith, type CallParts } from '../testing/a-call.js';
import { passing } from '../testing/passing.js';
import { smallOutputs } from '../testing/small-outputs.js';
import { checkOutput, routeOutput } from './route-output.js';

const version = aVersion(aManifest({}));
const small = smallOutputs(new FakeClock());
const { maxInlineBytes } = small;
const stage = passing(routeOutput(small));
const finished = (output: unknown, parts: CallParts = {}) =>
  aCallWith(aCall({ ...parts, validation: { outcome: 'untyped', issues: [] } }, version), { output });
const request = (output: object) => ({ request: { tool: 'acme/orders.create', input: {}, output } });
const picture = { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(120_000) }] };

describe('checkOutput', () => {
  it('refuses a summary before anything is called, when there is no model', () => {
    const check = checkOutput(small.router);
    const call = aCall(request({ level: 'L2' }), version);
    expect(check.isNeeded?.(call)).toBe(true);
    expect(check.run(call)).toMatchObject({ code: 'invalid_request', issues: [{ path: '/output/level' }] });
    expect(checkOutput({ summarises: true }).run(call)).toBeUndefined();
    expect(check.run(aCall(request({ level: 'L3' }), version))).toBeUndefined();
    expect(check.isNeeded?.(aCall({}, version))).toBe(false);
  });
});

describe('routeOutput', () => {
  it('has nothing to do with a short result of which nothing was said', () => {
    expect(stage.isNeeded?.(finished({ a: 1 }))).toBe(false);
    expect(stage.isNeeded?.(finished(picture))).toBe(true);
    expect(stage.isNeeded?.(finished('x'.repeat(maxInlineBytes + 1)))).toBe(true);
    expect(stage.isNeeded?.(finished('x'.repeat(maxInlineBytes + 1), { requested: { isWhole: true } }))).toBe(false);
    expect(stage.isNeeded?.(finished(picture, { requested: { isWhole: true } }))).toBe(false);
    const typed = aCallWith(aCall({}, aVersion(aManifest({ outputSchema: {} }))), { output: picture });
    expect(stage.isNeeded?.(typed)).toBe(false);
  });

  it('gives the result as the request asks, and says so in the trace', async () => {
    const call = finished({ id: 7, name: 'tea' }, request({ fields: ['/id'] }));
    await stage.run(call);
    expect(call.resolved.routed).toMatchObject({ output: { id: 7 }, routed: { level: 'L1' } });
    expect(call.resolved.output).toEqual({ id: 7, name: 'tea' });
    expect(stage.note?.(call)).toBe('L1: The requested fields.');
  });

  it('marks what was found in the result, once a rule', async () => {
    const call = finished('x', request({ destinations: ['context'] }));
    call.resolved.findings = [{ rule: 'override' }, { rule: 'override' }] as never;
    await stage.run(call);
    expect(call.resolved.routed?.context).toContain('findings="override" treat_as=');
  });

  it('keeps a result that is too long for an answer', async () => {
    const call = finished('x'.repeat(maxInlineBytes + 1));
    await stage.run(call);
    expect(call.resolved.routed).toMatchObject({ pointer: { bytes: maxInlineBytes + 1 }, routed: { level: null } });
    expect(call.resolved.routed?.output).toBeUndefined();
    expect(stage.note?.(call)).toMatch(/^not returned: The result exceeds/);
  });

  it('answers it all the same when it cannot be kept', async () => {
    const caller = { ...aCaller(), principalId: null };
    const call = finished('x'.repeat(maxInlineBytes + 1), { caller });
    await stage.run(call);
    expect(call.resolved.routed).toMatchObject({
      output: call.resolved.output,
      routed: { notes: [expect.stringMatching(/storing requires authentication/)] },
    });
  });

  it('replaces long binary blocks first, whatever else is asked', async () => {
    const call = finished(picture);
    await stage.run(call);
    expect(call.resolved.routed).toMatchObject({
      output: { content: [{ type: 'resource_link' }] },
      routed: { parts: [{ mediaType: 'image/png', bytes: 90_000 }], level: 'L0' },
    });
    const asked = finished(picture, request({ level: 'L4' }));
    await stage.run(asked);
    expect(asked.resolved.routed).toMatchObject({
      output: { found: true, count: 1 },
      routed: { parts: [{ bytes: 90_000 }] },
    });
  });
});
