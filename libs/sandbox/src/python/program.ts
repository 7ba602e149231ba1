/**
 * The program of a child process that runs one piece of generated Python in Pyodide. The code can reach the JavaScript of
 * this process: the isolation around it is the boundary. It imports nothing of this library, so that it also runs from its
 * source. It reads messages from standard input, and writes one JSON value a line. It starts from a snapshot of an
 * interpreter, or makes one.
 */
import { constants, readFileSync, writeSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { PyodideAPI } from 'pyodide';
import type { PyCallable } from 'pyodide/ffi';

interface Job {
  readonly seed: number;
  readonly nowMs: number;
  readonly memoryBytes: number;
  readonly cpuMs: number;
  /** The rest of the job, as JSON. */
  readonly text: string;
}

type Answer = { readonly id: number; readonly isOk: boolean; readonly json: string };
type Message = {
  readonly snapshotOf?: string;
  readonly warmUp?: boolean;
  readonly job?: Job;
  readonly answer?: Answer;
};

const pageBytes = 65_536;
/** CPU time that code has to end by itself after its interruption. */
const graceMs = 250;
const interruption = 2;

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Bounds the memory of the interpreter: beyond it an allocation fails, which is a MemoryError. */
class MemoryBound {
  #maxPages = Number.POSITIVE_INFINITY;

  constructor() {
    const { prototype } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } }).WebAssembly
      .Memory;
    const { grow } = prototype;
    const isWithin = (memory: Memory, pages: number): boolean =>
      memory.buffer.byteLength / pageBytes + pages <= this.#maxPages;
    prototype.grow = function (this: Memory, pages: number) {
      if (!isWithin(this, pages)) throw new RangeError('The memory limit is reached.');
      return grow.call(this, pages);
    };
  }

  set(maxBytes: number): void {
    this.#maxPages = Math.ceil(maxBytes / pageBytes);
  }
}

/** Fixes clock and randomness from here on; Python reads both from JavaScript. */
function fixWorld({ seed, nowMs }: Job): void {
  let state = seed >>> 0;
  const nextByte = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
  const fill = <T extends ArrayBufferView | null>(view: T): T => {
    if (view !== null) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = nextByte();
    }
    return view;
  };
  globalThis.crypto.getRandomValues = fill as typeof globalThis.crypto.getRandomValues;
  createRequire(import.meta.url)('node:crypto').randomFillSync = fill;
  syncBuiltinESMExports();
  Date.now = () => nowMs;
  performance.now = () => 0;
}

/** Ends code that has used its CPU time: first by an interruption in Python, then with the process. */
const watchdog = `
const { workerData: { signal, shared } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
setInterval(() => {
  const max = Atomics.load(shared, 0);
  if (max === 0) return;
  const { user, system } = process.cpuUsage();
  const used = (user + system) / 1000;
  if (used < max) return;
  signal[0] = ${interruption};
  if (used < max + ${graceMs}) return;
  try { writeSync(1, '{"calls":[],"logs":[],"end":{"limit":"cpu"}}\\n'); } finally { process.kill(process.pid, 'SIGKILL'); }
}, 20);`;

class Runner {
  readonly #python: PyodideAPI;
  readonly #bound: MemoryBound;
  readonly #signal = new Uint8Array(new SharedArrayBuffer(1));
  /** CPU time of the process at which the code is interrupted; 0 while it does not run. */
  readonly #shared = new Int32Array(new SharedArrayBuffer(4));
  readonly #begin: PyCallable;
  readonly #answer: PyCallable;
  #leftMs = 0;
  #usedMs = 0;

  constructor(python: PyodideAPI, bound: MemoryBound) {
    this.#python = python;
    this.#bound = bound;
    python.setInterruptBuffer(this.#signal);
    const run = python.runPython('Run()') as { begin: PyCallable; answer: PyCallable };
    this.#begin = run.begin;
    this.#answer = run.answer;
    const worker = new Worker(watchdog, { eval: true, workerData: { signal: this.#signal, shared: this.#shared } });
    worker.unref();
  }

  begin(job: Job): void {
    this.#leftMs = job.cpuMs;
    const heap = (this.#python as unknown as { _module: { HEAPU8: Uint8Array } })._module.HEAPU8;
    this.#bound.set(heap.byteLength + job.memoryBytes);
    fixWorld(job);
    this.#turn(() => this.#begin(job.text) as string);
  }

  answer({ id, isOk, json }: Answer): void {
    this.#turn(() => this.#answer(id, isOk, json) as string);
  }

  #turn(compute: () => string): void {
    const from = cpuMs();
    Atomics.store(this.#shared, 0, Math.ceil(from + this.#leftMs));
    let turn = '{"calls":[],"logs":[]}';
    let isBroken = false;
    try {
      turn = compute();
    } catch (error) {
      isBroken = true;
      writeSync(2, String((error as Error).message).slice(0, 2_000));
    }
    Atomics.store(this.#shared, 0, 0);
    const used = cpuMs() - from;
    this.#leftMs -= used;
    this.#usedMs += used;
    const measured = `{"cpuMs":${Math.round(this.#usedMs)},`;
    const body = turn.slice(1);
    // A member that is repeated counts where it comes last.
    if (this.#leftMs <= 0) write(`${measured}${body.slice(0, -1)},"end":{"limit":"cpu"}}`);
    else if (isBroken) process.exit(1);
    else write(`${measured}${body}`);
  }
}

const options = { env: { PYTHONHASHSEED: '0', HOME: '/home' }, stdin: () => null, stdout: () => {}, stderr: () => {} };

async function main(): Promise<void> {
  process.env.TZ = 'UTC';
  // The interpreter reads constants of files there, which Node's permission model denies.
  Object.assign(process, { binding: () => ({ fs: constants }) });
  const bound = new MemoryBound();
  const { loadPyodide } = await import('pyodide');
  const [, , snapshot] = process.argv;
  let runner: Runner | undefined;
  const make = async (harness: string): Promise<void> => {
    const python = await loadPyodide({ ...options, _makeSnapshot: true });
    python.runPython(harness);
    write(Buffer.from(python.makeMemorySnapshot()).toString('base64'));
  };
  const ready = async (): Promise<void> => {
    const python = await loadPyodide({ ...options, _loadSnapshot: readFileSync(snapshot as string) });
    runner = new Runner(python, bound);
    write('{"ready":true}');
  };
  const read = (line: string): void => {
    const message = JSON.parse(line) as Message;
    if (message.snapshotOf !== undefined) void make(message.snapshotOf);
    else if (message.warmUp !== undefined) void ready();
    else if (message.job !== undefined) runner?.begin(message.job);
    else if (message.answer !== undefined) runner?.answer(message.answer);
  };
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) read(line);
  });
  process.stdin.on('end', () => process.exit(0));
}

await main();
