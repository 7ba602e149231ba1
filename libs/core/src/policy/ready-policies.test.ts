import { LinePolicyEngine } from '@assay/testing';
import { describe, expect, it } from '@jest/globals';
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
    expect(made.reads).toEqual({ arguments: new Set(['x']), time: true, trust: false });
    expect(made.tools).toEqual(['acme/x']);
  });

  it('denies everything while a text cannot be read', () => {
    const decision = ready({ one: 'permit a', two: 'what' }).decide(request);
    expect(decision).toMatchObject({ verdict: 'DENY', policies: [] });
    expect(decision.why).toContain('"two" cannot be read');
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
