import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';
import { readText } from './read-json.js';

/**
 * An OpenAPI document of a file, or of standard input for `-`: JSON as an object, which travels without the white space of
 * the file; anything else as the text it is, since it may be YAML.
 */
export async function readDocument(io: Io, file: string): Promise<Record<string, unknown> | string> {
  const text = await readText(io, file);
  if (text.trim() === '') throw new UsageError(`${file === '-' ? 'Standard input' : file} is empty.`);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : text;
  } catch {
    return text;
  }
}
