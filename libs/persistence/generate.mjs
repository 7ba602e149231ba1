/**
 * Generates the Prisma client from prisma/schema.prisma into src/generated, without a network. Plain Node (20 or newer),
 * because it runs before anything is built. Does nothing while the stamp beside the output matches schema and generator.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const schema = join(root, 'prisma', 'schema.prisma');
const output = join(here, 'src', 'generated');
const stampFile = join(output, '.stamp');

const prismaPackage = createRequire(import.meta.url).resolve('prisma/package.json');
const { version } = JSON.parse(readFileSync(prismaPackage, 'utf8'));
const stamp = createHash('sha256').update(version).update(readFileSync(schema)).digest('hex');

const isCurrent = () =>
  existsSync(stampFile) && existsSync(join(output, 'client.ts')) && readFileSync(stampFile, 'utf8') === stamp;

/** Node 24 of the workspace when it is installed, otherwise the Node that runs this. */
function nodeBinary() {
  const local = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  return process.platform !== 'win32' && existsSync(local) ? local : process.execPath;
}

function generate() {
  rmSync(output, { recursive: true, force: true });
  const run = spawnSync(
    nodeBinary(),
    [join(dirname(prismaPackage), 'build', 'index.js'), 'generate', '--schema', schema, '--no-hints'],
    {
      cwd: tmpdir(),
      encoding: 'utf8',
      env: {
        ...process.env,
        // Generating needs no schema engine, but the command insists on finding one: any existing file will do.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
      },
    },
  );
  if (run.status !== 0) {
    process.stderr.write(`${run.stdout ?? ''}${run.stderr ?? ''}`);
    process.stderr.write(`The database client could not be generated from ${schema}.\n`);
    process.exit(1);
  }
  mkdirSync(output, { recursive: true });
  writeFileSync(stampFile, stamp);
}

if (!isCurrent()) generate();
