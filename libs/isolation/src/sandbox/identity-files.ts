import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './mount.js';

/** Who a command is inside its sandbox. */
export const sandboxUser = { id: 1000, name: 'server', home: '/sandbox/home' } as const;

const passwd = `server:x:${sandboxUser.id}:${sandboxUser.id}::${sandboxUser.home}:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n`;
const group = `server:x:${sandboxUser.id}:\nnogroup:x:65534:\n`;

/** A name that only this sandbox resolves, and to what. */
export interface HostName {
  readonly name: string;
  readonly address: string;
}

/** Writes the sandbox's own /etc files into `folder` and returns their mounts. */
export function identityMounts(folder: string, names: readonly HostName[], nameServer: string | null): Mount[] {
  const hosts = ['127.0.0.1 localhost sandbox', '::1 localhost', ...names.map((it) => `${it.address} ${it.name}`)];
  const files: Record<string, string> = {
    passwd,
    group,
    hosts: `${hosts.join('\n')}\n`,
    'resolv.conf': nameServer === null ? '' : `nameserver ${nameServer}\noptions timeout:2 attempts:1\n`,
  };
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return Object.entries(files).map(([name, text]) => {
    const source = join(folder, name);
    writeFileSync(source, text);
    return { kind: 'ro', path: `/etc/${name}`, source };
  });
}
