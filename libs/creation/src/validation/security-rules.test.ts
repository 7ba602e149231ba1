import { describe, expect, it } from '@jest/globals';
import { staticScore, validationScore } from './score.js';
import { securityFindings } from './security-rules.js';

const main = 'export default (input) => input;';
const rulesOf = (code: string, dependencies: string[] = []) =>
  securityFindings(`${code}\n${code.includes('export default') ? '' : main}`, dependencies).map(({ rule }) => rule);

describe('security rules', () => {
  it('find nothing in plain code', () => {
    expect(rulesOf('const text = "eval is a word, and so is constructor";')).toEqual([]);
    expect(rulesOf('import { pad } from "pad";', ['pad'])).toEqual([]);
  });

  it.each([
    ['eval', 'eval("1");', 'refused-name'],
    ['a function constructor', 'new Function("1");', 'refused-name'],
    ['a constructor by a member', '(() => {}).constructor("1");', 'refused-name'],
    ['a constructor by a text', '(() => {})["constructor"]("1");', 'refused-name'],
    ['an escape in a name', '\\u0065val("1");', 'refused-name'],
    ['a shell', 'process.kill(1);', 'refused-name'],
    ['require', 'require("fs");', 'refused-name'],
    ['an undeclared import', 'import fs from "node:fs";', 'undeclared-import'],
    ['a name that shadows an allowed one', 'import { pad } from "pаd";', 'undeclared-import'],
    ['a path below an allowed one', 'import { pad } from "pad/../fs";', 'undeclared-import'],
    ['a dynamic import', 'await import("fs");', 'dynamic-import'],
    ['a credential', 'const key = "AKIAIOSFODNN7EXAMPLE";', 'credential'],
    ['a look-alike name', 'const pаyload = 1;', 'unicode-name'],
    ['text that runs backwards', '// \u202e nothing here', 'hidden-characters'],
    ['a syntax error', 'const = 1;', 'syntax'],
  ])('find %s', (_what, code, rule) => expect(rulesOf(code, ['pad'])).toContain(rule));

  it('ask for a default export', () => {
    expect(securityFindings('const a = 1;', []).map(({ rule }) => rule)).toEqual(['default-export']);
  });

  it('name the line', () => {
    expect(securityFindings(`${main}\n\neval("1")`, [])[0]).toMatchObject({ line: 3, severity: 'critical' });
  });

  it('cost a tenth for a warning and everything for a critical finding', () => {
    const warned = securityFindings(`${main}\nvar a = 1 == 2;`, []);
    expect(warned.map(({ rule }) => rule).sort()).toEqual(['eqeqeq', 'no-var']);
    expect(staticScore(warned)).toBeCloseTo(0.8);
    expect(staticScore(securityFindings('eval("1")', []))).toBe(0);
  });
});

describe('the score', () => {
  it('is weighted', () => {
    expect(validationScore({ static: 1, tests: 1, fuzzing: 1, conformance: 1 })).toBe(1);
    expect(validationScore({ static: 0, tests: 1, fuzzing: 1, conformance: 1 })).toBe(0.7);
    expect(validationScore({ static: 1, tests: 1, fuzzing: 0, conformance: 1 })).toBe(0.8);
  });
});
