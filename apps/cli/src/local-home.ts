import { access, readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.js';

type Place = Pick<Io, 'cwd' | 'env'>;

const isLoopback = (url: string): boolean => /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/.test(url);

const homeOf = (io: Place): string => resolve(io.cwd, io.env.ASSAY_HOME || '.assay');

/** The address that a running server has stored in its folder, and the file it is in. */
export interface LocalServer {
  readonly url: string;
  readonly file: string;
}

/**
 * The running server that shares a folder with this command. A file of another user is not used, because keys would be
 * sent where it points; nor is one that a killed server has left behind.
 */
export async function localServer(io: Place): Promise<LocalServer | undefined> {
  const file = join(homeOf(io), 'server.json');
  try {
    const { uid } = await stat(file);
    if (uid !== 0 && process.getuid !== undefined && uid !== process.getuid()) return undefined;
    const { url, pid, host } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
    // Only this machine's own process ids say anything here.
    const isGone = host === hostname() && typeof pid === 'number' && !isRunning(pid);
    return isGone ? undefined : { url, file };
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The folder of a server on this machine, when the command runs beside it and may read its administrator's key. */
export async function localHome(io: Place, url: string): Promise<string | undefined> {
  if (!isLoopback(url) && (await localServer(io))?.url !== url) return undefined;
  const home = homeOf(io);
  const isThere = await access(join(home, 'admin.key')).then(
    () => true,
    () => false,
  );
  return isThere ? home : undefined;
}
