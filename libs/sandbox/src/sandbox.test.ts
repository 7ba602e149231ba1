import { afterAll, describe, expect, it } from '@jest/globals';
import { drive, returnedBy } from './driven.fixture.js';
import { openSandbox } from './sandbox.js';

const sandbox = openSandbox({ isolated: null, warm: 1 });
afterAll(() => sandbox.close());

const run = (code: string, more: object = {}) => drive(sandbox, { code, ...more });
const value = (code: string, more: object = {}) => returnedBy(run(code, more));
const thrown = async (code: string, more: object = {}) => {
  const { end } = await run(code, more);
  return end.kind === 'threw' ? end.problem : end;
};

describe('code in the sandbox', () => {
  it('returns JSON, and reads its input', async () => {
    expect(await value('return { sum: input.a + 1 }', { input: { a: 2 } })).toEqual({ sum: 3 });
    expect(await value('const x = 1')).toBeNull();
  });

  it('runs TypeScript, with what is more than types', async () => {
    const code = 'enum Level { Low = 1 }\nconst at: Level = Level.Low;\nreturn at satisfies number;';
    expect(await value(code, { language: 'typescript' })).toBe(1);
  });

  it('calls tools in parallel where they are awaited together, and reports each in order', async () => {
    const code =
      'const [a, b] = await Promise.all([tools["x/a"]({ n: 1 }), tools.search("mail")]); return [a.argument.n, b.name];';
    const { end, calls } = await run(code);
    expect(end).toEqual({ kind: 'returned', value: [1, 'mail'] });
    expect(calls).toEqual([
      { id: 1, kind: 'tool', name: 'x/a', argument: { n: 1 } },
      { id: 2, kind: 'search', name: 'mail', argument: null },
    ]);
  });

  it('throws the failure of a call as an error with its code', async () => {
    const code = 'try { await tools["x/a"]({}) } catch (e) { return [e.name, e.code, e.tool, e instanceof ToolError] }';
    const refusing = () => ({ ok: false as const, error: { code: 'denied', message: 'No.', tool: 'x/a' } });
    expect(await returnedBy(drive(sandbox, { code }, refusing))).toEqual(['ToolError', 'denied', 'x/a', true]);
  });

  it('fixes clock and randomness', async () => {
    const code = 'return [Math.random(), Math.random(), Date.now(), new Date().toISOString(), Date().length > 0]';
    const first = await value(code);
    expect(await value(code)).toEqual(first);
    expect(first).toEqual([expect.any(Number), expect.any(Number), 1_000, '1970-01-01T00:00:01.000Z', true]);
    expect(await value(code, { seed: 8 })).not.toEqual(first);
  });

  it('reports what it wrote, up to a limit', async () => {
    const { logs } = await run('console.log("a", { b: 1 }); console.error(new Error("no")); return 1');
    expect(logs).toEqual([
      { level: 'log', text: 'a {"b":1}' },
      { level: 'error', text: 'Error: no' },
    ]);
    const many = await run('for (let i = 0; i < 5000; i++) console.log("x".repeat(100)); return 1', {
      limits: { maxLog: 1_000 },
    });
    expect(many.logs.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(1_100);
  });

  it('names the line of an error', async () => {
    expect(await thrown('const a = 1;\nconst b = 2;\nthrow new RangeError("too far")')).toMatchObject({
      name: 'RangeError',
      message: 'too far',
      line: 3,
    });
    expect(await thrown('return 1 +')).toMatchObject({ name: 'SyntaxError' });
  });

  it('runs modules with declared dependencies only', async () => {
    const modules = { 'left-pad': 'export const pad = (s) => " " + s;' };
    const code = 'import { pad } from "left-pad"; export default ({ text }) => ({ text: pad(text) });';
    expect(await value(code, { entry: 'module', input: { text: 'a' }, modules })).toEqual({ text: ' a' });
    for (const other of ['lеft-pad', 'left-pad/index.js', 'node:fs', 'fs', './left-pad', '__proto__', 'constructor'])
      expect(
        await thrown(`import x from ${JSON.stringify(other)}; export default () => 1`, { entry: 'module', modules }),
      ).toMatchObject({
        message: expect.stringMatching(/not a dependency|could not load|Could not/i),
      });
  });

  it('refuses Python and host functions where processes are not isolated', async () => {
    expect(sandbox.isolation).toBe('none');
    expect(sandbox.refusal('javascript', false)).toBeNull();
    expect(sandbox.refusal('python', false)).toMatch(/isolated/);
    const isolated = openSandbox({ isolated: () => Promise.reject(new Error('none')) });
    expect(isolated.refusal('python', true)).toBeNull();
    expect(isolated.refusal('javascript', true)).toBeNull();
    expect(sandbox.refusal('typescript', true)).toMatch(/isolated/);
    await expect(run('print(1)', { language: 'python' })).rejects.toThrow(/isolated/);
    await expect(drive(isolated, { code: 'return 1', language: 'python' })).rejects.toThrow('none');
  });
});
