import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PinnedPackage } from '@assay/registry';
import type { InstalledPython } from './installed-pythons.js';
import { type Installer, normalName, type RunInstaller } from './installers.js';
import { packageName } from './package-command.js';

/**
 * uv. Without install scripts only built packages are taken, since building one runs its code. The first Python that the
 * packages support is taken, and its version stands in the lock, so that every replica takes such a one.
 */
export function uvInstaller(run: RunInstaller, uv: string, pythons: readonly InstalledPython[]): Installer {
  const only = (allowsScripts: boolean) => (allowsScripts ? [] : ['--only-binary', ':all:']);
  return {
    pin: async ({ packages }, folder, allowsScripts) => {
      await mkdir(folder, { recursive: true });
      const wanted = join(folder, 'requirements.in');
      const file = join(folder, 'requirements.txt');
      await writeFile(wanted, `${packages.join('\n')}\n`);
      const options = ['--generate-hashes', '--no-header', '--no-annotate', '--no-emit-index-url', '--quiet'];
      const { version } = await withFitting(pythons, (python) =>
        run(
          uv,
          [
            'pip',
            'compile',
            wanted,
            '--output-file',
            file,
            '--python',
            python.file,
            ...options,
            ...only(allowsScripts),
          ],
          folder,
          [python.folder],
        ),
      );
      const lock = `${pythonMark}${version}\n${await readFile(file, 'utf8')}`;
      return { packages: packages.map((it) => pinnedIn(lock, packageName(it))), lock };
    },
    install: async (_, lock, folder, allowsScripts) => {
      await mkdir(folder, { recursive: true });
      const file = join(folder, 'requirements.txt');
      await writeFile(file, lock);
      const environment = join(folder, 'env');
      const own = join(environment, 'bin', 'python');
      const options = ['--python', own, '--require-hashes', '--quiet', '--link-mode=copy'];
      await withFitting(fittingLock(pythons, lock), async (python) => {
        const making = ['venv', '--no-project', '--quiet', '--clear', '--python', python.file, environment];
        await run(uv, making, folder, [python.folder]);
        await run(uv, ['pip', 'install', ...options, ...only(allowsScripts), '-r', file], folder, [python.folder]);
      });
    },
  };
}

/** A comment to uv. */
const pythonMark = '# python ';

/** Those of the version that the lock was made for; a lock of before says none. */
function fittingLock(pythons: readonly InstalledPython[], lock: string): readonly InstalledPython[] {
  if (!lock.startsWith(pythonMark)) return pythons;
  const version = lock.slice(pythonMark.length, lock.indexOf('\n'));
  const fitting = pythons.filter((it) => it.version === version);
  if (fitting.length === 0) throw new Error(`they were chosen for Python ${version}, which this machine does not have`);
  return fitting;
}

/** How uv says that packages do not support the Python it was given. */
const unfit = /does not satisfy Python|no wheels with a matching Python|is not compatible with .{0,40}Python/i;

/** Tries one Python after the other until the packages support it. The first one's error is what people can act on. */
async function withFitting(
  pythons: readonly InstalledPython[],
  attempt: (python: InstalledPython) => Promise<unknown>,
): Promise<InstalledPython> {
  let first: unknown = new Error('no Python 3 is installed on this machine: install it, then try again');
  for (const [index, python] of pythons.entries()) {
    try {
      await attempt(python);
      return python;
    } catch (error) {
      if (index === 0) first = error;
      if (!unfit.test((error as Error).message)) throw error;
    }
  }
  throw first;
}

function pinnedIn(lock: string, name: string): PinnedPackage {
  const wanted = normalName(name);
  const lines = lock.split('\n');
  const at = lines.findIndex((it) => normalName(/^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==/.exec(it)?.[1] ?? '') === wanted);
  const version = /==([^\s;\\]+)/.exec(lines[at] ?? '')?.[1] ?? '';
  const integrity = /--hash=(\S+)/.exec(lines.slice(at, at + 2).join(' '))?.[1] ?? '';
  return { name, version, integrity };
}
