import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders named node_modules in which Node looks for the dependencies of a package, nearest first. */
export function nodeModulesAbove(folder: string): string[] {
  const found: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const candidate = at.endsWith('/node_modules') ? at : join(at, 'node_modules');
    if (existsSync(candidate) && !found.includes(candidate)) found.push(candidate);
    if (dirname(at) === at) return found;
  }
}

/** Packages that a node_modules folder links to elsewhere: workspaces, and what `npm link` made. */
export function linkedPackages(nodeModules: string): string[] {
  const links = (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) return [path];
      return entry.isDirectory() && entry.name.startsWith('@') ? scoped(path) : [];
    });
  const scoped = (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isSymbolicLink() ? [join(folder, entry.name)] : [],
    );
  return links(nodeModules).flatMap((link) => {
    try {
      const target = realpathSync(link);
      return target.startsWith(`${nodeModules}/`) ? [] : [target];
    } catch {
      return [];
    }
  });
}
