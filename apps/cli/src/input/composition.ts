import type { RunBody } from '@assay/sdk';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';
import { readJsonObject } from './read-json.js';

const notations = ['plan', 'pipeline', 'compose', 'chain'] as const;
const links = ['tool', 'sequence', 'branch', 'parallel', 'repeat'] as const;

/**
 * A composition of a file: the body of a run, `{"plan": …}`, `{"pipeline": …}`, `{"compose": …}` or `{"chain": …}`, or what
 * stands in it alone, whose notation shows.
 */
export async function readComposition(io: Io, file: string): Promise<RunBody> {
  const given = await readJsonObject(io, file);
  if (notations.some((it) => Object.hasOwn(given, it))) return given as RunBody;
  const notation = notationOf(given);
  if (notation === undefined)
    throw new UsageError(
      `${file === '-' ? 'Standard input' : file} holds no composition: give {"plan": …}, {"pipeline": …}, {"compose": …} or {"chain": …}.`,
    );
  return { [notation]: given } as RunBody;
}

function notationOf(given: Record<string, unknown>): (typeof notations)[number] | undefined {
  if (links.some((it) => Object.hasOwn(given, it))) return 'chain';
  if (given.mode === 'compose') return 'compose';
  if (!Array.isArray(given.steps)) return undefined;
  return given.steps.every((it: unknown) => typeof it === 'object' && it !== null && 'id' in it) ? 'plan' : 'pipeline';
}
