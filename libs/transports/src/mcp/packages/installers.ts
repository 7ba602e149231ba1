import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PinnedPackage } from '@assay/registry';
import { type PackageCommand, packageName } from './package-command.js';

/** Runs an installer in a sandbox that sees `folder` and `reads`; rejects with what it wrote when it fails. */
export type RunInstaller = (
  command: string,
  args: readonly string[],
  folder: string,
  reads?: readonly string[],
) => Promise<string>;

/** What pins a command's packages, and everything these need. */
export interface Pins {
  readonly packages: readonly PinnedPackage[];
  readonly lock: string;
}

/** Finds and installs packages with the tool of one runner. Everything happens in the folder that is given. */
export interface Installer {
  /** Decides which versions, without installing them. */
  pin(command: PackageCommand, folder: string, allowsScripts: boolean): Promise<Pins>;
  install(command: PackageCommand, lock: string, folder: string, allowsScripts: boolean): Promise<void>;
}

interface NpmLock {
  readonly packages?: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error', '--no-update-notifier'];

/** npm. Install scripts never run here: those of a record that allows them run later, without the user's settings. */
export function npmInstaller(run: RunInstaller): Installer {
  const prepare = async ({ packages }: PackageCommand, folder: string) => {
    const dependencies = Object.fromEntries(packages.map((it) => [packageName(it), rangeOf(it)]));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  };
  const install = (folder: string, ...more: string[]) =>
    run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--omit=dev', ...quiet, ...more], folder);
  return {
    pin: async (command, folder) => {
      await prepare(command, folder);
      await install(folder, '--package-lock-only');
      const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
      const { packages = {} } = JSON.parse(lock) as NpmLock;
      const pinned = command.packages.map((it) => {
        const name = packageName(it);
        const { version = '', integrity = '' } = packages[`node_modules/${name}`] ?? {};
        return { name, version, integrity };
      });
      return { packages: pinned, lock };
    },
    install: async (command, lock, folder) => {
      await prepare(command, folder);
      await writeFile(join(folder, 'package-lock.json'), lock);
      await install(folder);
    },
  };
}

const rangeOf = (spec: string): string => spec.slice(packageName(spec).length).replace(/^@/, '') || 'latest';

/** The form in which PyPI compares names. */
export const normalName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

/** The console scripts of a distribution in an environment. */
export async function consoleScripts(environment: string, name: string): Promise<string[]> {
  for (const lib of await readdir(join(environment, 'lib'))) {
    const site = join(environment, 'lib', lib, 'site-packages');
    for (const entry of await readdir(site)) {
      const match = /^(.+)-[^-]+\.dist-info$/.exec(entry);
      if (match?.[1] === undefined || normalName(match[1]) !== normalName(name)) continue;
      const text = await readFile(join(site, entry, 'entry_points.txt'), 'utf8').catch(() => '');
      const section = /\[console_scripts\]([^[]*)/.exec(text)?.[1] ?? '';
      return [...section.matchAll(/^[ \t]*([^\s=]+)[ \t]*=/gm)].flatMap(([, script]) => script ?? []);
    }
  }
  return [];
}
