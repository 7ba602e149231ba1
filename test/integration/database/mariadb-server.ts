import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether MariaDB's server is on this machine. */
export const hasMariadb = spawnSync('mariadbd', ['--version'], { stdio: 'ignore' }).error === undefined;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A MariaDB of its own, with an administrator `owner` and an empty database `shop`. */
export async function startMariadb(): Promise<{ readonly ownerUrl: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mariadb-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const user = process.getuid?.() === 0 ? ['--user=mysql'] : [];
  execFileSync(
    'mariadb-install-db',
    [`--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...user],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const socket = join(folder, 'socket');
  const child: ChildProcess = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      `--socket=${socket}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${join(folder, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=0',
      ...user,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready for connections')) resolve();
    });
    child.once('exit', () => reject(new Error(log)));
  });
  const sql =
    "CREATE DATABASE shop; CREATE USER owner@'%' IDENTIFIED BY 'secret'; GRANT ALL ON *.* TO owner@'%' WITH GRANT OPTION;";
  execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-u', 'root', '-e', sql]);
  return {
    ownerUrl: `mariadb://owner:secret@127.0.0.1:${port}/shop`,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
