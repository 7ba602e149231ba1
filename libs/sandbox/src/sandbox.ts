import { prelude } from './javascript/prelude.js';
import { ProcessPool } from './pool.js';
import { javaScriptProgram } from './process/program.js';
import { startBare } from './process/start-bare.js';
import type { StartProcess } from './process/start-process.js';
import { openPython, type PythonPool, pythonJob } from './python/open-python.js';
import { type CodeRun, type CodeSession, defaultLimits, type Language, type RunLimits } from './run.js';
import { ProcessSession } from './session/process-session.js';

export interface SandboxOptions {
  /** Starts isolated processes; null where the machine cannot isolate them. */
  readonly isolated: StartProcess | null;
  /** Processes kept ready for JavaScript, and runs at a time. */
  readonly warm?: number;
  readonly maxRuns?: number;
  /** The same for Python, whose processes are larger. */
  readonly warmPython?: number;
  readonly maxPythonRuns?: number;
  /** A folder in which the interpreter of Python is kept between starts, once it is loaded. */
  readonly pythonFolder?: string;
  readonly after?: (ms: number, run: () => void) => () => void;
  readonly monotonic?: () => number;
}

/** Runs generated code. Processes are started at the first run. */
export interface Sandbox {
  readonly isolation: 'isolated' | 'none';
  /** Why code in this language, with or without functions on `host`, does not run here; null when it does. */
  refusal(language: Language, hasHostFunctions: boolean): string | null;
  /** Rejects where `refusal` has an answer, and when no process can be started. */
  open(run: CodeRun): Promise<CodeSession>;
  close(): void;
}

/** Lines before the code within the function that it is the body of, and in its stack traces. */
const bodyOffset = 2;
const maxLine = 64_000_000;
const mebibyte = 1024 * 1024;
const defaults = { warm: 2, maxRuns: 16, memoryMb: 512, processes: 64, warmPython: 1, maxPythonRuns: 4 };

/** Opens a sandbox; nothing is started yet. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { isolated, warm = defaults.warm, maxRuns = defaults.maxRuns } = options;
  const after = options.after ?? startTimer;
  const monotonic = options.monotonic ?? (() => performance.now());
  const limits = { memoryMb: defaults.memoryMb, processes: defaults.processes };
  let pool: ProcessPool | undefined;
  const poolOf = (): ProcessPool => {
    pool ??= new ProcessPool({
      program: javaScriptProgram(),
      warmUp: { warmUp: prelude },
      start: isolated ?? startBare,
      limits,
      warm,
      maxRuns,
      maxLine,
    });
    return pool;
  };
  let python: PythonPool | undefined;
  const pythonPool = (start: StartProcess): ProcessPool => {
    python ??= openPython({
      ...{ start, maxLine, warm: options.warmPython ?? defaults.warmPython },
      maxRuns: options.maxPythonRuns ?? defaults.maxPythonRuns,
      folder: options.pythonFolder ?? null,
    });
    return python.pool;
  };
  const refusal: Sandbox['refusal'] = (language, hasHostFunctions) => {
    if (isolated !== null) return null;
    if (language === 'python')
      return 'Python runs only where processes are isolated, and this machine does not isolate them: write JavaScript or TypeScript.';
    return hasHostFunctions
      ? 'Code that reads files, variables or the network runs only where processes are isolated, and this machine does not isolate them.'
      : null;
  };
  return {
    isolation: isolated === null ? 'none' : 'isolated',
    refusal,
    open: async (run) => {
      const refused = refusal(run.language, Object.keys(run.functions ?? {}).length > 0);
      if (refused !== null) throw new Error(refused);
      const applied: RunLimits = { ...defaultLimits, ...run.limits };
      const isPython = run.language === 'python' && isolated !== null;
      const { channel, giveBack } = await (isPython ? pythonPool(isolated) : poolOf()).take();
      const lineOffset = run.entry === 'body' && !isPython ? bodyOffset : 0;
      const job = isPython ? pythonJob(run, applied) : javaScriptJob(run, applied);
      return new ProcessSession({
        ...{ job, limits: applied, lineOffset, channel, after, monotonic },
        closed: giveBack,
      });
    },
    close: () => {
      pool?.close();
      python?.close();
    },
  };
}

function javaScriptJob(run: CodeRun, limits: RunLimits): object {
  const settings = {
    ...{ entry: run.entry, seed: run.seed, nowMs: run.nowMs },
    input: JSON.stringify(run.input ?? null),
    functions: Object.entries(run.functions ?? {}),
  };
  return {
    ...{ settings: JSON.stringify(settings), code: run.code, entry: run.entry },
    ...{ isTypeScript: run.language === 'typescript', modules: run.modules ?? {} },
    ...{
      memoryBytes: limits.memoryMb * mebibyte,
      cpuMs: limits.cpuMs,
      maxCalls: limits.maxCalls,
      maxLog: limits.maxLog,
    },
  };
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
