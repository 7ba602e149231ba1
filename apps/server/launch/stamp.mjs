import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { filesBelow, workspaces } from './repository.mjs';

/**
 * The stamp says what the build in this clone was made from. It lives in node_modules, so that it is ignored by git
 * and goes when the packages go.
 */
const stampPath = (base) => join(base, 'node_modules', '.assay-stamp.json');

const isTest = (path) => /\.test\.[cm]?[jt]sx?$/.test(path);
const isBuilt = (path) => path.startsWith('generated/');

/** Files of a folder itself whose names match. */
const filesIn = (folder, pattern) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(folder, name));

/** Everything that install and build read; tests and documents are not among it. */
export function buildInputs(base) {
  const own = workspaces(base);
  return [
    ...filesIn(base, /^(?:package\.json|package-lock\.json|\.npmrc|tsconfig.*\.json|prisma\.config\.[cm]?[jt]s)$/),
    ...filesBelow(join(base, 'prisma')),
    ...own.flatMap((folder) =>
      filesIn(folder, /^(?:package\.json|tsconfig.*\.json|index\.html)$|\.mjs$|\.config\.[cm]?[jt]s$/),
    ),
    ...own.flatMap((folder) => filesBelow(join(folder, 'src'), (path) => !isTest(path) && !isBuilt(path))),
  ];
}

/** SHA-256 over the names and contents of all build inputs, and over the platform the packages were installed for. */
export function fingerprint(base) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const path of buildInputs(base)) {
    const content = readFileSync(path);
    hash.update(`${relative(base, path).split(sep).join('/')} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** What install and build leave behind; a stamp without them says nothing. */
export function buildOutputs(base) {
  const compiled = workspaces(base)
    .filter((folder) => existsSync(join(folder, 'src', 'index.ts')))
    .map((folder) => join(folder, 'dist', 'index.js'));
  const generates = existsSync(join(base, 'libs', 'persistence', 'generate.mjs'));
  const hasPages = existsSync(join(base, 'apps', 'console', 'index.html'));
  return [
    join(base, 'apps', 'server', 'dist', 'bundle', 'start.js'),
    ...compiled,
    ...(generates ? [join(base, 'libs', 'persistence', 'src', 'generated')] : []),
    ...(hasPages ? [join(base, 'apps', 'console', 'dist', 'site', 'index.html')] : []),
  ];
}

/** Whether the build in this clone was made from exactly what is here now. */
export function isUpToDate(base) {
  if (!existsSync(stampPath(base)) || !buildOutputs(base).every((path) => existsSync(path))) return false;
  try {
    return JSON.parse(readFileSync(stampPath(base), 'utf8')).fingerprint === fingerprint(base);
  } catch {
    return false;
  }
}

/** Writes the stamp whole or not at all. `built` is the fingerprint taken before the build began. */
export function writeStamp(base, built) {
  const draft = `${stampPath(base)}.${process.pid}`;
  mkdirSync(join(base, 'node_modules'), { recursive: true });
  writeFileSync(draft, `${JSON.stringify({ fingerprint: built })}\n`);
  renameSync(draft, stampPath(base));
}
