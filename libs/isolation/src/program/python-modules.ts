import { existsSync, globSync, lstatSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** `lib/python3.x/site-packages` of the environment that an interpreter belongs to, and of those its links lead to. */
export function siteFolders(interpreter: string): string[] {
  const found: string[] = [];
  for (let path = interpreter, links = 0; links < 16; links++) {
    const prefix = dirname(dirname(path));
    found.push(...globSync(join(prefix, 'lib', 'python3*', 'site-packages')));
    if (!lstatSync(path).isSymbolicLink()) break;
    path = resolve(dirname(path), readlinkSync(path));
  }
  return [...new Set(found)];
}

/** Where `pip install --user` puts packages. */
export const userBase = (): string => process.env.PYTHONUSERBASE || join(homedir(), '.local');

export const userSites = (): string[] => globSync(join(userBase(), 'lib', 'python3*', 'site-packages'));

/** The folder of an importable package among site folders. */
export function moduleFolder(module: string, sites: readonly string[]): string | null {
  const [top = ''] = module.split('.');
  if (!/^\w+$/.test(top)) return null;
  return sites.map((site) => join(site, top)).find((folder) => existsSync(folder)) ?? null;
}

/** The package that a console script of pip imports: `from name import main`. */
export const importedByScript = (head: string): string | null =>
  /^[ \t]*from ([\w.]+) import /m.exec(head)?.[1] ?? null;
