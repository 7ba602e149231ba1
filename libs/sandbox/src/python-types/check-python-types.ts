import { ProcessPool } from '../pool.js';
import { fileOf, type Program, packageFolder } from '../process/program.js';
import type { StartProcess } from '../process/start-process.js';

/** A module of Python to check, and a module that uses it. */
export interface TypedPython {
  readonly code: string;
  /** Python that imports `run` from the module `tool`, and fits it to the types it should have. */
  readonly fits: string;
  /** Declarations that are in scope as builtins are. */
  readonly builtins?: string;
}

export interface PythonTypeProblem {
  readonly message: string;
  /** A warning is what may be right: a value that can be None, a name that may have none. */
  readonly severity: 'error' | 'warning';
  /** In the code, from 1; absent where the function as a whole does not fit. */
  readonly line?: number;
}

export interface CheckPythonTypesOptions {
  readonly start: StartProcess;
  readonly after?: (ms: number, run: () => void) => () => void;
  readonly timeoutMs?: number;
}

/** Rejects when the checker cannot be started or does not finish in time. */
export type CheckPythonTypes = (module: TypedPython) => Promise<readonly PythonTypeProblem[]>;

const defaultTimeoutMs = 30_000;
const maxLine = 1_000_000;
const maxChecks = 2;
const processLimits = { memoryMb: 1_024, processes: 64 };

const warnings = [
  ...['reportOptionalMemberAccess', 'reportOptionalSubscript', 'reportOptionalIterable', 'reportOptionalOperand'],
  ...['reportOptionalCall', 'reportOptionalContextManager', 'reportPossiblyUnbound'],
];
/** Imports are decided by a list of their own. */
const omitted = ['reportMissingImports', 'reportMissingModuleSource', 'reportSelfClsParameterName'];
const rules = (names: readonly string[], value: string) => Object.fromEntries(names.map((name) => [name, value]));
const settings = {
  ...{ typeCheckingMode: 'standard', pythonVersion: '3.14', pythonPlatform: 'Linux', enableTypeIgnoreComments: false },
  ...{ include: ['tool.py', 'fits.py'], ...rules(warnings, 'warning'), ...rules(omitted, 'none') },
};

const checkerProgram = (): Program => ({
  file: fileOf('python-types/program'),
  folders: [fileOf('python-types/program'), packageFolder('pyright')],
  options: ['--no-warnings', '--max-old-space-size=700'],
});

/** Checks the types of Python with Pyright, in an isolated process for each module. Nothing starts before the first. */
export function pythonTypeChecker({ start, ...options }: CheckPythonTypesOptions): CheckPythonTypes {
  const { after = startTimer, timeoutMs = defaultTimeoutMs } = options;
  let pool: ProcessPool | undefined;
  return async ({ code, fits, builtins = '' }) => {
    pool ??= new ProcessPool({
      ...{ program: checkerProgram(), warmUp: { warmUp: true }, start, limits: processLimits },
      ...{ warm: 0, maxRuns: maxChecks, maxLine },
    });
    const { channel, giveBack } = await pool.take();
    let isLate = false;
    const stop = after(timeoutMs, () => {
      isLate = true;
      channel.close();
    });
    const files = { 'tool.py': code, 'fits.py': fits, '__builtins__.pyi': builtins };
    channel.send({ files: { ...files, 'pyrightconfig.json': JSON.stringify(settings) } });
    const line = await channel.next();
    stop();
    channel.close();
    giveBack();
    if (isLate) throw new Error('The types could not be checked in time.');
    return problemsIn(line).map(({ file, message, severity, line: at }): PythonTypeProblem => {
      const level = severity === 'warning' ? 'warning' : 'error';
      if (file === 'tool.py') return { message, severity: level, line: at };
      return { message: `The function does not fit the schemas: ${message}`, severity: level };
    });
  };
}

interface Reported {
  readonly file: string;
  readonly message: string;
  readonly severity: string;
  readonly line: number;
}

const isReported = (value: unknown): value is Reported => {
  const { file, message, severity, line } = (value ?? {}) as Partial<Record<keyof Reported, unknown>>;
  return [file, message, severity].every((it) => typeof it === 'string') && Number.isInteger(line);
};

function problemsIn(line: string | undefined): readonly Reported[] {
  const { problems } = parsed(line ?? '');
  if (Array.isArray(problems) && problems.every(isReported)) return problems;
  throw new Error('The type checker ended without a result.');
}

function parsed(text: string): { readonly problems?: unknown } {
  try {
    return JSON.parse(text) as { readonly problems?: unknown };
  } catch {
    return {};
  }
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
