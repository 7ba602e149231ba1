import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonBuiltins, pythonFits } from '@assay/creation';
import { detectIsolation, type Isolation, openIsolation } from '@assay/isolation';
import { type CheckPythonTypes, pythonTypeChecker, type StartProcess } from '@assay/sandbox';
import { isolatedProcesses } from '@assay/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? describe : describe.skip;

let folder: string;
let isolation: Isolation;
let start: StartProcess;
let checkTypes: CheckPythonTypes;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-python-types-')));
  const state = join(folder, 'state');
  mkdirSync(state);
  isolation = openIsolation({ support, stateFolder: state, hide: [folder], permitFor: () => async () => [] });
  start = isolatedProcesses(isolation, state);
  checkTypes = pythonTypeChecker({ start, timeoutMs: 120_000 });
});
afterAll(() => {
  isolation.close();
  rmSync(folder, { recursive: true, force: true });
});

const input = { type: 'object', properties: { name: { type: 'string' } } };
const size = { type: 'object', properties: { size: { type: 'integer' } } };
const check = (code: string, output: object = size) =>
  checkTypes({ code, fits: pythonFits(input, output), builtins: pythonBuiltins });

whereIsolated('the types of a module in Python', () => {
  it('fit, as models and people write it: without types, with them, with the host, async', async () => {
    const plain = `import re
from dataclasses import dataclass

@dataclass
class Name:
    first: str
    rest: list[str]

def parse(text):
    first, *rest = text.split()
    return Name(first, rest)

def run(input):
    out = {}
    merged = {"limit": 3, **input}
    for key, value in merged.items():
        out[key] = str(value).upper()
    out["size"] = len(parse(input["name"]).rest) + merged["limit"]
    return out
`;
    const typed = `from typing import Any
async def run(input: dict[str, Any], host: Any) -> dict[str, int]:
    try:
        text = await host.files.read(input["name"])
    except ToolError as error:
        return {"size": len(error.code or "")}
    return {"size": len(text)}
`;
    expect(await Promise.all([plain, typed].map((code) => check(code)))).toEqual([[], []]);
  });

  it('are wrong at their lines', async () => {
    const code = `import math
def run(input):
    a = math.squareroot(2)
    b = len("a") + "b"
    c = undefined_name
    d = math.sqrt("4")
    e = int("1", 2, 3)
    return {"size": 1}
`;
    const found = await check(code);
    expect(found.map(({ line, severity }) => [line, severity])).toEqual([3, 4, 5, 6, 7].map((line) => [line, 'error']));
    expect(found[0]?.message).toContain('"squareroot" is not a known attribute of module "math"');
    expect(found[2]?.message).toContain('"undefined_name" is not defined');
  });

  it('are doubtful where a value can be None', async () => {
    const code = 'import re\ndef run(input):\n    return {"size": len(re.match("a", input["name"]).group())}\n';
    expect(await check(code)).toEqual([{ severity: 'warning', line: 3, message: expect.stringContaining('None') }]);
  });

  it('fit the schemas as a whole', async () => {
    const whole = 'The function does not fit the schemas: ';
    const wrong: readonly [string, object][] = [
      ['def run(): return {"size": 1}', size],
      ['def run(input, host, more): return {"size": 1}', size],
      ['def run(input): return "text"', size],
      ['def run(input: str): return {"size": 1}', size],
      ['async def run(input): return 1', { type: 'string' }],
      ['run = 1', size],
    ];
    for (const [code, output] of wrong) {
      const [problem] = await check(`${code}\n`, output);
      expect([code, problem?.message.startsWith(whole), problem?.line]).toEqual([code, true, undefined]);
    }
  });

  it('see no file of this machine, and are not switched off by a comment of another checker', async () => {
    writeFileSync(join(folder, 'secret.py'), 'SECRET: int = "s3cret"\n');
    const code = `import sys
from secret import SECRET
x: int = "a"  # type: ignore
def run(input): return {"size": SECRET}
`;
    const found = await check(code);
    expect(found).toEqual([{ severity: 'error', line: 3, message: expect.any(String) }]);
    expect(JSON.stringify(found)).not.toContain('s3cret');
  });

  it('are given up when they take too long', async () => {
    const impatient = pythonTypeChecker({ start, timeoutMs: 1 });
    await expect(impatient({ code: '', fits: '' })).rejects.toThrow('in time');
  });
});
