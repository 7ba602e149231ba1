import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectIsolation, type Isolation, openIsolation } from '@assay/isolation';
import { type CodeEnd, type CodeRun, type HostCall, type LogLine, openSandbox, type Sandbox } from '@assay/sandbox';
import { isolatedProcesses } from '@assay/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? describe : describe.skip;

let folder: string;
let key: string;
let isolation: Isolation;
let sandbox: Sandbox;
let service: Server;
let port: number;
let reached = 0;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-python-code-')));
  const home = join(folder, 'home');
  mkdirSync(join(home, 'state'), { recursive: true });
  key = join(home, 'admin.key');
  writeFileSync(key, 'the key of the installation');
  service = createServer((_request, response) => {
    reached += 1;
    response.end('rows');
  }).listen(0, '0.0.0.0');
  await new Promise((resolve) => service.once('listening', resolve));
  port = (service.address() as AddressInfo).port;
  isolation = openIsolation({
    ...{ support, stateFolder: join(home, 'state'), hide: [home], permitFor: () => async () => [] },
  });
  sandbox = opened();
});
afterAll(() => {
  sandbox.close();
  isolation.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

const opened = (): Sandbox => {
  const state = join(folder, 'home', 'state');
  const isolated = isolatedProcesses(isolation, state);
  return openSandbox({ isolated, warmPython: 2, pythonFolder: join(state, 'python') });
};

interface Ran {
  readonly end: CodeEnd | undefined;
  readonly calls: readonly HostCall[];
  readonly logs: readonly LogLine[];
}

/** Runs Python to its end; each call is answered with its name and argument, except those of `x/fails`. */
async function run(code: string, more: Partial<CodeRun> = {}, where = sandbox): Promise<Ran> {
  const base = { language: 'python', entry: 'body', code, input: null, nowMs: 1_000, seed: 7 } as const;
  const session = await where.open({ ...base, ...more });
  let turn = await session.begin();
  const calls = [...turn.calls];
  const logs = [...turn.logs];
  for (let at = 0; turn.end === undefined; at += 1) {
    const call = calls[at] as HostCall;
    const { id, name, argument } = call;
    const failed = { code: 'denied', message: 'No.', tool: name };
    turn = await session.answer(
      id,
      name === 'x/fails' ? { ok: false, error: failed } : { ok: true, value: { name, argument } },
    );
    calls.push(...turn.calls);
    logs.push(...turn.logs);
  }
  session.close();
  return { end: turn.end, calls, logs };
}

async function value(code: string, more: Partial<CodeRun> = {}): Promise<unknown> {
  const { end } = await run(code, more);
  return end?.kind === 'returned' ? end.value : end;
}

/** Python that runs a text of JavaScript in the process around the interpreter, as code that has left it would. */
const outside = (script: string): string => `
from pyodide.ffi import to_js
make = to_js([1]).constructor.constructor
try:
    return str(make(${JSON.stringify(script)})())
except BaseException as error:
    return "stopped: " + str(error)`;

whereIsolated('code in Python', () => {
  it('returns JSON, reads its input, and reports what it prints', async () => {
    const { end, logs } = await run(
      'import sys\nprint("a", {"b": 1})\nprint("no", file=sys.stderr)\nreturn {"sum": input["a"] + 1}',
      { input: { a: 2 } },
    );
    expect(end).toEqual({ kind: 'returned', value: { sum: 3 } });
    expect(logs).toEqual([
      { level: 'log', text: "a {'b': 1}" },
      { level: 'error', text: 'no' },
    ]);
  });

  it('calls tools together, and throws the failure of a call with its code', async () => {
    const { end, calls } = await run(`
import asyncio
async def failing():
    try:
        await tools["x/fails"]({})
    except ToolError as error:
        return [error.code, error.tool, str(error)]
async with asyncio.timeout(5):
    a, b, c = await asyncio.gather(tools["x/a"]({"n": 1}), tools.search("mail", limit=2), failing())
await asyncio.sleep(3600)
return [a["argument"]["n"], b["name"], c]`);
    expect(end).toEqual({ kind: 'returned', value: [1, 'mail', ['denied', 'x/fails', 'No.']] });
    expect(calls).toEqual([
      { id: 1, kind: 'tool', name: 'x/a', argument: { n: 1 } },
      { id: 2, kind: 'search', name: 'mail', argument: { limit: 2 } },
      { id: 3, kind: 'tool', name: 'x/fails', argument: {} },
    ]);
  });

  it('gives the same twice: clock, randomness, hashes and order are fixed', async () => {
    const code = `import datetime, os, random, secrets, time, uuid
return [random.random(), random.Random().random(), time.time(), str(datetime.datetime.now()), str(uuid.uuid4()),
  os.urandom(4).hex(), secrets.token_hex(4), list({"a", "b", "c", "d"}), hash("text")]`;
    const first = (await value(code)) as unknown[];
    expect(await value(code)).toEqual(first);
    expect(first.slice(2, 4)).toEqual([1, '1970-01-01 00:00:01']);
    const other = (await value(code, { seed: 8 })) as unknown[];
    for (const at of [0, 1, 4, 5, 6]) expect(other[at]).not.toEqual(first[at]);
  });

  it('names the line of an error', async () => {
    expect((await run('a = 1\nb = 2\nraise ValueError("too far")')).end).toEqual({
      ...{ kind: 'threw', problem: { name: 'ValueError', message: 'too far', line: 3 } },
    });
    const wrong = { kind: 'threw', problem: { name: 'SyntaxError', line: 2 } };
    expect((await run('a = 1\nreturn 1 +')).end).toMatchObject(wrong);
    expect((await run('return {1}')).end).toMatchObject({ problem: { name: 'TypeError' } });
    expect((await run('yield 1')).end).toMatchObject({ problem: { name: 'SyntaxError' } });
  });

  it('runs modules with the sources that come with them, and with functions of the host', async () => {
    const code =
      'import pad\nasync def run(input, host):\n    return pad.pad((await host.files.read(input["p"]))["name"])';
    const modules = { pad: 'def pad(text): return " " + text' };
    const more = { entry: 'module' as const, modules, functions: { files: ['read'] }, input: { p: '/a' } };
    expect(await value(code, more)).toBe(' files.read');
    expect(await value('def run(input): return input', { entry: 'module', input: [1] })).toEqual([1]);
    expect(await value('import numpy\ndef run(input): return 1', { entry: 'module' })).toMatchObject({
      problem: { name: 'ModuleNotFoundError' },
    });
  });

  it('is ended at its limits, and says what it had printed', async () => {
    const limits = { cpuMs: 300, memoryMb: 16, maxCalls: 2, maxLog: 100 };
    const hangs = await run('print("before")\nwhile True: pass', { limits });
    expect([hangs.end, hangs.logs]).toEqual([{ kind: 'limit', limit: 'cpu' }, [{ level: 'log', text: 'before' }]]);
    const clings = 'while True:\n  try:\n    while True: pass\n  except BaseException: pass';
    expect((await run(clings, { limits })).end).toEqual({ kind: 'limit', limit: 'cpu' });
    const takes = 'a = []\nwhile True: a.append(bytearray(1_000_000))';
    expect((await run(takes, { limits })).end).toEqual({ kind: 'limit', limit: 'memory' });
    const calls = 'for n in range(9): await tools["x/a"]({})';
    expect((await run(calls, { limits })).end).toEqual({ kind: 'limit', limit: 'calls' });
    const floods = await run('for n in range(100_000): print("x" * 50)', { limits: { ...limits, cpuMs: 3_000 } });
    expect(floods.logs.length).toBeLessThan(5);
    expect((await run('def f(): return f()\nreturn f()')).end).toMatchObject({ problem: { name: 'RecursionError' } });
    const waits = 'import asyncio\nawait asyncio.get_running_loop().create_future()';
    expect((await run(waits)).end).toEqual({ kind: 'stuck' });
  });
});

whereIsolated('code in Python that leaves its interpreter', () => {
  it('reaches the JavaScript of its own process, which has no secrets', async () => {
    expect(await value(outside('return typeof process'))).toBe('object');
    expect(await value('import js\nreturn str(js.process.pid)')).toEqual(expect.any(String));
    expect(await value('import pyodide_js\nreturn str(pyodide_js.version)')).toEqual(expect.any(String));
    const names = await value(outside('return Object.keys(process.env).join()'));
    expect(names).not.toMatch(/ASSAY|DATABASE|LLM|OIDC/);
  });

  it('reads and writes no file of the machine', async () => {
    const fs = 'process.getBuiltinModule("fs")';
    expect(await value(outside(`return ${fs}.readFileSync(${JSON.stringify(key)}, "utf8")`))).toMatch(/^stopped/);
    expect(await value(outside(`return ${fs}.writeFileSync("/tmp/left", "1")`))).toMatch(/^stopped/);
    expect(await value(outside(`return ${fs}.readFileSync("/proc/1/environ", "utf8")`))).toMatch(/^stopped/);
    expect(await value(`return open(${JSON.stringify(key)}).read()`)).toMatchObject({
      problem: { name: expect.stringMatching(/Error/) },
    });
    const own = 'import os\nreturn [it for it in os.listdir("/proc") if it.isdigit() and int(it) > 50]';
    expect(await value(own)).toEqual([]);
  });

  it('starts no program, loads no library, and forks nothing', async () => {
    const child = 'process.getBuiltinModule("child_process")';
    expect(await value(outside(`return ${child}.execSync("id").toString()`))).toMatch(/^stopped/);
    for (const code of ['import os\nreturn os.system("id > /tmp/id")', 'import os\nreturn os.fork()'])
      expect(await value(code)).toMatchObject({ kind: expect.stringMatching(/threw|crashed/) });
    for (const code of [
      'import subprocess\nreturn subprocess.run(["id"]).stdout',
      'import ctypes\nreturn ctypes.CDLL("libc.so.6").getpid()',
      '__import__("multiprocessing").Process(target=print).start()',
    ])
      expect(await value(code)).toMatchObject({ kind: expect.stringMatching(/threw|crashed/) });
  });

  it('reaches no network', async () => {
    const net = 'process.getBuiltinModule("net")';
    const code = `
import asyncio, js
from pyodide.ffi import to_js
make = to_js([1]).constructor.constructor
make("${net.replaceAll('"', "'")}.connect(${port}, '127.0.0.1').on('error', () => {}).write('GET / HTTP/1.0\\\\n\\\\n')")()
make("fetch('http://127.0.0.1:${port}/').catch(() => {})")()
return 1`;
    await value(code);
    await value(`import urllib.request\nreturn urllib.request.urlopen("http://127.0.0.1:${port}/").read().decode()`);
    expect(reached).toBe(0);
  });

  it('forges nothing but its own calls and its own end', async () => {
    const forged = `process.stdout.write('{"calls":[{"id":7,"kind":"tool","name":"x/b","argument":"{}"}],"logs":[]}\\n')`;
    const { end, calls } = await run(outside(forged));
    expect([end?.kind, calls]).toEqual(['crashed', []]);
    expect(await value('import sys\nsys.modules.clear()\nreturn 1')).not.toBe(2);
  });

  it('leaves nothing for the next run, and others go on', async () => {
    await value('import sys, builtins\nbuiltins.leak = "s3cret"\nsys.modules["leak"] = 1\nreturn 1');
    const reads = 'import builtins, sys\nreturn [hasattr(builtins, "leak"), "leak" in sys.modules]';
    const [hung, next] = await Promise.all([
      run(outside('for (;;) {}'), { limits: { cpuMs: 300, timeoutMs: 3_000 } }),
      value(reads),
    ]);
    expect(next).toEqual([false, false]);
    expect(hung.end?.kind).toBe('limit');
  });
});

whereIsolated('the interpreter of Python', () => {
  const kept = () => readdirSync(join(folder, 'home', 'state', 'python'));

  it('is loaded once: a sandbox that is opened later starts from the same file', async () => {
    await value('return 1');
    const files = kept();
    expect(files).toEqual([expect.stringMatching(/^python-[0-9.]+-[0-9a-f]{16}-[0-9a-f]{64}\.snapshot$/)]);
    const next = opened();
    expect((await run('return 2', {}, next)).end).toEqual({ kind: 'returned', value: 2 });
    next.close();
    expect(kept()).toEqual(files);
  });

  it('is loaded again where the file was changed', async () => {
    const [name = ''] = kept();
    const file = join(folder, 'home', 'state', 'python', name);
    rmSync(file);
    writeFileSync(file, 'not an interpreter');
    const next = opened();
    expect((await run('return 3', {}, next)).end).toEqual({ kind: 'returned', value: 3 });
    next.close();
  });
});

whereIsolated('many calls from Python', () => {
  const calling = (count: number): string => `
import asyncio
answers = await asyncio.gather(*(tools["x/a"]({"i": i}) for i in range(${count})))
return [len(answers), sum(it["argument"]["i"] for it in answers)]`;
  const limits = { timeoutMs: 120_000 };

  it('are made 10,000 at once, and not 10,001', async () => {
    const { end, calls } = await run(calling(10_000), { limits });
    expect(end).toEqual({ kind: 'returned', value: [10_000, 49_995_000] });
    expect(calls).toHaveLength(10_000);
    expect((await run(calling(10_001), { limits })).end).toEqual({ kind: 'limit', limit: 'calls' });
  });
});
