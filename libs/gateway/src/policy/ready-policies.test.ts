import { describe, expect, it } from '@jest/globals';
import { LinePolicyEngine } from '../testing/line-policy-engine.js';
import type { PolicyInForce } from './policy-book.js';
import type { PolicyRequest } from './policy-engine.js';
import { makeReady } from './ready-policies.js';

const policies = (texts: Record<string, string>): PolicyInForce[] =>
  Object.entries(texts).map(([name, text]) => ({
    ...{ name, version: 2, text, description: null, digest: '', shipped: false },
    ...{ changedAt: null, changedBy: null },
  }));
const request = { tool: { id: 'acme/x' }, context: { arguments: {} } } as unknown as PolicyRequest;
const ready = (texts: Record<string, string>, engine = new LinePolicyEngine()) =>
  makeReady(engine, 'slot', policies(texts), (it) => it);

describe('makeReady', () => {
  it('names a policy by its text, and by itself where there are several', () => {
    const made = ready({ one: 'permit a', more: 'permit b\nask c' });
    expect(made.decide(request).policies).toEqual([{ id: 'more#c', version: 2 }]);
    expect(ready({ one: 'permit a' }).decide(request).policies).toEqual([{ id: 'one', version: 2 }]);
  });

  it('knows what all of them look at', () => {
    const made = ready({ one: 'permit a when arguments.x', two: 'ask b when time\nforbid c when tool:acme/x' });
    expect(made.reads).toEqual({ arguments: new Set(['x']), time: true, trust: false, findings: false });
    expect(made.tools).toEqual(['acme/x']);
  });

  it('denies everything while a text cannot be read', () => {
    const decision = ready({ one: 'permit a', two: 'what' }).decide(request);
    expect(decision).toMatchObject({ verdict: 'DENY', policies: [] });
    expect(decision.why).toContain('"two" cannot be parsed');
  });

  it('takes what looks at too long an argument for what could not be evaluated, and nothing else', () => {
    const made = ready({
      all: 'permit a\nforbid b when arguments.rows\nask c when arguments.note',
      x: 'forbid d when time',
    });
    const of = (given: object) => ({ ...request, context: { arguments: given } }) as unknown as PolicyRequest;
    const rows = Array.from({ length: 2_000 }, () => 0);
    expect(made.decide(of({ rows, note: 'x' }))).toMatchObject({
      verdict: 'DENY',
      policies: [{ id: 'all#b', version: 2 }],
      failed: [{ id: 'all#b', message: expect.stringContaining('500 values') }],
    });
    expect(made.decide(of({ note: rows })).verdict).toBe('REQUIRE_APPROVAL');
    expect(made.decide(of({ other: rows })).verdict).toBe('ALLOW');
    const permitted = ready({ one: 'permit a when arguments.rows' });
    expect(permitted.decide(of({ rows })).verdict).toBe('DENY');
  });

  it('takes an engine that throws for one that could evaluate nothing', () => {
    const engine = new LinePolicyEngine();
    engine.prepare = () => () => {
      throw new Error('out of memory');
    };
    expect(ready({ one: 'permit a' }, engine).decide(request)).toMatchObject({ verdict: 'DENY' });
    const asked = ready({ one: 'permit a\nask b' }, engine).decide(request);
    expect(asked).toMatchObject({
      verdict: 'DENY',
      failed: [{ message: 'out of memory' }, { message: 'out of memory' }],
    });
  });
});
