import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../e2e/eventually.js';

/** Whether this machine has nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

const configuration = (folder: string, target: string, keeping: number, decoding: number) => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${keeping}; location / { proxy_pass ${target}; } }
  server { listen 127.0.0.1:${decoding}; location / { proxy_pass ${target}/; } }
}
`;

export interface Nginx {
  /** Passes paths on as they came. */
  readonly keeping: string;
  /** Decodes paths and encodes them again, as a `proxy_pass` with a path does. */
  readonly decoding: string;
  stop(): Promise<void>;
}

/** A real nginx before `target`, in a folder of its own. */
export async function startNginx(target: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-nginx-'));
  chmodSync(folder, 0o711);
  const [keeping, decoding] = [await freePort(), await freePort()];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, target, keeping, decoding));
  const child: ChildProcess = spawn('nginx', ['-e', 'stderr', '-c', file, '-p', folder], { stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const answers = async () => {
    const answer = await fetch(`http://127.0.0.1:${decoding}/v0/ping`).catch(() => undefined);
    return answer?.ok ? true : undefined;
  };
  await eventually(answers, 'nginx answers');
  return {
    keeping: `http://127.0.0.1:${keeping}`,
    decoding: `http://127.0.0.1:${decoding}`,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
