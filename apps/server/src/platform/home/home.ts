import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Random } from '@assay/kernel';
import { openHome } from '@assay/persistence';
import { StartError } from '../system/start-error.js';

/** The folder of an installation: keys, and the embedded database. One server at a time lives in it. */
export class Home {
  readonly path: string;
  readonly #lock: string;
  readonly #address: string;

  /** @throws StartError when the folder cannot be written, or another server lives in it. */
  constructor(path: string) {
    this.path = path;
    this.#lock = join(path, 'server.pid');
    this.#address = join(path, 'server.json');
    try {
      openHome(path);
    } catch (error) {
      throw new StartError((error as Error).message);
    }
    this.#acquire();
    // A server that was killed has left its own.
    rmSync(this.#address, { force: true });
  }

  /**
   * Text of a key file, written with `make()` and mode 600 when there is none.
   * @throws StartError when there is one that cannot be read, or is empty.
   */
  secret(name: string, make: () => string): string {
    const file = join(this.path, name);
    if (existsSync(file)) return this.#read(file);
    const text = make();
    // Beside its place first, so that a crash leaves the whole file or none.
    writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return text;
  }

  /** Writes a file of mode 600, in place of one that is there. */
  put(name: string, text: string): void {
    const file = join(this.path, name);
    writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { force: true });
  }

  /** Stores where the server is, so that the command line finds it in the same folder. */
  listensAt(url: string): void {
    const text = JSON.stringify({ url, pid: process.pid, host: hostname() });
    writeFileSync(`${this.#address}.new`, `${text}\n`, { mode: 0o644 });
    renameSync(`${this.#address}.new`, this.#address);
  }

  release(): void {
    rmSync(this.#address, { force: true });
    rmSync(this.#lock, { force: true });
  }

  #read(file: string): string {
    let text = '';
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new StartError(
        `Cannot read ${file} (${(error as NodeJS.ErrnoException).code}): make it readable for this user.`,
      );
    }
    if (text !== '') return text;
    throw new StartError(`${file} is empty: put the key back, or delete the file for a new one.`);
  }

  /** Takes the lock; one that a dead server left behind is taken over. */
  #acquire(): void {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (createFile(this.#lock, String(process.pid))) return;
      const holder = Number.parseInt(readFileSync(this.#lock, 'utf8'), 10);
      if (isServer(holder)) {
        throw new StartError(
          `Another Assay (process ${holder}) uses ${this.path}: stop it, or set ASSAY_HOME to another folder.`,
        );
      }
      rmSync(this.#lock, { force: true });
    }
    throw new StartError(
      `Another Assay is starting in ${this.path}: wait for it, or set ASSAY_HOME to another folder.`,
    );
  }
}

/** False when the file exists. */
function createFile(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Whether a process with this id is running and is a Node program, so that an id reused by another program is not the
 * holder.
 */
function isServer(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const commandLine = `/proc/${pid}/cmdline`;
  return (
    !existsSync('/proc/self/cmdline') ||
    (existsSync(commandLine) && /node|main\.js/.test(readFileSync(commandLine, 'utf8')))
  );
}

export const newSecret = (random: Random): string => random.token(32);
