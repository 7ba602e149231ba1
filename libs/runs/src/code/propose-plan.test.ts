import { describe, expect, it } from '@jest/globals';
import { proposePlan } from './propose-plan.js';

const plan = (code: string, input?: unknown) => proposePlan({ code, input })?.plan;

describe('the plan in code', () => {
  it('has the calls, what they hand on, and values of the input', () => {
    const code = `const user = await tools["acme/user@^1"]({ id: input.id });
      const [mail, note] = await Promise.all([tools["acme/mail"]({ to: user.address.mail }), tools["acme/note"]({})]);
      return { mail, note };`;
    expect(plan(code, { id: 7 })).toEqual({
      steps: [
        { id: 'user', tool: 'acme/user@^1', arguments: { id: 7 } },
        { id: 'mail', tool: 'acme/mail', arguments: { to: '$ref:user.address.mail' } },
        { id: 'note', tool: 'acme/note', arguments: {}, after: ['user'] },
      ],
      output_steps: ['mail', 'note'],
    });
  });

  it('keeps the order of calls that hand nothing on', () => {
    expect(plan('await tools["a/b"]({}); return await tools["a/c"]({ list: [1, "x"] });')?.steps).toEqual([
      { id: 'step1', tool: 'a/b', arguments: {} },
      { id: 'step2', tool: 'a/c', arguments: { list: [1, 'x'] }, after: ['step1'] },
    ]);
  });

  it.each([
    ['a branch', 'if (input) return await tools["a/b"]({}); return 1'],
    ['a loop', 'for (const x of input) await tools["a/b"]({ x }); return 1'],
    ['a computation', 'const a = await tools["a/b"]({}); return await tools["a/c"]({ n: a.n + 1 });'],
    ['a name that is computed', 'const t = "a/b"; return await tools[t]({});'],
    ['no call', 'return 1'],
    ['nothing returned', 'await tools["a/b"]({});'],
    ['text that a plan would read as a reference', 'return await tools["a/b"]({ text: "$ref:x" });'],
    ['an input that is not there', 'return await tools["a/b"]({ text: input.none });'],
    ['something else returned', 'const a = await tools["a/b"]({}); return a.x;'],
    ['a prototype', 'return await tools["a/b"]({ "__proto__": 1 });'],
    ['a syntax error', 'return ('],
    ['types', 'const a: number = 1; return await tools["a/b"]({});'],
  ])('is none with %s', (_what, code) => expect(plan(code, {})).toBeUndefined());

  it('is none of Python', () => {
    expect(proposePlan({ code: 'return await tools["a/b"]({})', language: 'python' })).toBeUndefined();
  });
});
