import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '@assay/core';
import { StartError } from '../system/start-error.js';

/** The folder of an installation: keys, and the embedded database. One server at a time lives in it. */
export class Home {
  readonly path: string;
  readonly #lock: string;

  /** @throws StartError when the folder cannot be written, or another server lives in it. */
  constructor(path: string) {
    this.path = path;
    this.#lock = join(path, 'server.pid');
    try {
      // Others may pass through (PostgreSQL's own system user must) but not look around; the keys are mode 600.
      mkdirSync(path, { recursive: true, mode: 0o711 });
      this.#acquire();
    } catch (error) {
      if (error instanceof StartError) throw error;
      throw new StartError(
        `Cannot write to ${path} (${(error as NodeJS.ErrnoException).code}): make it writable, or set ASSAY_HOME to a folder that is.`,
      );
    }
  }

  /** Text of a key file, written with `make()` and mode 600 when there is none. */
  secret(name: string, make: () => string): string {
    const file = join(this.path, name);
    if (existsSync(file)) return readFileSync(file, 'utf8').trim();
    const text = make();
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
    return text;
  }

  release(): void {
    rmSync(this.#lock, { force: true });
  }

  #acquire(): void {
    const holder = existsSync(this.#lock) ? Number.parseInt(readFileSync(this.#lock, 'utf8'), 10) : Number.NaN;
    if (isServer(holder)) {
      throw new StartError(
        `Another Assay (process ${holder}) uses ${this.path}: stop it, or set ASSAY_HOME to another folder.`,
      );
    }
    rmSync(this.#lock, { force: true });
    const descriptor = openSync(this.#lock, 'wx', 0o600);
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
  }
}

/** Whether a process of this id lives and is a Node program, so that an id used anew by another program is no holder. */
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
