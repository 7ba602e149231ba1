import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const home = userInfo().homedir;
const inHome = (...parts: string[]): string[] => [join(home, ...parts)].filter((it) => existsSync(it));

/** Where compilers are installed that are not on the PATH of a service. */
const usualFolders = [
  join(home, '.cargo', 'bin'),
  '/usr/local/go/bin',
  join(home, '.local', 'bin'),
  join(home, '.pyenv', 'shims'),
];

export const searchPath = (): string =>
  [process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', ...usualFolders.filter((it) => existsSync(it))].join(delimiter);

/** The file that a program's name leads to; null when it is not installed. */
export function findProgram(name: string): string | null {
  const found = searchPath()
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  return found ?? null;
}

interface Toolchain {
  /** Shown read-only: the installation, and the packages that were fetched before. */
  readonly folders: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The folder in which a program is installed, above its `bin`, and that of the link through which it is found. */
function installation(name: string): string[] {
  const found = findProgram(name);
  if (found === null) return [];
  const real = realpathSync(found);
  return real.startsWith('/usr/bin/') || real.startsWith('/bin/') ? [] : [dirname(dirname(real)), dirname(found)];
}

/** Parts of a home that hold programs and packages, and no credentials. */
const toolchains: Readonly<Record<string, () => Toolchain>> = {
  npm: () => ({ folders: [...installation('npm'), ...installation('node')], env: {} }),
  pnpm: () => ({
    folders: [...installation('pnpm'), ...installation('node')],
    // A repository names a version of pnpm; there is no network to fetch that one, so the one that is installed runs it.
    env: {
      npm_config_manage_package_manager_versions: 'false',
      pnpm_config_pm_on_fail: 'ignore',
      npm_config_verify_deps_before_run: 'false',
      COREPACK_ENABLE_STRICT: '0',
    },
  }),
  cargo: () => ({
    folders: [
      ...inHome('.rustup'),
      ...['bin', 'registry', 'git'].flatMap((it) => inHome('.cargo', it)),
      ...installation('cargo').filter((it) => it !== join(home, '.cargo')),
    ],
    env: { CARGO_NET_OFFLINE: 'true', CARGO_HOME: join(home, '.cargo'), RUSTUP_HOME: join(home, '.rustup') },
  }),
  go: () => ({
    folders: [...installation('go'), ...inHome('go', 'pkg', 'mod')],
    env: {
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
      GOFLAGS: '-mod=mod',
      ...(existsSync(join(home, 'go', 'pkg', 'mod')) && { GOMODCACHE: join(home, 'go', 'pkg', 'mod') }),
    },
  }),
  maven: () => ({
    folders: [...installation('mvn'), ...inHome('.m2', 'repository')],
    env: {
      MAVEN_ARGS: existsSync(join(home, '.m2', 'repository'))
        ? `-Dmaven.repo.local=${join(home, '.m2', 'repository')}`
        : '',
    },
  }),
  gradle: () => ({
    folders: [...installation('gradle'), ...inHome('.gradle', 'caches')],
    env: { GRADLE_RO_DEP_CACHE: join(home, '.gradle', 'caches') },
  }),
  pytest: () => ({ folders: [...installation('python3'), ...inHome('.pyenv')], env: { PYTHONDONTWRITEBYTECODE: '1' } }),
  make: () => ({ folders: [], env: {} }),
};

/** What a build system needs beyond the repository. */
export function toolchainOf(system: string): Toolchain {
  const { folders, env } = toolchains[system]?.() ?? { folders: [], env: {} };
  return { folders: [...new Set(folders)].filter((it) => it !== '/' && it !== home && existsSync(it)), env };
}
