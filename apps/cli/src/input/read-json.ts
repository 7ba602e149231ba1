import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseExact } from '@assay/sdk';
import { type Io, readAll } from '../io.js';
import { UsageError } from '../usage-error.js';

/** Parses JSON that a person wrote, naming where it came from and where it breaks. */
export function parseJson(text: string, source: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    const kind = /\.ya?ml$/i.test(source) ? '; YAML is not supported here' : '';
    throw new UsageError(`${source} is not valid JSON${kind}: ${(error as Error).message.replaceAll('\n', '↵')}.`);
  }
}

export async function readText(io: Io, file: string): Promise<string> {
  if (file === '-') return readAll(io.stdin);
  return readFile(resolve(io.cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'ENOENT' ? `File not found: ${file}.` : `Cannot read ${file} (${error.code ?? error.message}).`,
    );
  });
}

/** JSON of a file, or of standard input for `-`. */
export async function readJson(io: Io, file: string): Promise<unknown> {
  return parseJson(await readText(io, file), file === '-' ? 'Standard input' : file);
}

/** JSON of a file, or of standard input for `-`; it must be an object. */
export async function readJsonObject(io: Io, file: string): Promise<Record<string, unknown>> {
  const source = file === '-' ? 'Standard input' : file;
  return objectOf(parseJson(await readText(io, file), source), source);
}

/** A value that has to be an object, of the source it came from. */
export function objectOf(value: unknown, source: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${source} must be one JSON object.`);
  }
  return value as Record<string, unknown>;
}
