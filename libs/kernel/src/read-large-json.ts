import { NestedTooDeeply, type ReadJsonTerms, readJsonInSteps } from './read-json.js';
import { runInSlices, type SliceClock } from './slices.js';

/** The result of parsing a text as JSON. */
export type LargeJson =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'nested-too-deeply' }
  | { readonly kind: 'aborted' };

export interface LargeJsonTerms extends ReadJsonTerms {
  readonly clock: SliceClock;
  readonly signal: AbortSignal;
}

/**
 * Parses a text too long for JSON.parse, which would block the event loop, in slices and until the signal aborts.
 * JSON.parse handles shorter ones (`readAtOnce`).
 */
export async function readLargeJson(text: string, { clock, signal, ...terms }: LargeJsonTerms): Promise<LargeJson> {
  try {
    const read = await runInSlices(readJsonInSteps(text, terms), clock, signal);
    return read.ok ? { kind: 'value', value: read.value } : { kind: 'aborted' };
  } catch (error) {
    if (error instanceof NestedTooDeeply) return { kind: 'nested-too-deeply' };
    if (error instanceof SyntaxError) return { kind: 'invalid' };
    throw error;
  }
}
