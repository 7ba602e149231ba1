import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallRules, defaultProfile, detectIsolation, type Isolation, openIsolation } from '@assay/isolation';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const support = await detectIsolation();
const python = '/usr/bin/python3';
const whereFiltered = support.filtersCalls ? describe : describe.skip;
const withPython = support.filtersCalls && process.arch === 'x64' && existsSync(python) ? it : it.skip;

let folder: string;
let isolation: Isolation;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-calls-')));
  mkdirSync(join(folder, 'state'));
  isolation = openIsolation({
    ...{ support, stateFolder: join(folder, 'state'), hide: [], permitFor: () => async () => [] },
  });
});
afterAll(() => {
  isolation.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a program in a sandbox writes, with its errors. */
async function said(words: readonly string[], calls: CallRules = 'command'): Promise<string> {
  const [command = '', ...args] = words;
  const profile = { ...defaultProfile, network: 'none' as const };
  const started = { command, args, profile, calls, state: 'filtered' };
  const { stdout, stderr } = await isolation.run(started, { signal: AbortSignal.timeout(60_000) });
  return `${stdout}${stderr}`.trim();
}

/** The error number of system calls by their number and arguments, each made through the C library. */
const numbersOf = (calls: readonly (readonly number[])[], rules: CallRules = 'command'): Promise<string> =>
  said(
    [
      ...[python, '-I', '-c'],
      `import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for call in ${JSON.stringify(calls)}:
    ctypes.set_errno(0)
    got = libc.syscall(*[ctypes.c_long(it) for it in call])
    print(ctypes.get_errno() if got < 0 else "made", end=" ")`,
    ],
    rules,
  );

const [notPermitted, notImplemented, noSuchFamily] = ['1', '38', '97'];

whereFiltered('system calls of a started command', () => {
  withPython('are denied by the kernel: keys, tracing, namespaces, mounts, rings, programs in the kernel', async () => {
    const keyctl = [250, 0, -3, 0];
    const denied = [keyctl, [101, 0], [272, 0x10000000], [272, 0x20000], [56, 0x10000011, 0, 0, 0, 0]];
    const more = [
      [165, 0, 0, 0, 0, 0],
      [425, 1, 0],
      [321, 0, 0, 0],
      [298, 0, 0, 0, 0, 0],
      [323, 0],
      [310, 1],
    ];
    const all = [...denied, ...more];
    expect(await numbersOf(all)).toBe(all.map(() => notPermitted).join(' '));
    expect(await numbersOf([[435, 0, 0]])).toBe(notImplemented);
  });

  withPython('open sockets of the internet, and no others', async () => {
    const families = [2, 10, 1, 16, 17, 38, 40].map((family) => [41, family, family === 17 ? 3 : 1, 0]);
    const [ip, ip6, unix, route, ...others] = (await numbersOf(families)).split(' ');
    expect([ip, ip6, unix]).toEqual(['made', 'made', 'made']);
    expect(route).not.toBe(noSuchFamily);
    expect(others).toEqual([noSuchFamily, noSuchFamily, noSuchFamily]);
  });

  it('work for programs that start processes and threads', async () => {
    expect(await said(['/bin/sh', '-c', '(echo one); echo two | cat'])).toBe('one\ntwo');
    const node = `
      const { execFileSync } = require('node:child_process');
      const { Worker } = require('node:worker_threads');
      const { createServer, connect } = require('node:net');
      const said = [execFileSync('/bin/echo', ['child']).toString().trim(), Object.keys(require('node:os').networkInterfaces()).join()];
      new Worker("require('node:worker_threads').parentPort.postMessage('thread')", { eval: true }).on('message', (it) => {
        said.push(it);
        const server = createServer((socket) => socket.end('socket')).listen(0, '127.0.0.1', () =>
          connect(server.address().port, '127.0.0.1').on('data', (data) => { console.log([...said, data].join(' ')); server.close(); }));
      });`;
    expect(await said([process.execPath, '-e', node])).toBe('child lo thread socket');
  });

  withPython('work for Python with processes and threads', async () => {
    const code = `import subprocess, threading, multiprocessing
said = []
thread = threading.Thread(target=said.append, args=("thread",)); thread.start(); thread.join()
said.append(subprocess.run(["/bin/echo", "child"], capture_output=True, text=True).stdout.strip())
context = multiprocessing.get_context("fork")
queue = context.Queue(); child = context.Process(target=queue.put, args=("fork",)); child.start()
said.append(queue.get()); child.join()
print(*said)`;
    expect(await said([python, '-I', '-c', code])).toBe('thread child fork');
  });
});

whereFiltered('system calls of a process that runs generated code', () => {
  it('start no process, and open no socket', async () => {
    const node = `
      const attempts = { child: () => require('node:child_process').execFileSync('/bin/echo', ['child']).toString() };
      for (const [name, attempt] of Object.entries(attempts)) try { console.log(attempt()) } catch (error) { console.log(name, error.code) }
      require('node:net').createServer().on('error', (error) => console.log('listen', error.code)).listen(0, '127.0.0.1');
      new (require('node:worker_threads').Worker)('0', { eval: true }).on('exit', () => console.log('thread'));`;
    const lines = (await said([process.execPath, '-e', node], 'code')).split('\n');
    expect(lines.toSorted()).toEqual(['child EPERM', 'listen EPERM', 'thread']);
  });

  withPython('are denied like those of commands', async () => {
    const all = [[41, 2, 1, 0], [41, 1, 1, 0], [57], [58], [56, 17, 0, 0, 0, 0], [250, 0, -3, 0]];
    expect(await numbersOf(all, 'code')).toBe(all.map(() => notPermitted).join(' '));
  });
});
