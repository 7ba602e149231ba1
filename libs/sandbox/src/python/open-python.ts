import { ProcessPool } from '../pool.js';
import { pythonProgram } from '../process/program.js';
import type { StartProcess } from '../process/start-process.js';
import type { CodeRun, RunLimits } from '../run.js';
import { openSnapshot, type Snapshot } from './snapshot.js';

export interface PythonOptions {
  /** Starts isolated processes: Python reaches the JavaScript of its process, so that the isolation is the boundary. */
  readonly start: StartProcess;
  readonly warm: number;
  readonly maxRuns: number;
  readonly maxLine: number;
  /** Where the snapshot of the interpreter is kept between starts; null keeps none. */
  readonly folder: string | null;
}

export interface PythonPool {
  readonly pool: ProcessPool;
  close(): void;
}

/** Of a process: an interpreter takes some 200 MB, and code at most 256 MB more. */
const limits = { memoryMb: 768, processes: 64 };
const mebibyte = 1024 * 1024;

/** Processes for Python. Where no snapshot is kept, the first one makes it, and the others start from it. */
export function openPython({ start, warm, maxRuns, maxLine, folder }: PythonOptions): PythonPool {
  const making: Promise<Snapshot> = openSnapshot({ start, limits, maxLine, folder });
  const program = making.then(({ file }) => pythonProgram(file));
  // A failure is reported to the runs that need it.
  program.catch(() => undefined);
  const pool = new ProcessPool({ program, warmUp: { warmUp: true }, start, limits, warm, maxRuns, maxLine });
  return {
    pool,
    close: () => {
      pool.close();
      making.then(({ remove }) => remove()).catch(() => undefined);
    },
  };
}

export function pythonJob(run: CodeRun, limits: RunLimits): object {
  const text = JSON.stringify({
    ...{ entry: run.entry, code: run.code, input: JSON.stringify(run.input ?? null), seed: run.seed },
    ...{ functions: Object.entries(run.functions ?? {}), modules: run.modules ?? {} },
    ...{ maxCalls: limits.maxCalls, maxLog: limits.maxLog },
  });
  const { seed, nowMs } = run;
  return { text, seed, nowMs, memoryBytes: limits.memoryMb * mebibyte, cpuMs: limits.cpuMs };
}
