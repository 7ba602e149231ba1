import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isObject } from '../input/is-object.js';
import { parseJson } from '../input/read-json.js';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';

type Json = Record<string, unknown>;

/**
 * Adds members to a JSON file beside the existing ones, and returns its path. The file is written whole or not at all;
 * one with comments, which would be lost, is refused.
 */
export async function joinJson(io: Io, file: string, added: Json): Promise<string> {
  const path = resolve(io.cwd, file);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`Cannot read ${path} (${error.code ?? error.message}).`);
  });
  const present = text === undefined || text.trim() === '' ? {} : parseJson(text, path);
  if (!isObject(present)) throw new UsageError(`${path} must be one JSON object.`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, `${JSON.stringify(joined(present, added), null, 2)}\n`);
  await rename(`${path}.new`, path);
  return path;
}

/** The servers and inputs of both; of two of one name, the added one. */
function joined(present: Json, added: Json): Json {
  const both = { ...present };
  for (const [name, value] of Object.entries(added)) both[name] = joinedValue(present[name], value);
  return both;
}

function joinedValue(present: unknown, added: unknown): unknown {
  if (isObject(present) && isObject(added)) return { ...present, ...added };
  if (!Array.isArray(present) || !Array.isArray(added)) return added;
  const ids = new Set(added.map((it) => (it as { id?: unknown }).id));
  return [...present.filter((it) => !ids.has((it as { id?: unknown } | null)?.id)), ...added];
}
