import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

/** The bytes of a file that is no text. */
export async function readBytes(io: Io, file: string): Promise<Buffer> {
  return readFile(resolve(io.cwd, file)).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'ENOENT' ? `File not found: ${file}.` : `Cannot read ${file} (${error.code ?? error.message}).`,
    );
  });
}
