/** Builds the pages into dist/site, with every text also compressed; does nothing when the build there is current. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '..', '..');
const site = join(here, 'dist', 'site');
const stamp = join(here, 'dist', 'site.stamp');

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Everything that the build reads; the lock file represents the packages. */
const inputs = () => [
  ...['package-lock.json', 'tsconfig.json'].map((name) => join(root, name)),
  ...['index.html', 'vite.config.ts', 'build.mjs', 'package.json'].map((name) => join(here, name)),
  ...[join(here, 'src'), join(root, 'libs/sdk/src'), join(root, 'libs/contracts/src')].flatMap(filesBelow),
];

function fingerprint() {
  const hash = createHash('sha256');
  for (const path of inputs()) {
    if (/\.test\.ts$/.test(path)) continue;
    const content = readFileSync(path);
    hash.update(`${relative(root, path).split(sep).join('/')} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function isCurrent(wanted) {
  try {
    readFileSync(join(site, 'index.html'));
    return readFileSync(stamp, 'utf8') === wanted;
  } catch {
    return false;
  }
}

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/** The server sends these as they are: nothing is compressed while it answers. */
function compress() {
  for (const path of filesBelow(site)) {
    if (!/\.(?:js|css|html|svg|json)$/.test(path)) continue;
    const content = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(content, brotli));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

const wanted = fingerprint();
if (!isCurrent(wanted)) {
  const { build } = await import('vite');
  await build({ root: here, logLevel: 'warn' });
  compress();
  writeFileSync(stamp, wanted);
}
