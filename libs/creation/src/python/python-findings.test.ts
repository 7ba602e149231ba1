import { describe, expect, it } from '@jest/globals';
import { mayImport } from './allowed-imports.js';
import { pythonFindings } from './python-findings.js';
import { pythonUses } from './python-uses.js';
import type { PythonTree } from './read-python.js';

const empty: PythonTree = {
  ...{ imports: [], names: [], members: [], flaws: [], unusual: [], hasRun: true, uses: [], unclear: [] },
};
const found = (parts: Partial<PythonTree>, code = '') =>
  pythonFindings(code, { ...empty, ...parts }).map(({ rule, severity, line }) => [rule, severity, line]);

describe('findings in Python', () => {
  it('are none in plain code', () => {
    expect(
      found({ imports: [{ module: 'json', line: 1 }], names: [{ name: 'len', line: 2 }], members: [] }, 'import json'),
    ).toEqual([]);
  });

  it('are critical for what reaches beyond the code', () => {
    expect(found({ imports: [{ module: 'os', line: 3 }] })).toEqual([['undeclared-import', 'critical', 3]]);
    expect(found({ names: [{ name: '__import__', line: 2 }] })).toEqual([['refused-name', 'critical', 2]]);
    expect(found({ members: [{ name: '__subclasses__', line: 4 }] })).toEqual([['refused-name', 'critical', 4]]);
    expect(found({ unusual: [{ name: 'ｅval', line: 1 }] })).toEqual([['unicode-name', 'critical', 1]]);
    expect(found({ flaws: [{ kind: 'computed-member', line: 5 }] })).toEqual([['computed-member', 'critical', 5]]);
    expect(found({ hasRun: false })).toEqual([['run-function', 'critical', 1]]);
    expect(found({}, 'x\nkey = "AKIAIOSFODNN7EXAMPLE"')).toEqual([['credential', 'critical', 2]]);
  });

  it('are warnings for what only misleads', () => {
    expect(found({ flaws: [{ kind: 'empty-except', line: 7 }] })).toEqual([['empty-except', 'warning', 7]]);
  });
});

describe('the modules that Python tools import', () => {
  it('are whole names of the list, and what is below them', () => {
    expect(['json', 'collections.abc', 'urllib.parse', 'xml.etree.ElementTree'].map(mayImport)).not.toContain(false);
    expect(
      ['urllib', 'urllib.request', 'jsonx', '.json', '', 'js', 'pyodide_js', 'ctypes'].map(mayImport),
    ).not.toContain(true);
  });
});

describe('the host in Python', () => {
  it('is used by the names of its functions, or by a whole group', () => {
    const uses = [
      { path: 'files.read', line: 2 },
      { path: 'http', line: 3 },
    ];
    expect(pythonUses({ ...empty, uses })).toEqual({
      uses: [
        { name: 'files.read', line: 2 },
        { name: 'http.get', line: 3 },
        { name: 'http.send', line: 3 },
      ],
      unclear: [],
    });
  });

  it('is unclear where it is passed on, or has no such function', () => {
    const unclear = [{ kind: 'passed-on', line: 1 }];
    const read = pythonUses({ ...empty, unclear, uses: [{ path: 'files.write', line: 9 }] });
    expect(read.unclear.map(({ line }) => line)).toEqual([1, 9]);
    expect(read.uses).toEqual([]);
  });
});
