import type { Manifest } from '@assay/contracts';
import { startDeadline } from '@assay/kernel';
import { FakeClock, TurnClock } from '@assay/kernel/testing';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { addResolved, type StageEnd } from './call.js';
import type { CheckedOutput } from './resolved.js';
import { SanityPredicates } from './sanity/sanity-predicates.js';
import { aCall } from './testing/a-call.js';
import { checksHere } from './testing/checks-here.js';
import type { UpstreamAnswer } from './upstream-answer.js';
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
  const sanity = {
    predicates: new SanityPredicates(),
    clock: new FakeClock(),
    largeChecks: checksHere,
    falseRepair: () => {},
  };
  const ended = validateOutput(new Validators(), sanity).run(call) as StageEnd<CheckedOutput>;
  return { call, failure: addResolved(call, ended) };
}

describe('validateOutput', () => {
  it('passes what fits the schema, and marks what has none as untyped', () => {
    const typed = run(saying({ structured: { id: 1 } }), { outputSchema });
    expect([typed.failure, typed.call.resolved.output, typed.call.resolved.validation]).toEqual([
      undefined,
      { id: 1 },
      { outcome: 'valid', issues: [] },
    ]);
    const untyped = run(saying({ content: [{ type: 'text', text: 'hello' }] }));
    expect([untyped.call.resolved.output, untyped.call.resolved.validation.outcome]).toEqual(['hello', 'untyped']);
  });

  it('withholds what does not fit', () => {
    const { call, failure } = run(saying({ structured: { id: 'one' } }), { outputSchema });
    expect(failure).toMatchObject({ code: 'bad_output', outcome: 'done', issues: [{ path: '/output/id' }] });
    expect(call.resolved.output).toBeUndefined();
    expect(call.resolved.validation.outcome).toBe('invalid');
  });

  it('ends with the failure that an error result reports, and does not look at what it sent', () => {
    const toolError = { code: 'upstream_rejected', message: 'out of stock' } as const;
    const call = aCall({ answer: saying({ isError: true, structured: { id: 'x' } }), toolError }, aVersion());
    const sanity = { predicates: new SanityPredicates(), clock: new FakeClock(), falseRepair: () => {} };
    expect(validateOutput(new Validators(), { ...sanity, largeChecks: checksHere }).run(call)).toBe(toolError);
    expect([call.resolved.output, call.resolved.validation.outcome]).toEqual([undefined, 'skipped']);
  });

  it('knows that a tool that only reads had no effect', () => {
    const annotations = { readOnlyHint: true };
    expect(run(saying({ structured: {} }), { annotations, outputSchema }).failure).toMatchObject({ outcome: 'none' });
  });

  it('tells of what does not hold, and withholds what cannot be', () => {
    const price = { name: 'price', kind: 'range', expression: 'output.price > 0' } as const;
    const answer = saying({ structured: { price: -1 } });
    const warned = run(answer, { sanity: [{ ...price, severity: 'WARNING' }] });
    expect([warned.failure, warned.call.resolved.output]).toEqual([undefined, { price: -1 }]);
    expect(warned.call.resolved.validation).toMatchObject({
      outcome: 'warning',
      issues: [{ path: '/output/price', layer: 'sanity', name: 'price', value: -1, severity: 'WARNING' }],
    });
    expect(warned.call.happened.warnings).toEqual([
      '/output/price is not plausible: "price" expects output.price > 0, but output.price is -1',
    ]);
    const withheld = run(answer, { sanity: [{ ...price, severity: 'CRITICAL' }] });
    expect(withheld.failure).toMatchObject({
      code: 'bad_output',
      outcome: 'done',
      issues: [{ path: '/output/price' }],
    });
    expect([withheld.call.resolved.output, withheld.call.resolved.validation.outcome]).toEqual([undefined, 'failure']);
    expect(
      run(saying({ structured: {} }), { sanity: [{ ...price, severity: 'CRITICAL' }] }).call.resolved,
    ).toMatchObject({
      output: {},
      validation: {
        outcome: 'warning',
        issues: [{ severity: 'WARNING', message: expect.stringMatching(/could not be/) }],
      },
    });
  });
});

describe('the predicates of a large output', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: at }));
  const declared = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ name: `p${at}`, kind: 'range' as const, severity: 'CRITICAL' as const },
      expression: `size(output.rows) > ${at}`,
    }));
  async function judged(count: number, cancel = false) {
    const clock = new TurnClock();
    const deadline = startDeadline(new FakeClock(), 30_000);
    const version = aVersion(aManifest({ sanity: declared(count) }));
    const call = aCall({ answer: saying({ structured: { rows } }), deadline }, version);
    const ports = { predicates: new SanityPredicates(), largeChecks: checksHere, falseRepair: () => {} };
    const running = validateOutput(new Validators(), { ...ports, clock }).run(call);
    if (cancel) setImmediate(() => deadline.cancel());
    return { failure: addResolved(call, await running), call, turns: clock.turns };
  }

  it('are asked in turns of the event loop of their own', async () => {
    const [one, five] = [await judged(1), await judged(5)];
    expect([five.failure, five.call.resolved.validation]).toEqual([undefined, { outcome: 'untyped', issues: [] }]);
    expect(five.turns - one.turns).toBe(4);
  });

  it('are not asked any more when the call is cancelled', async () => {
    expect((await judged(5, true)).failure).toMatchObject({ code: 'cancelled', outcome: 'done' });
  });
});
