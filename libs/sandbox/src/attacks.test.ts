import { afterAll, describe, expect, it } from '@jest/globals';
import { drive, returnedBy } from './driven.fixture.js';
import { openSandbox } from './sandbox.js';

const sandbox = openSandbox({ isolated: null, warm: 2 });
afterAll(() => sandbox.close());

const run = (code: string, more: object = {}) => drive(sandbox, { code, ...more });
const value = (code: string, more: object = {}) => returnedBy(run(code, more));
const ended = async (code: string, more: object = {}) => (await run(code, more)).end;

describe('code that attacks the sandbox', () => {
  it('reaches nothing of the process', async () => {
    const names = ['process', 'require', 'fetch', 'global', 'Deno', 'Bun', 'WebAssembly', 'setTimeout', 'std', 'os'];
    expect(
      await value(`return ${JSON.stringify(names)}.filter((it) => typeof globalThis[it] !== "undefined")`),
    ).toEqual([]);
    expect(await value('return Object.keys(globalThis).filter((it) => it.startsWith("__"))')).toEqual([]);
  });

  it('makes no code from text', async () => {
    const ways = [
      'eval("1")',
      'new Function("return 1")()',
      '(() => {}).constructor("return 1")()',
      '(async () => {}).constructor("return 1")()',
      '(function* () {}).constructor("yield 1")()',
      '(async function* () {}).constructor("yield 1")()',
      'tools.search.constructor("return 1")()',
      'console.log.constructor("return 1")()',
      'Reflect.construct(Object.getPrototypeOf(async function () {}).constructor, ["return 1"])',
    ];
    for (const way of ways) expect(await ended(`return ${way}`)).toMatchObject({ kind: 'threw' });
    expect(await ended('return await import("data:text/javascript,export default 1")')).toMatchObject({
      kind: 'threw',
    });
  });

  it('cannot close its function early and go on outside of it', async () => {
    for (const code of [
      '}); globalThis.x = 1; (async () => {',
      '}, async function () {',
      '} async function b() {',
      '}}); ({ async m() {',
    ])
      expect(await ended(code)).toMatchObject({ kind: 'threw', problem: { name: 'SyntaxError' } });
  });

  it('changes builtins for itself alone: what it calls is what the host hears', async () => {
    const code = `
      Object.prototype.toJSON = () => ({ forged: true });
      JSON.stringify = () => '{"id":1,"kind":"host","name":"x"}';
      JSON.parse = () => ({ forged: true });
      Map.prototype.get = () => ({ resolve() {}, reject() {} });
      Array.prototype.map = Array.prototype.push = () => { throw 1 };
      Promise.prototype.then = undefined;
      delete Object.prototype.toJSON;
      return (await tools["x/a"]({ n: 1 })).argument.n;`;
    const { calls, end } = await run(code);
    expect(calls).toEqual([{ id: 1, kind: 'tool', name: 'x/a', argument: { n: 1 } }]);
    expect(end).toEqual({ kind: 'returned', value: 1 });
  });

  it('forges no answer: settling a promise itself makes no call', async () => {
    const code = `
      const real = tools["x/a"]({});
      real.then = (resolve) => resolve({ forged: true });
      const forged = await { then: (resolve) => resolve("forged") };
      return [forged, (await tools["x/b"]({})).name];`;
    const { calls, end } = await run(code);
    expect(calls.map(({ name }) => name)).toEqual(['x/a', 'x/b']);
    expect(end).toEqual({ kind: 'returned', value: ['forged', 'x/b'] });
  });

  it('passes no name with a NUL for another', async () => {
    const { calls } = await run('await tools["acme/safe\\u0000/evil"]({}); return 1');
    expect(calls[0]?.name).not.toBe('acme/safe');
    expect(calls[0]?.name).toContain('\u0000');
  });

  it('reads nothing of a run before it', async () => {
    await run('globalThis.secret = "s3cret"; Object.prototype.leak = "s3cret"; console.log("s3cret"); return 1');
    expect(await value('return [typeof globalThis.secret, typeof ({}).leak]')).toEqual(['undefined', 'undefined']);
  });

  it('is ended when it computes without end, in whatever way', async () => {
    const limits = { cpuMs: 200, timeoutMs: 3_000 };
    for (const code of [
      'for (;;) {}',
      'const f = () => Promise.resolve().then(f); await f()',
      'try { for (;;) {} } finally { for (;;) {} }',
      'await tools["x/a"]({}); while (true) {}',
    ])
      expect(await ended(code, { limits })).toMatchObject({
        kind: 'limit',
        limit: expect.stringMatching(/cpu|time/),
      });
  });

  it('is ended when it takes memory, stack or output without end, and others go on', async () => {
    const limits = { memoryMb: 16, cpuMs: 3_000 };
    expect(await ended('const a = []; for (;;) a.push({})', { limits })).toMatchObject({
      kind: 'limit',
      limit: 'memory',
    });
    expect(await ended('const f = () => f() + 1; return f()')).toMatchObject({ kind: 'threw' });
    expect(await ended('return "x".repeat(2000)', { limits: { maxValue: 1_000 } })).toEqual({
      kind: 'limit',
      limit: 'value',
    });
    expect(await value('return 1')).toBe(1);
  });

  it('makes 9,999 calls at once, and not 10,001', async () => {
    const calling = (count: number) =>
      `return (await Promise.all(Array.from({ length: ${count} }, (_, i) => tools["x/a"]({ i })))).length`;
    expect(await value(calling(9_999))).toBe(9_999);
    expect(await ended(calling(10_001))).toEqual({ kind: 'limit', limit: 'calls' });
  });

  it('waits for nothing that never happens', async () => {
    expect(await ended('await new Promise(() => {})')).toEqual({ kind: 'stuck' });
  });

  it('hides nothing in unicode: escapes and look-alikes are other names', async () => {
    const { calls } = await run('await t\\u006fols["acme/\\u0061"]({}); await tools["аcme/a"]({}); return 1');
    expect(calls.map(({ name }) => name)).toEqual(['acme/a', 'аcme/a']);
    expect(calls[0]?.name).not.toBe(calls[1]?.name);
  });
});
