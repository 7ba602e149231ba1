import type { TypedModule } from '@assay/sandbox';
import { describe, expect, it } from '@jest/globals';
import { hostDeclarations, plainCode } from './plain-code.js';

const schemas = { inputSchema: { properties: { a: {}, b: { enum: ['unknown'] } } }, outputSchema: { type: 'number' } };
const written = { language: 'typescript' as const, code: 'export default (a: number): number => a', ...schemas };

describe('the plain code of a tool', () => {
  it('has no types, after they were checked against the schemas', async () => {
    const asked: TypedModule[] = [];
    const script = async (module: TypedModule) => {
      asked.push(module);
      return [];
    };
    const check = plainCode({ script, python: null });
    const plain = await check({ ...written, dependencies: ['pad'] });
    expect(plain.ok && plain.value.replace(/\s+/g, ' ')).toBe('export default (a ) => a');
    expect(asked).toEqual([
      {
        ...{ language: 'typescript', code: written.code, modules: ['pad'], declarations: hostDeclarations },
        ...{ input: '{ a?: any; b?: "unknown" }', output: 'number' },
      },
    ]);
    const javascript = { ...written, language: 'javascript' as const, code: 'export default () => 1' };
    expect(await check(javascript)).toEqual({ ok: true, value: 'export default () => 1' });
    const python = { ...written, language: 'python' as const, code: 'def run(input): return 1' };
    expect(await check(python)).toEqual({ ok: true, value: python.code });
    const found = async () => [{ message: 'no', severity: 'error' as const, line: 1 }];
    expect(await plainCode({ script, python: found })(python)).toMatchObject({ error: [{ rule: 'types', line: 1 }] });
  });

  it('is refused with what is wrong', async () => {
    const findings = async (code: string, check = async () => [{ message: 'no', line: 2 }]) => {
      const plain = await plainCode({ script: check, python: null })({ ...written, code });
      return plain.ok ? [] : plain.error.map(({ rule, line }) => [rule, line]);
    };
    expect(await findings(written.code)).toEqual([['types', 2]]);
    expect(await findings('export default (')).toEqual([['syntax', undefined]]);
    expect(await findings(`// @ts-nocheck\n${written.code}`)).toEqual([['types', undefined]]);
    expect(await findings(written.code, () => Promise.reject(new Error('late')))).toEqual([['types', undefined]]);
  });
});
