import type { RunBody } from '@assay/sdk';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';
import { jsonPlaces } from './json-places.js';
import { objectOf, parseJson, readText } from './read-json.js';

export const notations = ['plan', 'pipeline', 'compose', 'chain'] as const;
const links = ['tool', 'sequence', 'branch', 'parallel', 'repeat', 'each', 'ask', 'act'] as const;

/**
 * A composition of a file: the body of a run, `{"plan": …}`, `{"pipeline": …}`, `{"compose": …}` or `{"chain": …}`, or what
 * stands in it alone, whose notation shows.
 */
export async function readComposition(io: Io, file: string): Promise<RunBody> {
  return (await readPlacedComposition(io, file)).body;
}

/** A composition, and where in its file what a server says of a place in it stands: `file:line:column`. */
export interface PlacedComposition {
  readonly body: RunBody;
  readonly placeOf: (pointer: string) => string;
}

export async function readPlacedComposition(io: Io, file: string): Promise<PlacedComposition> {
  const text = await readText(io, file);
  const source = file === '-' ? 'Standard input' : file;
  const given = objectOf(parseJson(text, source), source);
  const body = bodyOf(given, source);
  let places: ReturnType<typeof jsonPlaces> | undefined;
  const placeOf = (pointer: string): string => {
    places ??= jsonPlaces(text);
    // Of a file that holds what stands in the notation's member alone, that member is the whole.
    const { line, column } = places(body === given ? pointer : pointer.replace(/^\/[^/]*/, ''));
    return `${file === '-' ? 'stdin' : file}:${line}:${column}`;
  };
  return { body, placeOf };
}

function bodyOf(given: Record<string, unknown>, source: string): RunBody {
  if (notations.some((it) => Object.hasOwn(given, it))) return given as RunBody;
  const notation = notationOf(given);
  if (notation === 'plan' && (given.steps as object[]).some((it) => 'compensation' in it))
    throw new UsageError(`${source} is a saga: start it with assay saga start.`);
  if (notation === undefined)
    throw new UsageError(
      `${source} is not a composition: give {"plan": …}, {"pipeline": …}, {"compose": …} or {"chain": …}.`,
    );
  return { [notation]: given } as RunBody;
}

function notationOf(given: Record<string, unknown>): (typeof notations)[number] | undefined {
  if (links.some((it) => Object.hasOwn(given, it))) return 'chain';
  if (given.mode === 'compose') return 'compose';
  if (!Array.isArray(given.steps)) return undefined;
  return given.steps.every((it: unknown) => typeof it === 'object' && it !== null && 'id' in it) ? 'plan' : 'pipeline';
}
