import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '@assay/kit';

/** A file that a page gave. */
export interface DownloadedFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly path: string;
}

export const maxDownloadBytes = 50 * 1024 * 1024;
const maxKept = 20;

/** Ends of the names of files that a system runs when they are opened. */
const programName =
  /\.(?:exe|msi|msix|com|scr|pif|cpl|dll|sys|bat|cmd|ps1|psm1|vbs|vbe|js|jse|mjs|wsf|wsh|hta|lnk|reg|jar|jnlp|app|dmg|pkg|deb|rpm|apk|appimage|run|sh|bash|zsh|csh|command|desktop|py|pl|rb|php|iso|img|vhd|docm|xlsm|pptm|xll)[\s.]*$/i;

/** How programs begin. */
const programStarts: readonly (readonly [string, Buffer])[] = [
  ['a Windows program', Buffer.from('MZ')],
  ['a Linux program', Buffer.from('\x7fELF', 'latin1')],
  ['a script', Buffer.from('#!')],
  ['a macOS program', Buffer.from('cffaedfe', 'hex')],
  ['a macOS program', Buffer.from('feedfacf', 'hex')],
  ['a macOS program or Java class', Buffer.from('cafebabe', 'hex')],
  ['an Android program', Buffer.from('dex\n')],
  ['a WebAssembly program', Buffer.from('\0asm', 'latin1')],
  ['a Windows shortcut', Buffer.from('4c00000001140200', 'hex')],
];

/** Why a file is a program, by its name or how it begins; null when it is none. */
export function programReason(name: string, start: Buffer): string | null {
  if (programName.test(name)) return `"${name.slice(-60)}" has the name of a program`;
  const found = programStarts.find(([, bytes]) => start.subarray(0, bytes.length).equals(bytes));
  return found === undefined ? null : `it begins like ${found[0]}`;
}

/** A name without folders and control characters. */
export const plainName = (name: string): string =>
  name
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/^.*[\\/]/, '')
    .slice(-200) || 'download';

/** Files of one caller, until its process ends. */
export class Downloads {
  readonly #files = new Map<string, DownloadedFile>();

  constructor(private readonly folder: string) {}

  /**
   * Takes a file over from the browser.
   * @throws Refusal when it is a program or too large; the file is deleted then.
   */
  async take(from: string, suggested: string): Promise<DownloadedFile> {
    const name = plainName(suggested);
    try {
      const { size } = await stat(from);
      if (size > maxDownloadBytes)
        throw new Refusal(`The file has ${size} bytes; at most ${maxDownloadBytes} are taken.`);
      const { start, sha256 } = await read(from);
      const reason = programReason(name, start);
      if (reason !== null) throw new Refusal(`The download was deleted: ${reason}. Programs are not taken.`);
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const id = randomUUID();
      const path = join(this.folder, id);
      await rename(from, path);
      const file = { id, name, bytes: size, sha256, path };
      this.#files.set(id, file);
      await this.#dropOldest();
      return file;
    } catch (error) {
      await rm(from, { force: true });
      throw error;
    }
  }

  /** @throws Refusal when there is no such file. */
  find(id: string): DownloadedFile {
    const file = this.#files.get(id);
    if (file === undefined) throw new Refusal('There is no download with this id; it lasts as long as the browser.');
    return file;
  }

  async erase(): Promise<void> {
    this.#files.clear();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #dropOldest(): Promise<void> {
    const [oldest] = this.#files.values();
    if (this.#files.size <= maxKept || oldest === undefined) return;
    this.#files.delete(oldest.id);
    await rm(oldest.path, { force: true });
  }
}

async function read(path: string): Promise<{ start: Buffer; sha256: string }> {
  const hash = createHash('sha256');
  let start: Buffer | null = null;
  const file = await open(path);
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      start ??= chunk as Buffer;
      hash.update(chunk as Buffer);
    }
  } finally {
    await file.close();
  }
  return { start: start ?? Buffer.alloc(0), sha256: hash.digest('hex') };
}
