import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertDocuments } from '@assay/kit-database/testing';

/** Whether FerretDB, a server of the MongoDB protocol on SQLite, is on the PATH. */
export const hasFerret = spawnSync('ferretdb', ['--version'], { stdio: 'ignore' }).status === 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export async function startFerret(items: readonly Record<string, unknown>[]) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-ferret-'));
  mkdirSync(join(folder, 'data'));
  const port = await freePort();
  const args = [
    '--handler=sqlite',
    `--sqlite-url=file:${join(folder, 'data')}/`,
    `--listen-addr=127.0.0.1:${port}`,
    '--debug-addr=-',
    '--telemetry=disable',
    `--state-dir=${folder}`,
  ];
  const child = spawn('ferretdb', args, { stdio: 'ignore' });
  const url = `mongodb://127.0.0.1:${port}/shop`;
  await insertDocuments(url, 'items', items);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
