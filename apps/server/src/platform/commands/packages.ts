import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { defaultProfile, type IsolatedCommand, type Isolation } from '@assay/isolation';
import type { Clock } from '@assay/kernel';
import { installedPythons, PackageStore, type SandboxedRun } from '@assay/transports';
import type { Logger } from 'pino';

export interface PackageOptions {
  readonly isolation: Isolation;
  /** ASSAY_STATE_DIR. */
  readonly stateFolder: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
}

/** Fetches the packages of commands, isolated as the commands themselves are. */
export function openPackages({ isolation, stateFolder, clock, log }: PackageOptions): PackageStore {
  return new PackageStore({
    folder: join(stateFolder, 'packages'),
    clock,
    environment: process.env,
    home: homedir(),
    run: (run, signal) => runIsolated(isolation, run, signal),
    findCommand,
    localProgram,
    pythons: () => installedPythons(process.env.PATH ?? '', homedir()),
    onProgress: (server, progress) => log.info({ server, progress }, 'fetching packages'),
  });
}

/** Installers unpack thousands of files on many threads. */
const installerLimits = { memoryMb: 4_096, processes: 1_024, cpus: 4 } as const;
const lastCharacters = 2_000;

async function runIsolated(isolation: Isolation, run: SandboxedRun, signal: AbortSignal): Promise<string> {
  const { code, stdout, stderr } = await isolation.run(sandboxOf(run), { signal });
  if (code === 0) return stdout;
  const said = `${stderr}\n${stdout}`.trim().slice(-lastCharacters);
  throw new Error(said === '' ? `${run.command} ended with code ${code}` : said);
}

function sandboxOf({ command, args, env, reads, writes, network }: SandboxedRun): IsolatedCommand {
  const folders = [...reads.map((path) => ({ path, mode: 'ro' as const })), { path: writes, mode: 'rw' as const }];
  const profile =
    network === 'sources'
      ? { ...defaultProfile, network: 'open' as const }
      : {
          ...defaultProfile,
          ...(network === 'off' ? {} : network),
          hosts: [...((network !== 'off' && network?.hosts) || [])],
        };
  return {
    command,
    args,
    env,
    profile: { ...profile, ...installerLimits, folders },
    // Two homes: caches that the installers share never meet what install scripts write.
    state: network === 'sources' ? join('packages', 'home') : join('packages', 'scripts'),
    ...(network === 'off' && { isolated: false as const }),
  };
}

function findCommand(command: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((it) => it.startsWith('/'));
  return folders.map((folder) => join(folder, command)).find((it) => existsSync(it)) ?? null;
}

/** A program of the packages beside the server: `npx name` in the same folder starts it. */
function localProgram(name: string): string | null {
  const file = join(process.cwd(), 'node_modules', '.bin', name);
  return existsSync(file) ? realpathSync(file) : null;
}
