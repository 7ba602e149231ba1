import { spawn } from 'node:child_process';
import { fileOf } from '../process/program.js';

/** A module to check, as a function of an input and a host. */
export interface TypedModule {
  readonly language: 'javascript' | 'typescript';
  readonly code: string;
  /** TypeScript types of what the function takes and returns. */
  readonly input: string;
  readonly output: string;
  /** Names it may import; their types are not checked. */
  readonly modules?: readonly string[];
  /** Declarations that are in scope, beside those of the language. */
  readonly declarations?: string;
}

export interface TypeProblem {
  readonly message: string;
  /** In the code, from 1; absent where the function as a whole does not fit. */
  readonly line?: number;
}

const folder = '/made';
const defaultTimeoutMs = 20_000;
const maxOutput = 100_000;

/** Names that are not defined: all that counts in JavaScript, whose types are inferred at best. */
const missingNames = new Set([2304, 2503, 2552, 2580, 2581, 2582, 2583, 2584, 2585]);

const options = {
  ...{ strict: true, noEmit: true, allowJs: true, checkJs: true, allowImportingTsExtensions: true },
  ...{ target: 'es2023', lib: ['es2023'], module: 'esnext', moduleResolution: 'bundler', types: [] },
};

/** What is in scope in QuickJS beside the language itself. */
const ambient =
  'declare const console: { debug(...values: unknown[]): void; log(...values: unknown[]): void; info(...values: unknown[]): void; warn(...values: unknown[]): void; error(...values: unknown[]): void };\n';

/**
 * Checks the types of a module with TypeScript, in a process of its own without an environment. In JavaScript only names
 * that are not defined are problems. Rejects when the checker cannot be started or does not finish in time.
 */
export async function checkTypes(module: TypedModule, timeoutMs = defaultTimeoutMs): Promise<readonly TypeProblem[]> {
  const isTyped = module.language === 'typescript';
  const file = `${folder}/tool.${isTyped ? 'ts' : 'js'}`;
  const fits = `import run from './tool.${isTyped ? 'ts' : 'js'}';
export const checked: (input: Input, host: Host) => Output | Promise<Output> = run;
`;
  const imported = (module.modules ?? []).map((name) => `declare module ${JSON.stringify(name)};\n`).join('');
  const files = {
    [`${folder}/tsconfig.json`]: JSON.stringify({ compilerOptions: options, files: ['fits.ts', 'scope.d.ts'] }),
    [`${folder}/scope.d.ts`]: `${ambient}${imported}declare type Input = ${module.input};\ndeclare type Output = ${module.output};\n${module.declarations ?? 'declare type Host = unknown;\n'}`,
    [`${folder}/fits.ts`]: isTyped ? fits : `import './tool.js';\n`,
    [file]: module.code,
  };
  const problems = await checked({ files, project: `${folder}/tsconfig.json` }, timeoutMs);
  return problems.flatMap((problem): TypeProblem[] => {
    if (!isTyped && !missingNames.has(problem.code)) return [];
    if (problem.file !== file) return [{ message: `The function does not fit the schemas: ${problem.message}` }];
    return [{ message: problem.message, line: module.code.slice(0, problem.at).split('\n').length }];
  });
}

interface Found {
  readonly code: number;
  readonly file: string;
  readonly at: number;
  readonly message: string;
}

function checked(job: object, timeoutMs: number): Promise<readonly Found[]> {
  return new Promise((resolve, reject) => {
    // A group of its own: the checker is a program that the process starts.
    const child = spawn(process.execPath, ['--no-warnings', fileOf('types/program')], {
      ...{ cwd: '/', env: {}, detached: true, windowsHide: true },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let out = '';
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error('The types could not be checked in time.'));
    }, timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
      if (out.length > maxOutput) end();
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', () => {
      clearTimeout(timer);
      const { problems } = parsed(out);
      if (Array.isArray(problems)) resolve(problems as Found[]);
      else reject(new Error('The type checker ended without a result.'));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(job));
  });
}

function parsed(text: string): { readonly problems?: unknown } {
  try {
    return JSON.parse(text) as { readonly problems?: unknown };
  } catch {
    return {};
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
