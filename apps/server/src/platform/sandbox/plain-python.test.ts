import type { PythonTypeProblem, TypedPython } from '@assay/sandbox';
import { describe, expect, it } from '@jest/globals';
import { plainPython } from './plain-python.js';

const written = {
  code: 'def run(input):\n    return 1\n',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'integer' },
};

describe('Python whose types are checked', () => {
  it('is checked against the schemas', async () => {
    const asked: TypedPython[] = [];
    const plain = await plainPython(written, async (module) => {
      asked.push(module);
      return [];
    });
    expect(plain).toEqual({ ok: true, value: written.code });
    expect(asked[0]?.fits).toContain('type Returned = int | Awaitable[int]');
    expect(asked[0]?.builtins).toContain('class ToolError(Exception)');
  });

  it('is reported with what is wrong, and with what may be', async () => {
    const findings = async (found: readonly PythonTypeProblem[] | Error, code = written.code) => {
      const check = () => (found instanceof Error ? Promise.reject(found) : Promise.resolve(found));
      const plain = await plainPython({ ...written, code }, check);
      return plain.ok ? [] : plain.error.map(({ severity, line }) => [severity, line]);
    };
    expect(await findings([{ message: 'no', severity: 'error', line: 2 }])).toEqual([['critical', 2]]);
    expect(await findings([{ message: 'perhaps', severity: 'warning', line: 1 }])).toEqual([['warning', 1]]);
    expect(await findings([{ message: 'does not fit', severity: 'error' }])).toEqual([['critical', undefined]]);
    expect(await findings(new Error('late'))).toEqual([['critical', undefined]]);
    expect(await findings([], '# PyRight : basic\ndef run(input): return 1')).toEqual([['critical', 1]]);
  });
});
