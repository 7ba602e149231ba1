import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Io } from './io.js';

const isLoopback = (url: string): boolean => /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/.test(url);

/** The folder of a server on this machine, when the command runs beside it and may read its administrator's key. */
export async function localHome(io: Pick<Io, 'cwd' | 'env'>, url: string): Promise<string | undefined> {
  if (!isLoopback(url)) return undefined;
  const home = resolve(io.cwd, io.env.ASSAY_HOME || '.assay');
  const isThere = await access(join(home, 'admin.key')).then(
    () => true,
    () => false,
  );
  return isThere ? home : undefined;
}
