import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  defaultProfile,
  detectIsolation,
  type Isolation,
  type IsolationSupport,
  openIsolation,
} from '@assay/isolation';
import { Refusal } from '@assay/kit';
import { searchPath, toolchainOf } from './toolchains.js';

const maxOutput = 16 * 1_048_576;

export interface SandboxRun {
  /** Real path of the repository: the only folder that can be written to. */
  readonly top: string;
  /** The folder of the project in it. */
  readonly folder: string;
  readonly system: string;
  /** The words of the command, given a folder for reports that is empty and is there inside and outside. */
  readonly words: (reports: string) => readonly string[];
  /** Where homes are kept, one for each repository, with the caches of compilers. Without it a home is deleted afterwards. */
  readonly homes?: string | undefined;
  readonly withinMs: number;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

export interface SandboxResult<T> {
  readonly exitCode: number | null;
  readonly isLate: boolean;
  readonly output: string;
  readonly durationMs: number;
  /** What the sandbox stopped, in sentences. */
  readonly stopped: readonly string[];
  readonly read: T;
}

const limits = { memoryMb: 4_096, processes: 512, cpus: 2 } as const;

let detected: Promise<IsolationSupport> | undefined;
let running = 0;

/** Throws a Refusal where commands cannot be isolated: the repository's code never runs without a sandbox. */
async function requireSupport(): Promise<IsolationSupport> {
  detected ??= detectIsolation();
  const support = await detected;
  if (support.kind === 'none')
    throw new Refusal(
      `This machine does not isolate commands, so no code of a repository is run. ${support.reason ?? ''}`,
    );
  return support;
}

/** Ends with the last word of what was printed, so that progress shows whole lines. */
function eachLine(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-10_000);
    for (const line of lines) if (line.trim() !== '') onLine(line.slice(0, 500));
  };
}

/**
 * Runs a command of a repository in a sandbox of its own: no network, a home of this repository alone, and of this machine
 * only the repository and the compilers. The git folder is read-only, so that no hook can be planted for a person to run.
 * `read` reads the reports before they are deleted.
 */
export async function runInSandbox<T>(
  run: SandboxRun,
  read: (reports: string, output: string) => T,
): Promise<SandboxResult<T>> {
  const support = await requireSupport();
  if (running >= 2) throw new Refusal('Two builds are running already. Try again when one has ended.');
  running += 1;
  const state = run.homes ?? (await mkdtemp(join(tmpdir(), 'assay-build-state-')));
  if (run.homes !== undefined) await prepareHome(run.homes, homeOf(run.top));
  const reports = await mkdtemp(join(tmpdir(), 'assay-build-'));
  const isolation = openIsolation({ support, stateFolder: state, hide: [], permitFor: () => async () => [] });
  try {
    const ended = await runToEnd(isolation, run, reports);
    return { ...ended, read: read(reports, ended.output) };
  } finally {
    running -= 1;
    isolation.close();
    if (run.homes === undefined) await rm(state, { recursive: true, force: true });
    await rm(reports, { recursive: true, force: true });
  }
}

/** Only the same repository sees a home again: what its code left there concerns nobody else. */
const homeOf = (top: string): string => createHash('sha256').update(top).digest('hex').slice(0, 32);

const keptForMs = 7 * 24 * 3_600_000;
const maxHomes = 20;

/** Deletes homes that were not used for a week, and beyond 20 those that were used longest ago. */
async function prepareHome(homes: string, own: string): Promise<void> {
  await mkdir(join(homes, own), { recursive: true, mode: 0o711 });
  await utimes(join(homes, own), new Date(), new Date());
  const names = (await readdir(homes)).filter((it) => it !== own);
  const used = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(homes, name))).mtimeMs })));
  used.sort((a, b) => b.at - a.at);
  const old = used.filter(({ at }, index) => at < Date.now() - keptForMs || index >= maxHomes - 1);
  await Promise.all(old.map(({ name }) => rm(join(homes, name), { recursive: true, force: true })));
}

async function runToEnd(
  isolation: Isolation,
  run: SandboxRun,
  reports: string,
): Promise<Omit<SandboxResult<never>, 'read'>> {
  const { top, folder, system, words, withinMs, signal, onLine } = run;
  const { folders, env } = toolchainOf(system);
  const own = join(top, '.git');
  const begun = performance.now();
  const started = await isolation.start({
    command: '/bin/sh',
    args: ['-c', 'cd "$0" && exec "$@"', folder, ...words(reports)],
    env: { PATH: searchPath(), CI: 'true', NO_COLOR: '1', ...env },
    profile: {
      ...defaultProfile,
      ...limits,
      network: 'none',
      folders: [
        { path: top, mode: 'rw' },
        ...(existsSync(own) ? [{ path: own, mode: 'ro' as const }] : []),
        { path: reports, mode: 'rw' },
        ...folders.map((path) => ({ path, mode: 'ro' as const })),
      ],
    },
    state: homeOf(top),
  });
  let output = '';
  const lines = eachLine(onLine);
  for (const stream of [started.child.stdout, started.child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < maxOutput) output += text;
      lines(text);
    });
  started.child.stdin.on('error', () => {});
  started.child.stdin.end();
  const late = AbortSignal.timeout(withinMs);
  const stop = AbortSignal.any([signal, late]);
  const kill = () => started.kill();
  stop.addEventListener('abort', kill, { once: true });
  if (stop.aborted) kill();
  const exitCode = await new Promise<number | null>((resolve) => started.child.once('close', (code) => resolve(code)));
  stop.removeEventListener('abort', kill);
  signal.throwIfAborted();
  return {
    exitCode,
    isLate: late.aborted,
    output,
    durationMs: Math.round(performance.now() - begun),
    stopped: [...new Set(started.refusals.map(({ kind }) => stoppedBecause[kind]))],
  };
}

const stoppedBecause = {
  host: 'It tried to reach the network, which a build does not have. Install dependencies first.',
  memory: `It needed more than ${limits.memoryMb} MB.`,
  processes: `It needed more than ${limits.processes} processes.`,
} as const;
