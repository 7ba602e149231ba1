import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';
import { notations } from './composition.js';
import { readJsonObject } from './read-json.js';

/** The body of a saga from a file; a composition, whose file looks the same, is recognised and rejected. */
export async function readSaga(io: Io, file: string): Promise<Record<string, unknown>> {
  const given = await readJsonObject(io, file);
  const notation = notations.find((it) => Object.hasOwn(given, it));
  if (notation !== undefined)
    throw new UsageError(
      `${file === '-' ? 'Standard input' : file} holds a ${notation}, not a saga ({"steps": […]}): run it with assay plan run.`,
    );
  return given;
}
